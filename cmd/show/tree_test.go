package show

import (
	"bytes"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
)

// A fact's value is shown in the order of its type, without empty fields; of earlier values only
// the beginning. No line is wider than the screen.
func TestValueTree(t *testing.T) {
	curl := effects.Command{Program: "curl", Path: "/usr/bin/curl", Args: []string{"https://example.com/a-long-way-to-an-install-script-of-some-length.sh"}, Known: true}
	sh := effects.Command{Program: "sh", Via: []string{"sudo", "env"}, Depth: 2}
	value := engine.Shown(effects.Effects{
		Commands: []effects.Command{curl, sh},
		Reads:    []effects.File{},
		Pipes:    []effects.Pipe{{From: curl, To: sh, Code: true}},
		Complete: true,
	})
	trace := &engine.Trace{Hooks: []*engine.HookTrace{{Name: "g", Facts: []engine.Asked{{Call: "call()", Value: value}, {Call: "session()", Value: engine.Shown(struct{}{})}}}}}
	var got bytes.Buffer
	Trace(&got, trace.Hooks, "/")
	want := `g  -
  fact call()
    commands
      program "curl"
        path "/usr/bin/curl"
        args ["https://example.com/a-long-way-to-an-install-script-of-so…
        known true
      program "sh"
        via ["sudo","env"]
        depth 2
    pipes
      from program "curl"
        to program "sh"
        code true
    complete true
  fact session() = {}
`
	if got.String() != want {
		t.Errorf("found\n%s\nwant\n%s", &got, want)
	}
}
