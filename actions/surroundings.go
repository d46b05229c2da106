package actions

import (
	"os"
	"slices"
	"strings"

	"bcrules.dev/engine"
)

// surroundings are what a program meets beside what the hook does. They are part of
// the arguments of actions that start one.
type surroundings struct {
	Env   map[string]engine.Text
	Unset []string
}

// surroundingArgs define them.
const surroundingArgs = `env?: [string]: string // variables it has beside the hook's own
	unset?: [...string] // variables of the hook that it doesn't have`

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
