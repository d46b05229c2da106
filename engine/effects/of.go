package effects

import (
	"iter"
	"slices"
	"time"
)

// Of returns what a call does, by what its input holds: verbs with their texts.
// The verbs are shell (commands of a POSIX shell), code (of another language), patch
// (as apply_patch takes it), fetch (a URL), read, list, write and edit (paths).
func Of(at Place, input iter.Seq2[string, string]) Effects {
	a := analysis{at: at, steps: maxSteps, room: maxCode, began: time.Now()}
	files := toucher{at: where{dir: at.Dir, home: at.Home}}
	for verb, text := range input {
		w := word{text: text, known: true}
		switch verb {
		case "shell":
			a.shellText(text)
		case "read", "list", "write", "edit":
			files.file(verb, verb == "write" || verb == "edit", w, false)
		case "fetch":
			files.host(w, false)
		case "patch":
			files.writes = append(files.writes, patched(text, files.at, "", -1)...)
		default:
			a.unknown("code", text, "")
		}
	}
	add(&a, &a.Reads, files.reads)
	add(&a, &a.Writes, files.writes)
	add(&a, &a.Network, files.hosts)
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
	ws := a.source(f, w, word{text: text, known: true})
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
