package effects

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/effects/programs"
)

// Limits of what is kept of a tool's call: maxTexts for texts, fields, and the values of a field;
// maxBytes for the bytes of a field. Anything more is reported as unknown.
const (
	maxTexts = 1000
	maxBytes = 256 << 10
)

// A calledTool is the call of a tool, put together bit by bit.
type calledTool struct {
	Called
	field string         // the field named last
	said  map[string]int // the number of values, by field
	over  bool           // there is more than is kept
}

func (c *calledTool) add(verb, text string) {
	switch verb {
	case "call":
		c.Name, c.Options, c.said = text, map[string]string{}, map[string]int{}
	case "field":
		c.field = text
		if _, ok := c.Options[text]; !ok && len(c.Options) < maxTexts {
			c.Options[text] = ""
		} else if !ok {
			c.over = true
		}
	default:
		if verb == "text" && len(c.Args) < maxTexts {
			c.Args = append(c.Args, text)
		}
		had, ok := c.Options[c.field]
		switch {
		case !ok:
		case len(had)+len(text) > maxBytes || c.said[c.field] == maxTexts:
			c.over = true
		case c.said[c.field] > 0:
			text = had + "\n" + text
			fallthrough
		default:
			c.Options[c.field] = text
			c.said[c.field]++
		}
	}
}

// Of returns what a call does. Its input is a sequence of verbs with texts:
//
//	shell                commands of a POSIX shell
//	code                 code of another language
//	powershell           code of PowerShell
//	script               shell commands, or code of another language
//	language             the language of what follows
//	folder               the folder in which the following is done
//	arguments            arguments of the program that the tool's name says
//	patch                a patch as apply_patch takes it
//	fetch                a URL
//	read, list           a path, or as for all that follow, a URL: of a file, or to fetch
//	write, edit          a path
//	search, delete       a path, with all that lies below it
//	glob                 a pattern of paths
//	call                 the name of a tool, if calling it is of interest in itself
//	field                the name of a field of that call
//	text, value          what the field holds: a text, or something else
//	bound                there is more than was passed on
func Of(at Place, input iter.Seq2[string, string]) Effects {
	a := analysis{at: at, findings: allowed()}
	site := programs.Site{Dir: at.Dir, Home: at.Home}
	called, told := calledTool{}, telling{}
	for verb, text := range input {
		verb, w := addressed(verb, text)
		switch verb {
		case "read", "list":
			a.reads(site.File(verb, w, false, ""))
		case "search":
			a.reads(site.File("read", w, true, ""))
		case "glob":
			if !strings.HasPrefix(text, "!") { // a pattern of paths to leave out
				a.reads(site.File("read", w, false, ""))
			}
		case "write", "edit":
			a.writes(site.File(verb, w, false, ""))
		case "delete":
			a.writes(site.File(verb, w, true, ""))
		case "folder":
			site.Dir, _ = site.Absolute(w)
			a.at.Dir = site.Dir
		case "fetch":
			t := site.Fetched(w, false, "")
			a.reads(t.Reads...)
			a.hosts(t.Hosts...)
		case "patch":
			a.writes(programs.Patched(text, site, "", -1)...)
		case "bound":
			called.over = true
		case "call", "field", "text", "value":
			if called.add(verb, text); verb == "call" {
				told.named(text)
			}
		default:
			told.run(&a, verb, text)
		}
	}
	if called.over {
		a.unknown("bound", called.Name, "")
	}
	if called.Name != "" {
		a.Calls = append(a.Calls, called.Called)
	}
	return a.all()
}

// addressed returns the path that a file URL names in place of one. Another URL is fetched.
func addressed(verb, text string) (string, word) {
	w := word{Text: text, Known: true}
	switch verb {
	case "read", "list", "search", "write", "edit", "delete":
		if path, ok := programs.FilePath(text); ok {
			w.Text = path
		} else if strings.Contains(text, "://") {
			verb = "fetch"
		}
	}
	return verb, w
}

// all returns what was found, and what follows from it.
func (a *analysis) all() Effects {
	if a.full {
		a.partly("")
	}
	a.pipes()
	for i := range a.Commands {
		if name := a.Commands[i].Program; !slices.Contains(a.Programs, name) {
			a.Programs = append(a.Programs, name)
		}
	}
	a.Complete = a.complete()
	a.Reading = a.Complete && a.reading()
	a.kept = &sync.Map{}
	return a.Effects
}

// complete reports whether everything about the call is known.
func (a *analysis) complete() bool {
	strange := func(c Command) bool { return !c.Familiar }
	foreign := func(f File) bool { return f.How == "run" && len(a.files[f.Path]) == 0 }
	return len(a.Unknown)+len(a.Calls) == 0 && !a.own && !slices.ContainsFunc(a.Commands, strange) && !slices.ContainsFunc(a.Reads, foreign)
}

// reading reports whether the call only looks, as far as it is known.
func (a *analysis) reading() bool {
	acts := func(c Command) bool { return !c.Looks || c.Multiplies || len(c.Env) > 0 }
	changes := func(f File) bool { return !held(f.Path) }
	asks := func(h Host) bool { return h.Sends || h.Method != "" && h.Method != "GET" && h.Method != "HEAD" }
	return len(a.Things)+len(a.Links) == 0 && !slices.ContainsFunc(a.Commands, acts) &&
		!slices.ContainsFunc(a.Writes, changes) && !slices.ContainsFunc(a.Network, asks)
}

// run handles the verbs of code: a command, a script, arguments, or the language of what follows.
func (t *telling) run(a *analysis, verb, text string) {
	switch verb {
	case "shell":
		if t.language == "" || !t.code(a, text) {
			a.shellText(t.line(text))
		}
	case "script":
		switch {
		case t.code(a, text):
		case t.language != "": // one that is not read
			a.unknown("code", text, "")
		default:
			a.shellText(text)
		}
	case "arguments":
		if t.program != "" {
			a.shellText(t.program + " " + text)
		}
	case "language":
		t.language = strings.ToLower(text)
	default:
		if l := languageOf(verb); l != nil && l.ends != "" {
			a.readCode(&frame{home: a.at.Home}, &world{dir: a.at.Dir}, -1, l, word{Text: text, Known: true})
		} else if !t.code(a, text) {
			a.unknown("code", text, "")
		}
	}
}

// shellText runs shell code, and then what the shell runs later.
func (a *analysis) shellText(text string) {
	f := &frame{home: a.at.Home}
	w := &world{dir: a.at.Dir, back: "", name: "bash"}
	a.runLater(f, a.source(f, w, word{Text: text, Known: true}))
}

// runLater runs traps and the like, and in the shell's last worlds its handler of unknown commands.
func (a *analysis) runLater(f *frame, ws worlds) {
	for n := 0; n < len(a.later); n++ {
		l := a.later[n]
		v := l.w.fork()
		v.flow = going
		a.source(l.f, v, l.code)
	}
	for _, v := range ws {
		if body := v.funcs["command_not_found_handle"].body; body != nil {
			a.stmt(f.under("command_not_found_handle"), v.fork(), body)
		}
	}
}

// A later is code that the shell runs at some later time: a trap, PROMPT_COMMAND.
type later struct {
	f    *frame
	w    *world
	code word
}
