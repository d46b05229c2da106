package programs

import (
	_ "embed"
	"strings"
)

// Programs that run files which they find by their names: settings, tests, modules, tasks. The
// stanzas of programs of which nothing else is known are in loads.txt; such programs stay
// unfamiliar.

//go:embed loads.txt
var loadsText string

// A Load is a file that a program runs if it is there.
type Load struct {
	Name Word // a path, or a pattern of paths
	Run       // what runs it, apart from Words and Code
}

// interpreters are what runs files, by the ends of their names.
var interpreters = [...][2]string{
	{".sh", "sh"}, {"/.envrc", "sh"}, {"/pre-commit", "sh"}, {"/commit-msg", "sh"},
	{".py", "python3"}, {"/SConstruct", "python3"},
	{".js", "node"}, {".cjs", "node"}, {".mjs", "node"}, {".ts", "node"}, {".mts", "node"}, {".cts", "node"}, {".tsx", "node"}, {".jsx", "node"},
	{".rb", "ruby"}, {".rake", "ruby"}, {".gemspec", "ruby"}, {"/Rakefile", "ruby"}, {"/Gemfile", "ruby"}, {"/Vagrantfile", "ruby"}, {"/Podfile", "ruby"},
	{"/Fastfile", "ruby"}, {"/Guardfile", "ruby"}, {"/Capfile", "ruby"}, {"/Brewfile", "ruby"},
	{".go", "go run"}, {".lua", "lua"}, {".pl", "perl"}, {".R", "Rscript"}, {"/.Rprofile", "Rscript"}, {".jl", "julia"}, {".rs", "rust-script"},
}

// Loads returns the files that the program loads if they are there.
func (c Call) Loads() (list []Load) {
	p := c.program
	if p == nil || p.loads == "" {
		p = findIn(&loadsText, c.Base)
	}
	if p == nil || p.loads == "" || c.IsDry() {
		return nil
	}
	for text := range strings.FieldsSeq(p.loads) {
		for _, name := range c.naming(text) {
			list = append(list, Load{Name: name, Run: Run{Via: c.Base, Over: "file", Dirs: c.dirs(), Alone: true}})
		}
	}
	return list
}

// naming returns the names that a text of the line loads stands for: <1> is the first operand, and
// <m> the command that the flag m names, as a module, or the package that has it.
func (c Call) naming(text string) (names []Word) {
	with := func(what string, w Word) {
		names = append(names, w.With(strings.Replace(text, what, w.Text, 1)))
	}
	switch {
	case strings.HasPrefix(text, "<1>"):
		if own := c.Own(); len(own) > 0 && own[0].Known {
			with("<1>", own[0])
		}
	case strings.HasPrefix(text, "<m>"):
		for _, f := range c.Flags {
			if f.Name == "m" && len(f.words) > 0 {
				module := f.words[0]
				whole := strings.ReplaceAll(module.Text, ".", "/")
				if with("<m>", module.With(whole)); strings.Contains(whole, "/") {
					with("<m>", module.With(whole[:strings.IndexByte(whole, '/')]))
				}
			}
		}
	default:
		return []Word{{Text: text, Known: true}}
	}
	return names
}

// Loading returns the command that runs a file which a program loads, nil for none.
func Loading(file Word) (words []Word) {
	for _, kind := range interpreters {
		if strings.HasSuffix("/"+file.Text, kind[0]) {
			for part := range strings.FieldsSeq(kind[1]) {
				words = append(words, Word{Text: part, Known: true})
			}
			return append(words, file)
		}
	}
	return nil
}

// Held returns the commands in a file that holds them in a form of its own; ok is false if it has
// none.
func Held(file string, text Word) (code Word, ok bool) {
	form := formOf(strings.ToLower(file))
	if form == nil {
		return Word{}, false
	}
	return text.With(form.commands(text.Text, false)), true
}
