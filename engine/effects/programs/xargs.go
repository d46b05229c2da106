package programs

import (
	"slices"
	"strings"
)

// xargs returns the command that xargs runs, with its input as arguments.
func xargs(c Call, around Surroundings) (list []Run, only bool) {
	inner := c.Inner()
	if inner == nil {
		inner = []Word{{Text: "echo", Known: true}}
	}
	replace, delimiter := "", ""
	for _, f := range c.Flags {
		switch f.Name {
		case "I", "J":
			replace = f.Value.Text
		case "replace":
			if replace = "{}"; f.Valued && f.Value.Text != "" {
				replace = f.Value.Text
			}
		case "null":
			delimiter = "\x00"
		case "delimiter":
			delimiter = Unescape(f.Value.Text)
		}
	}
	items := items(c.list(around), delimiter, replace != "")
	if replace == "" {
		return []Run{{Words: append(slices.Clip(inner), items...), Via: "xargs", Alone: true, Many: true}}, true
	}
	for _, item := range items {
		list = append(list, Run{Words: replaceAll(inner, replace, item), Via: "xargs", Alone: true, Many: true})
	}
	return list, true
}

// list returns what xargs and parallel take arguments from: a file that the call has written, or
// their input.
func (c Call) list(around Surroundings) Input {
	file, ok := c.option("arg-file")
	if !ok {
		return around.In
	}
	if around.Contents == nil {
		return Input{}
	}
	in, _ := around.Contents(file)
	return in
}

// items splits the input of xargs into arguments.
func items(in Input, delimiter string, lines bool) []Word {
	switch {
	case !in.Known && in.Over == "":
		return []Word{{Text: "$(…)"}}
	case !in.Known:
		return []Word{{Text: "$(…)", From: in.From}}
	}
	var list []string
	switch text := in.Text; {
	case delimiter != "":
		list = strings.Split(strings.TrimSuffix(strings.TrimSuffix(text, "\n"), delimiter), delimiter)
	case lines:
		list = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	default:
		list = strings.Fields(strings.NewReplacer(`"`, "", "'", "", `\`, "").Replace(text))
	}
	var out []Word
	for _, text := range list[:min(len(list), MaxList)] {
		out = append(out, in.With(strings.TrimLeft(text, " \t")))
	}
	if len(list) > MaxList {
		out = append(out, Word{Text: "$(…)", From: in.From})
	}
	return out
}

// replaceAll returns words in which a word replaces a text.
func replaceAll(words []Word, old string, by Word) []Word {
	out := slices.Clone(words)
	for k, v := range out {
		if old != "" && strings.Contains(v.Text, old) && len(v.Text)*len(by.Text) <= MaxText {
			out[k] = Word{Text: strings.ReplaceAll(v.Text, old, by.Text), Known: v.Known && by.Known, Glob: v.Glob || by.Glob, From: Union(v.From, by.From)}
		}
	}
	return out
}

// runParts returns the programs of a folder that run-parts runs.
func runParts(c Call, _ Surroundings) (list []Run, only bool) {
	if own := c.Own(); len(own) > 0 && !c.IsDry() {
		all := own[0].With(strings.TrimSuffix(own[0].Text, "/") + "/*")
		all.Glob = true
		list = append(list, Run{Words: []Word{all}, Via: c.Base, Alone: true})
	}
	return list, true
}

// parallel returns the code that parallel runs, once for each of its arguments. Without code, each
// argument is a line of code.
func parallel(c Call, around Surroundings) (list []Run, only bool) {
	var args []Word
	inner, in, over := c.Inner(), c.list(around), ""
	k := slices.IndexFunc(inner, func(v Word) bool { return strings.HasPrefix(v.Text, ":::") })
	switch {
	case k >= 0:
		args = without(inner[k:], func(v Word) bool { return strings.HasPrefix(v.Text, ":::") })
		inner = inner[:k]
	case in.Over != "":
		if args = items(in, "", true); len(inner) == 0 {
			over = in.Over
		}
	default:
		args = []Word{{Text: "$(…)"}}
	}
	code := Join(inner, " ")
	for _, arg := range args {
		line := code
		for _, mark := range [...]string{"{}", "{.}", "{/}", "{//}", "{/.}", "{1}", "{2}", "{= ", "{#}"} {
			line = replaceAll([]Word{line}, mark, arg)[0]
		}
		if line.Text == code.Text && arg.Text != "" {
			if line.Text != "" {
				line = line.Plus(Word{Text: " ", Known: true})
			}
			line = line.Plus(arg)
		}
		list = append(list, Run{Code: line, Via: "parallel", Over: over, Alone: true})
	}
	return list, true
}
