package files

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// ValueAt returns the JSON value at a dotted path (SplitPath), where a number selects a list item;
// the zero Result if there is none. Of duplicate names the last counts, as for programs' JSON
// readers; gjson's own paths take the first.
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

// SplitPath splits names joined by dots. A backslash escapes a dot or a backslash in a name.
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

// PathName escapes one name for SplitPath.
func PathName(name string) string {
	return strings.NewReplacer(`\`, `\\`, ".", `\.`).Replace(name)
}
