package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A Start is a program that something other than a shell starts.
type Start struct {
	Words []programs.Word // the program and its arguments
	Env   []programs.Setting
	Stdin programs.Word
	Feeds bool // stdin has content
}

// A Running is what a start runs.
type Running struct {
	// Files are run, or may be: the program itself if it is named by a path, what programs take for
	// code, and arguments of unknown programs that look like paths. They are absolute. Each .. that
	// is written after a name stays, because the name may be a link. Those of other machines are
	// left out.
	Files []string
	// Named are other paths that programs may use: the words of unknown programs, the values of an
	// interpreter's flags, modules, and the values of variables set for programs. They are
	// absolute.
	Named []string
	// Untold is what runs and isn't known: programs, paths, and code with unknown parts. It also
	// has commands that may run files of a project without naming them, except those known not to.
	// Unknown parts are written as in the words.
	Untold []string
	// Writes are files that it writes, absolute: whoever runs one later runs what it wrote.
	Writes []string
}

// Started returns what is run when a program is started, as Of returns what a call does.
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
		if u.What != "argument" && u.What != "path" { // paths are among the files
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
// unknown programs: what these do with a file isn't known.
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

// half records code with unknown parts.
func (fs *findings) half(code word) {
	if !code.Known && len(fs.partial) < maxList {
		fs.partial = append(fs.partial, cut(code.Text))
	}
}
