package programs

import (
	"strings"

	"github.com/tidwall/gjson"
)

// scripts returns the scripts in a package's JSON. In a part, they are the values that don't belong
// to a field of the package itself.
func scripts(text string, part bool) string {
	var out []string
	if !part {
		for _, key := range [...]string{"scripts", "tasks"} {
			gjson.Get(text, key).ForEach(func(_, v gjson.Result) bool {
				for _, one := range v.Array() {
					out = append(out, one.String())
				}
				return true
			})
		}
		return strings.Join(out, "\n")
	}
	key := ""
	for {
		_, rest, ok := strings.Cut(text, `"`)
		end := 0
		for ok && end < len(rest) && rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(rest) {
			return strings.Join(out, "\n")
		}
		value := rest[:end]
		if text = rest[end+1:]; strings.HasPrefix(strings.TrimLeft(text, " \t\n"), ":") {
			key = value
		} else if !has("name description version license author homepage keywords title", key) {
			out = append(out, unescaped(value))
		}
	}
}

// mostDeep limits how many objects and lists settings are read within: two in
// mcpServers.NAME.command.
const mostDeep = 8

// started returns the commands in the settings of what starts programs: each text under command,
// with the list of its args, and each under a key that ends in Command. Of a part, they are as in
// scripts.
func started(text string, part bool) string {
	if part || !gjson.Valid(text) {
		return scripts(text, true)
	}
	var out []string
	var in func(key string, of gjson.Result, deep int)
	in = func(key string, of gjson.Result, deep int) {
		switch whole := strings.HasSuffix(key, "Command"); {
		case whole && of.IsArray():
			out = append(out, Quoted(words(of)))
		case whole && of.Type == gjson.String:
			out = append(out, of.Str)
		case (of.IsObject() || of.IsArray()) && deep < mostDeep:
			if command := of.Get("command"); command.Type == gjson.String {
				out = append(out, strings.TrimSpace(command.Str+" "+Quoted(words(of.Get("args")))))
			}
			of.ForEach(func(name, value gjson.Result) bool {
				if !whole { // an object of several commands has names that people choose
					key = name.Str
				}
				in(key, value, deep+1)
				return true
			})
		}
	}
	in("", gjson.Parse(text), 0)
	return strings.Join(out, "\n")
}

// words returns the texts of a list.
func words(list gjson.Result) (all []string) {
	for _, one := range list.Array() {
		if one.Type == gjson.String {
			all = append(all, one.Str)
		}
	}
	return all
}

// unescaped returns a text without the backslashes that JSON and YAML put before quotes and
// themselves.
func unescaped(text string) string {
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\/`, "/").Replace(text)
}
