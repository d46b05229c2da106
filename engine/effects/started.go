package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A Start is a program that somebody other than a shell starts.
type Start struct {
	Words []programs.Word // the program and its arguments
	Env   []programs.Setting
	Stdin programs.Word
	Feeds bool // there is something on its stdin
}

// A Running is what is run by a start.
type Running struct {
	// Files are run, or may be: the program itself where it is named by a path, what
	// programs take for code, and what looks like a path among the arguments of a program
	// of which nothing is known. They are absolute, with each .. that is written after a name,
	// as that may be a link; those of other machines are left out.
	Files []string
	// Named is what there may be under other names that programs are given: words of one of
	// which nothing is known, of an interpreter what its flags are given, modules, and what
	// variables say that are set for them. They are absolute.
	Named []string
	// Untold is what is run and not known: a program, a path, code of which not every part
	// is written down, and commands that may run what is in a project without naming it: all
	// but those of which it is known that they don't. What is not known stands in it as it does
	// in the words.
	Untold []string
	// Writes are files that are written by it, absolute: who runs one of them later runs what was put there.
	Writes []string
}

// Started says what is run where a program is started, as Of says what a call does.
func Started(at Place, s Start) (r Running) {
	a := analysis{at: at, findings: allowed(), names: &naming{}}
	f, w := &frame{home: at.Home}, &world{dir: at.Dir, name: "sh"}
	if s.Feeds {
		w.in = content{Word: s.Stdin, Over: "pipe"}
	}
	a.runLater(f, a.start(f, w, s.Words, s.Env))
	strange := a.started(&r, programs.Site{Dir: at.Dir, Home: at.Home, Links: true})
	for _, file := range slices.Concat(a.Reads, a.found) {
		switch {
		case file.Host != "" || file.How != "run" && (file.How != "argument" || !slices.Contains(strange, file.By)):
		case file.Known:
			r.Files = append(r.Files, file.Path)
		case file.How == "run":
			r.Untold = append(r.Untold, file.Path)
		}
	}
	for _, u := range a.Unknown {
		if u.What != "argument" && u.What != "path" { // which is among the files
			r.Untold = append(r.Untold, u.Text)
		}
	}
	r.Untold = append(append(r.Untold, a.partial...), a.names.untold...)
	for _, c := range a.names.may {
		told := func(f File) bool { return f.By == c.Program && f.How == "run" }
		if !slices.ContainsFunc(a.Reads, told) && !slices.ContainsFunc(a.found, told) {
			r.Untold = append(r.Untold, strings.Join(append([]string{c.Path}, c.Args...), " "))
		}
	}
	for _, file := range a.Writes {
		if file.Known && file.Host == "" {
			r.Writes = append(r.Writes, file.Path)
		}
	}
	r.Named = a.names.paths
	for _, list := range []*[]string{&r.Files, &r.Named, &r.Untold, &r.Writes} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return r
}

// started adds the programs that commands name by a path, and returns the names of the other
// programs of which nothing is known: what they do with a file can't be told.
func (a *analysis) started(r *Running, at programs.Site) (strange []string) {
	for _, c := range a.Commands {
		if c.Host != "" || c.Path == "" {
			continue
		}
		if !strings.ContainsAny(c.Path, `/\`) {
			if !c.Familiar && !strings.Contains(c.Path, "${") {
				strange = append(strange, c.Program)
			}
			continue
		}
		at.Dir = c.Dir
		path, known := at.Absolute(word{Text: c.Path, Known: !strings.Contains(c.Path, "$")})
		if known {
			r.Files = append(r.Files, path)
		} else {
			r.Untold = append(r.Untold, c.Path)
		}
	}
	return strange
}

// half notes code of which some is not known.
func (fs *findings) half(code word) {
	if !code.Known && len(fs.partial) < maxList {
		fs.partial = append(fs.partial, cut(code.Text))
	}
}
