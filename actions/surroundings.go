package actions

import (
	"os"
	"slices"
	"strings"

	"bcrules.dev/engine"
)

// surroundings is the environment a started program inherits, as arguments of the actions that
// start one.
type surroundings struct {
	Env   map[string]engine.Text
	Unset []string
}

// surroundingArgs defines those arguments.
const surroundingArgs = `env?: [string]: string // variables in addition to the hook's own
	unset?: [...string] // variables of the hook to leave out`

// environ returns the environment, sorted; nil for the hook's own.
func (s surroundings) environ() []string {
	if len(s.Env) == 0 && len(s.Unset) == 0 {
		return nil
	}
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		_, other := s.Env[name]
		return other || slices.Contains(s.Unset, name)
	})
	for name, value := range s.Env {
		env = append(env, name+"="+string(value))
	}
	slices.Sort(env)
	return env
}
