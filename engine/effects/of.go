package effects

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/effects/programs"
)

// What is kept of the texts that a tool is called with, and of its fields: so many of each, and
// of those of one name so many bytes. What is more is said to be unknown.
const (
	maxTexts = 1000
	maxBytes = 256 << 10
)

// A calledTool is the call of a tool as it is told, bit by bit.
type calledTool struct {
	Called
	field string         // the last that was named
	said  map[string]int // how many values fields have
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

// Of returns what a call does, by what its input holds: verbs with their texts.
// The verbs are shell (commands of a POSIX shell), powershell, code (of another language), script
// (either), language (what follows is in it), folder (what follows is done there), arguments (of the program that the call names), patch
// (as apply_patch takes it), fetch (a URL), read, list, write, edit and delete (paths),
// search (a path, with all below) and glob (a pattern of paths); call is the name of something
// that is called itself, text what it is called with, and field the name of what follows it: a
// text, or the value of one that has none.
func Of(at Place, input iter.Seq2[string, string]) Effects {
	a := analysis{at: at, findings: allowed()}
	site := programs.Site{Dir: at.Dir, Home: at.Home}
	called, told := calledTool{}, telling{}
	for verb, text := range input {
		w := word{Text: text, Known: true}
		switch verb {
		case "read", "list":
			a.reads(site.File(verb, w, false, ""))
		case "search":
			a.reads(site.File("read", w, true, ""))
		case "glob":
			if !strings.HasPrefix(text, "!") { // those it leaves out
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

// all returns what was found, with what follows from that.
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

// complete reports whether all of the call is known.
func (a *analysis) complete() bool {
	strange := func(c Command) bool { return !c.Familiar }
	foreign := func(f File) bool { return f.How == "run" && len(a.files[f.Path]) == 0 }
	return len(a.Unknown)+len(a.Calls) == 0 && !a.own && !slices.ContainsFunc(a.Commands, strange) && !slices.ContainsFunc(a.Reads, foreign)
}

// reading reports whether what is known of the call is that it looks.
func (a *analysis) reading() bool {
	acts := func(c Command) bool { return !c.Looks || c.Multiplies || len(c.Env) > 0 }
	changes := func(f File) bool { return !held(f.Path) }
	asks := func(h Host) bool { return h.Sends || h.Method != "" && h.Method != "GET" && h.Method != "HEAD" }
	return len(a.Things)+len(a.Links) == 0 && !slices.ContainsFunc(a.Commands, acts) &&
		!slices.ContainsFunc(a.Writes, changes) && !slices.ContainsFunc(a.Network, asks)
}

// run reads what a call says to a verb of code: a command, a script, arguments, or the language
// that what follows is in.
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

// shellText runs the text of a shell's call, and then what the shell runs later.
func (a *analysis) shellText(text string) {
	f := &frame{home: a.at.Home}
	w := &world{dir: a.at.Dir, back: "", name: "bash"}
	a.runLater(f, a.source(f, w, word{Text: text, Known: true}))
}

// runLater runs what a shell runs later, in what the worlds are at its end.
func (a *analysis) runLater(f *frame, ws worlds) {
	for n := 0; n < len(a.later); n++ {
		l := a.later[n]
		v := l.w.fork()
		v.flow = going
		a.source(l.f, v, l.code)
	}
	for _, v := range ws {
		if body := v.funcs["command_not_found_handle"]; body != nil {
			a.stmt(f.under("command_not_found_handle"), v.fork(), body)
		}
	}
}

// A later is code that the shell runs when it likes: a trap, PROMPT_COMMAND.
type later struct {
	f    *frame
	w    *world
	code word
}
