package programs

import (
	"path/filepath"
	"slices"
	"strings"
)

// Prints returns the output of a command, as far as it is known; ok is false if it has none of use.
func (c Call) Prints(around Surroundings) (out Word, ok bool) {
	unknown := Word{Text: "$(…)"}
	if c.program == nil {
		if out, ok := c.templated(); ok {
			return out, true
		}
		return unknown, true
	}
	for _, line := range c.program.project {
		if when, path, _ := strings.Cut(line, ": "); c.fits(when) {
			return c.ofProject(path, around), true
		}
	}
	for s := range c.specials() {
		if s.prints != nil {
			if out, ok := s.prints(c, c.words[1:], around); ok {
				return out, true
			}
		}
	}
	if out, ok := c.templated(); ok {
		return out, true
	}
	switch prints := c.program.prints; prints {
	case "":
	case "nothing":
		return Word{}, false
	case "input", "start", "stdin":
		return c.copied(around), true
	default:
		return Word{Text: prints}, true
	}
	return unknown, true
}

// ofProject returns a path below the root of the project that the command works in; the path -
// means one elsewhere, which isn't known.
func (c Call) ofProject(path string, around Surroundings) Word {
	if path != "-" && around.Root != nil && around.Host == "" && around.Box == nil {
		if root := around.Root(c.Site(around.Site).Dir); root != "" {
			return Word{Text: filepath.Join(root, path) + "\n", Known: true}
		}
	}
	return Word{Text: "$(…)"}
}

func echoText(_ Call, args []Word, _ Surroundings) (Word, bool) { return echo(args), true }

func printfText(_ Call, args []Word, _ Surroundings) (Word, bool) { return Printf(args), true }

func pwdText(_ Call, _ []Word, around Surroundings) (Word, bool) {
	if around.Dir != "" {
		return Word{Text: around.Dir + "\n", Known: true}, true
	}
	return Word{Text: "${PWD}"}, true
}

// onPath begins the path of a program that is found through PATH.
const onPath = "${PATH}/"

func whichText(_ Call, args []Word, _ Surroundings) (Word, bool) {
	v := OnPath(Operand(args))
	return v.With(v.Text + "\n"), v.Known && v.Text != "" && len(args) == 1
}

// typeText returns what type prints when it is asked for a file.
func typeText(c Call, args []Word, _ Surroundings) (Word, bool) {
	v := OnPath(Operand(args))
	return v.With(v.Text + "\n"), v.Known && v.Text != "" && c.Has("p", "P") && len(c.Operands) == 1
}

// OnPath returns the path of a program found by its name, which may be a path already.
func OnPath(name Word) Word {
	if name.Text == "" || strings.Contains(name.Text, "/") {
		return name
	}
	return name.With(onPath + name.Text)
}

func lsText(_ Call, args []Word, _ Surroundings) (Word, bool) {
	return Word{Text: "*\n", Known: true, Glob: true}, len(args) == 0
}

func baseNameText(_ Call, args []Word, _ Surroundings) (Word, bool) {
	v := Operand(args)
	_, last := cutPath(v.Text)
	if len(args) == 2 && args[0].Text == v.Text {
		last = strings.TrimSuffix(last, args[1].Text)
	}
	return v.With(last + "\n"), v.Known && v.Text != "" && len(args) < 3
}

func dirNameText(_ Call, args []Word, _ Surroundings) (Word, bool) {
	v := Operand(args)
	dir, _ := cutPath(v.Text)
	return v.With(dir + "\n"), v.Known && v.Text != "" && len(args) < 3
}

// cutPath returns the folder and the last part of a path, as dirname and basename do.
func cutPath(path string) (dir, last string) {
	path = strings.TrimRight(path, "/")
	k := strings.LastIndexByte(path, '/')
	switch last = path[k+1:]; {
	case path == "" || k == 0:
		return "/", last
	case k < 0:
		return ".", last
	}
	return strings.TrimRight(path[:k], "/"), last
}

// mktempText returns a new path; it doesn't matter which.
func mktempText(_ Call, args []Word, _ Surroundings) (Word, bool) {
	name := Word{Text: "tmp.XXXXXXXXXX", Known: true}
	dir := Word{Text: "/tmp", Known: true}
	in := true
	for k := 0; k < len(args); k++ {
		switch t := args[k].Text; {
		case t == "-p" && k+1 < len(args):
			k++
			dir = args[k]
		case strings.HasPrefix(t, "--tmpdir="):
			dir = args[k].With(t[len("--tmpdir="):])
		case t == "-t" || t == "--tmpdir" || strings.HasPrefix(t, "--suffix"):
		case !strings.HasPrefix(t, "-"):
			name = args[k]
			in = slices.ContainsFunc(args, func(v Word) bool { return v.Text == "-t" || v.Text == "-p" || strings.HasPrefix(v.Text, "--tmpdir") })
		}
	}
	if in {
		name = Join([]Word{dir, name}, "/")
	}
	return name.With(name.Text + "\n"), true
}

// copied returns the output of a program that passes on what it reads: its files, or else its
// standard input. A program that passes on the start passes on everything if it has no flags.
func (c Call) copied(around Surroundings) Word {
	files := c.Own()
	if c.program.prints == "start" && len(c.Flags) > 0 {
		return Word{Text: "$(…)", From: around.In.From}
	}
	switch {
	case len(files) > 0 && c.program.prints != "stdin":
	case around.In.Over == "":
		return Word{Known: c.program.prints == "input"}
	default:
		return around.In.Word
	}
	out := Word{Known: true}
	for _, v := range files {
		if v.Text == "-" {
			out = out.Plus(around.In.Word)
			continue
		}
		var file Input
		known := around.Contents != nil
		if known {
			file, known = around.Contents(v)
		}
		if !known {
			return Word{Text: "$(…)", From: out.From}
		}
		out = out.Plus(file.Word)
	}
	return out
}

// columnsText returns the output of a program that prints a part of each line it reads, if the
// lines are patterns of names: then the same patterns stand for a column of them.
func columnsText(c Call, args []Word, around Surroundings) (Word, bool) {
	in := around.In.Word
	if !in.Known || !in.Glob || around.In.Over != "pipe" {
		return Word{}, false
	}
	for _, v := range args {
		picks := strings.ContainsAny(v.Text, "{") && strings.ContainsAny(v.Text, "/~=<>!") || c.Base == "sed" && !strings.HasPrefix(v.Text, "s")
		if !strings.HasPrefix(v.Text, "-") && picks {
			return Word{}, false
		}
	}
	return in, true
}
