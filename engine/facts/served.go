package facts

import (
	"iter"
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// served yields what a tool with unknown fields does, such as one of an MCP server: the call itself
// with all its texts, and the verbs that the names of fields suggest, at any depth. A text that is
// JSON is decoded.
func served(name string, input gjson.Result, does plan.Use) iter.Seq2[string, string] {
	return func(yield func(verb, text string) bool) {
		if !yield("call", name) {
			return
		}
		r := serving{does: does, yield: yield}
		r.object(input, 0)
	}
}

// deepest bounds how deep nested values are read.
const deepest = 64

type serving struct {
	does  plan.Use
	yield func(verb, text string) bool
	ended bool // the caller wants no more
}

func (r *serving) say(verb, text string) {
	r.ended = r.ended || !r.yield(verb, text)
}

// object reads the fields of an object. Fields that name the language or folder of the rest come
// first. A command's arguments may be in a field beside the command.
func (r *serving) object(v gjson.Result, depth int) {
	var rest []string
	texts := false // a field has the content of a file that another names
	named := false // a field is a command in one text
	v.ForEach(func(field, value gjson.Result) bool {
		named = named || value.Type == gjson.String && r.does.Verb(field.String()) == "shell"
		return true
	})
	v.ForEach(func(field, value gjson.Result) bool {
		switch verb := r.does.Verb(field.String()); {
		case verb == "content":
			texts = true
		case (verb == "language" || verb == "folder") && value.Type == gjson.String && value.Str != "":
			r.say(verb, value.String())
		case verb == "arguments" && value.IsArray(), verb == "shell" && value.IsArray() && named:
			rest = append(rest, quoted(value.Array()))
		case verb == "arguments" && value.IsObject():
			rest = append(rest, flags(value))
		case verb == "arguments" && value.Type == gjson.String:
			rest = append(rest, value.String())
		}
		return true
	})
	given := strings.Join(rest, " ")
	v.ForEach(func(field, value gjson.Result) bool {
		verb := r.does.Verb(field.String())
		if verb == "shell" && value.Type == gjson.String && given != "" {
			r.say(verb, value.String()+" "+given)
			verb, given = "", ""
		}
		if texts && verb == "read" {
			verb = "edit"
		}
		r.say("field", field.String())
		r.value(verb, value, depth)
		return !r.ended
	})
	if given != "" {
		r.say("arguments", given)
	}
}

// flags formats the fields of an object as a command's flags.
func flags(v gjson.Result) string {
	var list []gjson.Result
	v.ForEach(func(name, value gjson.Result) bool {
		flag := "--" + name.String()
		if value.Type == gjson.False || value.Type == gjson.Null {
			return true
		}
		if value.Type != gjson.True {
			flag += "=" + value.String()
		}
		list = append(list, gjson.Result{Type: gjson.String, Str: flag})
		return true
	})
	return quoted(list)
}

// lines reads the items of a list as commands of their own: those of several words, and all if each
// may be a program's name. The list may instead be the words of one command.
func (r *serving) lines(verb string, v gjson.Result) {
	each := !slices.ContainsFunc(v.Array(), func(item gjson.Result) bool { return !programs.Familiar(item.String()) })
	for _, item := range v.Array() {
		if item.Type == gjson.String && (each || strings.ContainsAny(strings.TrimSpace(item.Str), " \t\n;&|")) {
			r.say(verb, item.Str)
		}
	}
}

// paths reads the names of an object's fields as files, if that is what a text in its place would
// be: what is to be written may be given as {"PATH": "CONTENT"}.
func (r *serving) paths(verb string, v gjson.Result) {
	if verb != "read" && verb != "edit" && verb != "delete" {
		return
	}
	v.ForEach(func(name, _ gjson.Result) bool {
		if path := name.String(); strings.ContainsAny(path, `/\`) {
			r.say(verb, path)
			r.say("text", path)
		}
		return !r.ended
	})
}

// value reads the value of a field, or an item of a list, to which verb applies.
func (r *serving) value(verb string, v gjson.Result, depth int) {
	switch {
	case depth > deepest:
		r.say("bound", "more than can be looked at")
	case v.IsObject() && v.Raw == "{}":
		r.say("value", v.Raw)
	case v.IsObject():
		r.paths(verb, v)
		r.object(v, depth+1)
	case v.IsArray() && verb == "shell" && v.Get("0").Type == gjson.String:
		r.say(verb, line(v.Array()))
		r.lines(verb, v)
		r.value("", v, depth)
	case v.IsArray() && len(v.Array()) == 0:
		r.say("value", "[]")
	case v.IsArray():
		v.ForEach(func(_, item gjson.Result) bool {
			r.value(verb, item, depth+1)
			return !r.ended
		})
	case v.Type != gjson.String:
		r.say("value", v.Raw)
	default:
		text := v.String()
		if in := strings.TrimLeft(text, " \t\r\n"); strings.HasPrefix(in, "{") || strings.HasPrefix(in, "[") {
			if inner := gjson.Parse(in); gjson.Valid(in) && (inner.IsObject() || inner.IsArray()) {
				r.value(verb, inner, depth+1)
				return
			}
		}
		switch {
		case programs.IsPatch(text): // wherever it stands
			r.say("patch", text)
		case verb != "" && !slices.Contains([]string{"arguments", "language", "folder", "content"}, verb):
			r.say(verb, text)
		}
		r.say("text", text)
	}
}
