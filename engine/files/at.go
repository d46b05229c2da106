package files

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// ValueAt returns what stands at names joined by dots (SplitPath) in JSON, a number for an item of a list;
// nothing if there is none. Of a name that stands twice the last counts, as for the readers
// that programs have for JSON: by gjson's own paths it is the first.
func ValueAt(v gjson.Result, path string) gjson.Result {
	for _, name := range SplitPath(path) {
		if v.IsArray() {
			v = nth(v, name)
		} else {
			v = named(v, name)
		}
	}
	return v
}

func named(of gjson.Result, name string) (last gjson.Result) {
	if of.IsObject() {
		of.ForEach(func(k, v gjson.Result) bool {
			if k.Str == name {
				last = v
			}
			return true
		})
	}
	return last
}

func nth(of gjson.Result, name string) (found gjson.Result) {
	n, err := strconv.Atoi(name)
	if err != nil || n < 0 {
		return found
	}
	of.ForEach(func(_, v gjson.Result) bool {
		if n--; n < 0 {
			found = v
		}
		return n >= 0
	})
	return found
}

// SplitPath takes names joined by dots apart. A dot that is part of a name has a backslash
// before it, as has a backslash.
func SplitPath(path string) []string {
	if !strings.Contains(path, `\`) {
		return strings.Split(path, ".")
	}
	var names []string
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '.':
			names = append(names, b.String())
			b.Reset()
		case c == '\\' && i+1 < len(path):
			i++
			b.WriteByte(path[i])
		default:
			b.WriteByte(c)
		}
	}
	return append(names, b.String())
}

// PathName writes one name as SplitPath reads it.
func PathName(name string) string {
	return strings.NewReplacer(`\`, `\\`, ".", `\.`).Replace(name)
}
