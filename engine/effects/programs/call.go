package programs

import (
	"iter"
	"slices"
	"strings"
)

// A Call is a command split into its flags, their values and operands.
type Call struct {
	Base     string // name of the program without folder and .exe, "" if it is not known
	Flags    []Flag
	Operands []Word // including those that name a subcommand

	program *program // of the subcommand, if there is one; nil if not known
	whole   *program // of the program itself
	words   []Word
	subs    int // number of operands that name a subcommand: the first ones
	dashes  int // number of operands before --, -1 if there is none
	rest    int // index of the first word of the command it runs; past the end for none
}

// A Flag is a flag as given.
type Flag struct {
	spec          // Name has no dashes; it is the long one if that is known
	Value  Word   // "" if there is none
	Valued bool   // it has a value
	words  []Word // of the command that is its value
	next   int    // index of the word after it, 0 if not known
}

// Split splits a command, whose first word is the program, into flags, their values and operands.
// An unknown program is taken to read its arguments as most do.
func Split(words []Word) Call {
	words = parted(words)
	s := splitter{Call: Call{Base: baseName(words[0]), words: words, dashes: -1, rest: len(words)}, i: 1}
	s.program = wellKnown(s.Base)
	if s.whole = s.program; s.program == nil {
		s.program = &unknown
	}
	s.run()
	if s.program == &unknown {
		s.program = nil
	}
	return s.Call
}

// parted splits a program's file for one subcommand (git-checkout) into the program's name and the
// subcommand. A program that is known by the whole name stays.
func parted(words []Word) []Word {
	name, verb, ok := strings.Cut(baseName(words[0]), "-")
	if !ok || name == "" || wellKnown(name+"-"+verb) != nil {
		return words
	}
	p := wellKnown(name)
	if p == nil || p.syntax&subcommands == 0 || findIn(p.trade, p.name+" "+verb) == nil {
		return words
	}
	return append([]Word{words[0].With(name), {Text: verb, Known: true}}, words[1:]...)
}

var unknown = program{syntax: exact}

// baseName returns the name of a program without its folder, without .exe, and without the @version
// for a runner of packages; "" if it isn't known.
func baseName(w Word) string {
	base := w.Text[strings.LastIndexAny(w.Text, `/\`)+1:]
	if !w.Known && strings.ContainsAny(base, "${}()…") {
		return ""
	}
	for _, ending := range [...]string{".exe", ".cmd", ".bat"} {
		base = strings.TrimSuffix(base, ending)
	}
	if strings.Contains(w.Text, ".app/Contents/MacOS/") { // spelt Blender there, blender elsewhere
		base = strings.ToLower(base)
	}
	if name, _, versioned := strings.Cut(base, "@"); versioned && name != "" {
		return name
	}
	return base
}

// Spelling returns the name of the program and its subcommand as written.
func (c Call) Spelling() string {
	name := c.Base
	for _, v := range c.Operands[:c.subs] {
		name += " " + v.Text
	}
	return name
}

// Spelt returns the flag with its dashes.
func (f Flag) Spelt() string {
	if len(f.Name) == 1 {
		return "-" + f.Name
	}
	return "--" + f.Name
}

// Command returns the words of the command that the flag has as its value, nil for none.
func (f Flag) Command() []Word { return f.words }

// Given returns the names of the flags, each once, and the last value of each flag that has one. A
// flag and its opposite, force and no-force, undo each other.
func (c Call) Given() (names []string, values map[string]string) {
	drop := func(name string) {
		names = slices.DeleteFunc(names, func(n string) bool { return n == name })
	}
	for _, f := range c.Flags[:min(len(c.Flags), MaxList)] {
		if opposite, negative := strings.CutPrefix(f.Name, "no-"); negative {
			drop(opposite)
			delete(values, opposite)
		} else if len(f.Name) > 1 {
			drop("no-" + f.Name)
		}
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
		if f.Valued {
			if values == nil {
				values = map[string]string{}
			}
			values[f.Name] = f.Value.Text
		}
	}
	return names, values
}

// Own returns the operands without those that name a subcommand.
func (c Call) Own() []Word { return c.Operands[c.subs:] }

// IsFed reports whether the program's code is its input. The stanza says that it is so for a
// program whose first operand follows --.
func (c Call) IsFed() bool { return c.dashes == c.subs && has(c.program.traits, "fed") }

// Has reports whether one of some flags is in force: it was given, and not undone later by the same
// name with no- before it.
func (c Call) Has(names ...string) bool {
	is := false
	for _, f := range c.Flags {
		for _, name := range names {
			if f.Name == name {
				is = true
			} else if opposite, ok := strings.CutPrefix(f.Name, "no-"); ok && opposite == name {
				is = false
			}
		}
	}
	return is
}

// option returns the last value of a flag; ok is false if it has none.
func (c Call) option(name string) (w Word, ok bool) {
	for _, f := range c.Flags {
		if f.Name == name && f.Valued {
			w, ok = f.Value, true
		}
	}
	return w, ok
}

// Inner returns the command that a wrapper runs, nil if there is none: make test for timeout 10
// make test.
func (c Call) Inner() []Word {
	if c.rest >= len(c.words) {
		return nil
	}
	inner := c.words[c.rest:]
	if inner[0].Text == "-c" && has(c.program.traits, "sh") {
		return append([]Word{{Text: "sh", Known: true}}, inner...)
	}
	return inner
}

// IsDeaf reports whether the program reads nothing from its standard input.
func (c Call) IsDeaf() bool { return c.program != nil && c.program.stdin == "ignored" }

// Copies reports whether the program writes to files just what it reads.
func (c Call) Copies() bool { return c.program != nil && has(c.program.traits, "copies") }

// PrintsInput reports whether a program prints what it reads.
func PrintsInput(name string) bool {
	p := wellKnown(name)
	return p != nil && p.prints == "input"
}

// Succeeds reports whether a program can be assumed to succeed.
func Succeeds(name string) bool {
	p := find(name)
	return p != nil && has(p.traits, "succeeds")
}

// Heeds yields the variables whose values the program runs as shell code.
func (c Call) Heeds() iter.Seq[string] {
	if c.program == nil {
		return func(func(string) bool) {}
	}
	return strings.FieldsSeq(c.program.heeds)
}

// Language returns the language whose code the program runs, "" for none, and where the code is: in
// the values of flags, or else, if operand is set, in the first operand, or else in the file that
// the first operand names.
func (c Call) Language() (name string, flags []string, operand bool) {
	if c.program == nil || c.program.language == "" {
		return "", nil, false
	}
	words := strings.Fields(c.program.language)
	for _, word := range words[1:] {
		if word == "operand" {
			operand = true
		} else {
			flags = append(flags, word)
		}
	}
	return words[0], flags, operand
}

// Unclear returns the words whose use isn't known: values of flags of which nothing more is known,
// and unknown flags, each with the word after it.
func (c Call) Unclear() (words []Word) {
	for _, f := range c.Flags {
		switch {
		case !f.told && f.next > 0:
			words = append(words, c.words[f.next-1])
			if f.next < len(c.words) && !strings.HasPrefix(c.words[f.next].Text, "-") {
				words = append(words, c.words[f.next])
			}
		case f.Valued && f.kind == "" && f.turns == "":
			words = append(words, f.Value)
		}
	}
	return words
}

// Site returns the place to which the program's flags make it go first.
func (c Call) Site(at Site) Site {
	for _, f := range c.Flags {
		if f.Valued && f.is("cd") {
			path, known := at.Absolute(f.Value)
			if !known {
				path = ""
			}
			at.Dir = path
		}
	}
	return at
}

// Familiar reports whether something is known of a program, by its name.
func Familiar(name string) bool { return wellKnown(name) != nil }

// Speaks reports whether a program, by its name, runs code of some language.
func Speaks(name string) bool {
	p := wellKnown(name)
	return p != nil && p.language != ""
}

// Commanded reports whether the first words after a program say what it does. That holds for
// programs of clouds and for git.
func Commanded(name string) bool {
	p := wellKnown(name)
	return p != nil && (p.trade == &cloudText || p.trade == &gitText)
}

// IsFamiliar reports whether something is known of the program.
func (c Call) IsFamiliar() bool { return c.program != nil }

// Looks reports whether the program only looks, apart from the files and hosts that it touches and
// from what it runs.
func (c Call) Looks() bool { return c.program != nil && has(c.program.traits, "looks") }

// Builds reports whether the program is one that runs, builds or installs what a project has.
func (c Call) Builds() bool {
	return c.program != nil && (c.program.trade == &codeText || c.program.trade == &cloudText)
}

// RunsOwn reports whether the program runs files that it finds by itself.
func (c Call) RunsOwn() bool { return c.program != nil && c.program.finds != "" }

// Folded returns a command's words as they are read on a system that ignores the case of program
// names: RM is rm. A program that is known by its name as written stays.
func Folded(words []Word) []Word {
	name := words[0].Text
	base := baseName(words[0])
	if base == "" || base == strings.ToLower(base) || wellKnown(base) != nil {
		return words
	}
	if wellKnown(strings.ToLower(base)) == nil && base != strings.ToUpper(base) {
		return words
	}
	words = slices.Clone(words)
	folder := name[:strings.LastIndexAny(name, `/\`)+1]
	words[0] = words[0].With(folder + strings.ToLower(name[len(folder):]))
	return words
}

// Finds returns the files that the program finds by itself and runs, if they are there.
func (c Call) Finds(at Site) (files []File) {
	if c.program == nil || c.program.finds == "" {
		return nil
	}
	for _, f := range c.Flags {
		if f.Valued && f.is("run") {
			return nil
		}
	}
	at = c.Site(at)
	for name := range strings.FieldsSeq(c.program.finds) {
		files = append(files, at.File("run", Word{Text: name, Known: true}, false, c.Base))
	}
	return files
}
