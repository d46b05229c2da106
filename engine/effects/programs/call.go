package programs

import (
	"iter"
	"slices"
	"strings"
)

// A Call is a command whose words are told apart.
type Call struct {
	Base     string // name of the program without folder and .exe, "" if it is not known
	Flags    []Flag
	Operands []Word // with those that name a subcommand

	program *program // of the subcommand, if there is one; nil if not known
	whole   *program // of the program itself
	words   []Word
	subs    int // the first operands, that name a subcommand
	dashes  int // the operands before --, -1 if there is none
	rest    int // the word that a command it runs begins with; past the end for none
}

// A Flag is one as given.
type Flag struct {
	spec          // Name is without dashes, the long one if it is known
	Value  Word   // "" if there is none
	Valued bool   // it has a value
	words  []Word // of the command that is its value
	next   int    // the word after it, 0 where that isn't told
}

// Split tells flags, their values and operands of a command apart, whose first word
// is the program. A program that is not known is taken to read its arguments as most
// do.
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

// parted returns words whose first is a program's file for one subcommand (git-checkout), as if that was
// said after its name. A program that is known by the whole name stays.
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

// baseName returns the name of a program without its folder and .exe, or the version of a package
// that a runner of such starts, "" if it is not known.
func baseName(w Word) string {
	base := w.Text[strings.LastIndexAny(w.Text, `/\`)+1:]
	if !w.Known && strings.ContainsAny(base, "${}()…") {
		return ""
	}
	for _, ending := range [...]string{".exe", ".cmd", ".bat"} {
		base = strings.TrimSuffix(base, ending)
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

// Command returns the words of the command that the flag is given, nil for none.
func (f Flag) Command() []Word { return f.words }

// Given returns the names of the flags that were given, each once, and the values of
// those that have one, the last of each. A flag and its opposite, force and no-force,
// undo each other.
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

// Own returns the operands that do not name a subcommand.
func (c Call) Own() []Word { return c.Operands[c.subs:] }

// Has reports whether one of the flags is in force: it was given, and not undone by
// the same with no- before it.
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

// option returns the value of a flag, the last one; not ok if it has none.
func (c Call) option(name string) (w Word, ok bool) {
	for _, f := range c.Flags {
		if f.Name == name && f.Valued {
			w, ok = f.Value, true
		}
	}
	return w, ok
}

// Inner returns the command that a wrapper runs, nil if there is none: of timeout 10
// make test, it is make test.
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

// Copies reports whether the program puts in files just what it reads.
func (c Call) Copies() bool { return c.program != nil && has(c.program.traits, "copies") }

// PrintsInput reports whether a program prints what it reads.
func PrintsInput(name string) bool {
	p := wellKnown(name)
	return p != nil && p.prints == "input"
}

// Succeeds reports whether a program can be taken to succeed.
func Succeeds(name string) bool {
	p := find(name)
	return p != nil && has(p.traits, "succeeds")
}

// Heeds yields the variables whose values the program runs as code of the shell.
func (c Call) Heeds() iter.Seq[string] {
	if c.program == nil {
		return func(func(string) bool) {}
	}
	return strings.FieldsSeq(c.program.heeds)
}

// Language returns the language whose code the program runs, "" for none, and says
// where that code is: in the values of the flags named; or else, if operand, in its
// first operand, or in the file that this names.
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

// Unclear returns the words of which it isn't known what the program does with them: what its
// flags are given of which no more is known than that, and, with the word after it, a flag of
// which nothing is known.
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

// Site returns the place that the program's flags make it go to first.
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

// Commanded reports whether a program is one of the trades whose first words say what is done:
// those of clouds, and of git.
func Commanded(name string) bool {
	p := wellKnown(name)
	return p != nil && (p.trade == &cloudText || p.trade == &gitText)
}

// IsFamiliar reports whether something is known of the program.
func (c Call) IsFamiliar() bool { return c.program != nil }

// Looks reports whether the program only looks, but for the files and hosts that it touches
// and for what it runs.
func (c Call) Looks() bool { return c.program != nil && has(c.program.traits, "looks") }

// Builds reports whether the program is of those that run, build or install what a project has.
func (c Call) Builds() bool {
	return c.program != nil && (c.program.trade == &codeText || c.program.trade == &cloudText)
}

// RunsOwn reports whether the program runs what a file says that it finds by itself.
func (c Call) RunsOwn() bool { return c.program != nil && c.program.finds != "" }

// Folded returns the words of a command as a system reads them that finds programs by
// names in either case: RM is rm. A program that is known by its name as it is stays.
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

// Finds returns the files that the program runs without being told their names, if they are
// there.
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
