package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// heeded runs what a program runs because a variable says so.
func (a *analysis) heeded(f *frame, w *world, c started) {
	env := a.Commands[c.index].Env
	if len(env) == 0 {
		return
	}
	for name := range c.Heeds() {
		code := env[name]
		switch {
		case code == "":
			continue
		case name == "PS4": // what a shell says before each command that it shows is expanded
			if !strings.ContainsAny(code, "$`") {
				continue
			}
			code = `: "` + code + `"`
		}
		a.run(f, w, started{index: c.index}, programs.Run{Code: word{Text: code, Known: !strings.Contains(code, "$")}, Via: name, Alone: true})
	}
}
