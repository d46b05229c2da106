package effects

import (
	"slices"
	"strings"
)

// xargs runs a command with what it reads as arguments.
func (a *analysis) xargs(f *frame, w *world, s arguments, inner []word, env []setting) {
	if inner == nil {
		inner = []word{{text: "echo", known: true}}
	}
	replace, delimiter := "", ""
	for _, g := range s.flags {
		switch g.name {
		case "I", "J":
			replace = g.text.text
		case "replace":
			if replace = "{}"; g.valid && g.text.text != "" {
				replace = g.text.text
			}
		case "null":
			delimiter = "\x00"
		case "delimiter":
			delimiter = ansi(g.text.text)
		}
	}
	g := f.under("xargs")
	items := items(w.in, delimiter, replace != "")
	if replace == "" {
		a.child(w, func(v *world) worlds {
			v.in = content{}
			return a.start(g, v, append(slices.Clip(inner), items...), env)
		})
		return
	}
	for _, item := range items {
		a.child(w, func(v *world) worlds {
			v.in = content{}
			return a.start(g, v, replaceAll(inner, replace, item), env)
		})
	}
}

// items returns what xargs makes of its input.
func items(in content, delimiter string, lines bool) []word {
	switch {
	case !in.known && in.over == "":
		return []word{{text: "$(…)"}}
	case !in.known:
		return []word{{text: "$(…)", from: in.from}}
	}
	var list []string
	switch text := in.text; {
	case delimiter != "":
		list = strings.Split(strings.TrimSuffix(strings.TrimSuffix(text, "\n"), delimiter), delimiter)
	case lines:
		list = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	default:
		list = strings.Fields(strings.NewReplacer(`"`, "", "'", "", `\`, "").Replace(text))
	}
	var out []word
	for _, text := range list[:min(len(list), maxList)] {
		out = append(out, in.word.with(strings.TrimLeft(text, " \t")))
	}
	return out
}

// replaceAll returns words with a text in them replaced by a word.
func replaceAll(words []word, old string, by word) []word {
	out := slices.Clone(words)
	for k, v := range out {
		if old != "" && strings.Contains(v.text, old) && len(v.text)*len(by.text) <= maxText {
			out[k] = word{text: strings.ReplaceAll(v.text, old, by.text), known: v.known && by.known, glob: v.glob || by.glob, from: union(v.from, by.from)}
		}
	}
	return out
}

// parallel runs a line of shell code for each of its arguments.
func (a *analysis) parallel(f *frame, w *world, i int, inner []word) {
	var args []word
	k := slices.IndexFunc(inner, func(v word) bool { return strings.HasPrefix(v.text, ":::") })
	switch {
	case k >= 0:
		for _, v := range inner[k:] {
			if !strings.HasPrefix(v.text, ":::") {
				args = append(args, v)
			}
		}
		inner = inner[:k]
	case w.in.over != "":
		args = items(w.in, "", true)
		a.flows(w.in.from, i, w.in.over, len(inner) == 0)
	default:
		args = []word{{text: "$(…)"}}
	}
	code := concat(inner, " ")
	for _, arg := range args {
		line := code
		for _, mark := range [...]string{"{}", "{.}", "{/}", "{//}", "{/.}", "{1}", "{2}", "{= ", "{#}"} {
			line = replaceAll([]word{line}, mark, arg)[0]
		}
		if line.text == code.text && arg.text != "" {
			if line.text != "" {
				line = line.plus(word{text: " ", known: true})
			}
			line = line.plus(arg)
		}
		a.child(w, func(v *world) worlds {
			v.in = content{}
			return a.evaluate(f.under("parallel"), v, i, line)
		})
	}
}
