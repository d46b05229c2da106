package effects

import (
	"iter"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/effects/programs"
)

// maxTexts bounds what is kept of the texts that a tool is called with.
const maxTexts = 64

// Of returns what a call does, by what its input holds: verbs with their texts.
// The verbs are shell (commands of a POSIX shell), powershell, code (of another language), patch
// (as apply_patch takes it), fetch (a URL), read, list, write, edit and delete (paths),
// search (a path, with all below) and glob (a pattern of paths); call is the name of something
// that is called itself, and text what it is called with.
func Of(at Place, input iter.Seq2[string, string]) Effects {
	a := analysis{at: at, steps: maxSteps, room: maxParsing, began: time.Now()}
	site := programs.Site{Dir: at.Dir, Home: at.Home}
	for verb, text := range input {
		w := word{Text: text, Known: true}
		switch verb {
		case "shell":
			a.shellText(text)
		case "powershell":
			a.readPowerShell(&frame{home: at.Home}, &world{dir: at.Dir, name: "pwsh"}, -1, w)
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
		case "fetch":
			t := site.Fetched(w, false, "")
			a.reads(t.Reads...)
			a.hosts(t.Hosts...)
		case "patch":
			a.writes(programs.Patched(text, site, "", -1)...)
		case "call":
			a.Calls = append(a.Calls, Called{Name: text})
		case "text":
			if n := len(a.Calls) - 1; n >= 0 && len(a.Calls[n].Args) < maxTexts {
				a.Calls[n].Args = append(a.Calls[n].Args, text)
			}
		default:
			a.unknown("code", text, "")
		}
	}
	a.pipes()
	for i := range a.Commands {
		if name := a.Commands[i].Program; !slices.Contains(a.Programs, name) {
			a.Programs = append(a.Programs, name)
		}
	}
	a.Complete = len(a.Unknown) == 0
	return a.Effects
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
