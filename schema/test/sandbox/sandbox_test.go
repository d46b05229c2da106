package sandbox

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

var clock = time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC)

func box(t *testing.T) *Box {
	t.Helper()
	b, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(b.root); !os.IsNotExist(err) {
			t.Errorf("%s is still there", b.root)
		}
	})
	return b
}

// Files made before the event have the age that they say; files changed since are as new as the
// clock.
func TestTimes(t *testing.T) {
	b := box(t)
	err := b.Lay([]File{
		{Path: "new"}, {Path: "old", Age: time.Hour}, {Path: "~/dir/deep", Age: time.Minute},
		{Path: "closed", Dir: true, Mode: 0o500}, {Path: "link", Link: "old"},
	}, clock)
	if err != nil {
		t.Fatal(err)
	}
	age := func(name string) time.Duration {
		info, err := os.Stat(b.path(name))
		if err != nil {
			t.Fatal(err)
		}
		return clock.Sub(info.ModTime())
	}
	for name, want := range map[string]time.Duration{"new": 0, "old": time.Hour, "link": time.Hour, "~/dir": 0, "~/dir/deep": time.Minute, "closed": 0} {
		if got := age(name); got != want {
			t.Errorf("%s is %s old, want %s", name, got, want)
		}
	}
	if err := os.WriteFile(b.path("new"), []byte("more"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.Settle(clock.Add(time.Minute))
	if got := age("new"); got != -time.Minute {
		t.Errorf("a file changed a minute later is %s old", got)
	}
	if got := age("old"); got != time.Hour {
		t.Errorf("a file left alone became %s old", got)
	}
	if err := b.Lay([]File{{Path: "old", Gone: true}}, clock); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := b.Read("old"); ok || err != nil {
		t.Errorf("what was taken away is there: %t, %v", ok, err)
	}
}

// No path leads out of the sandbox, and the event's folder is in it.
func TestWithin(t *testing.T) {
	b := box(t)
	for _, test := range []struct {
		path string
		ok   bool
	}{
		{"a", true}, {"~/a", true}, {b.Project + "/a", true}, {b.Home, true},
		{"/etc/passwd", false}, {"~/../../x", false}, {b.root + "/../x", false}, {"../x", false},
	} {
		h, err := b.Host(World{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := h.Named(test.path); (err == nil) != test.ok {
			t.Errorf("%s: %s, %v, want ok %t", test.path, p.Path(), err, test.ok)
		}
	}
	for cwd, ok := range map[string]bool{"$PROJECT": true, "$HOME/x": true, "": true, "relative": true, "/": false, "/etc": false} {
		ev, err := plan.ReadEvent([]byte(b.RealJSON(`{"hook_event_name": "X", "cwd": "` + cwd + `"}`)))
		if err != nil {
			t.Fatal(err)
		}
		h, err := b.Host(World{}, ev)
		if (err == nil) != ok {
			t.Errorf("cwd %q: %v, want ok %t", cwd, err, ok)
		}
		if err == nil && cwd != "$HOME/x" && h.Dir != b.Project {
			t.Errorf("cwd %q: project %s, want %s", cwd, h.Dir, b.Project)
		}
	}
}

// Only what the world says answers, runs or can be started.
func TestWorld(t *testing.T) {
	b := box(t)
	h, err := b.Host(World{Env: map[string]string{"A": "$HOME/a"}, Clock: clock, System: "plan9", Answers: []string{"http://a"},
		Commands: []string{"grepai watch --now"}, Pids: []int{42}, Programs: []string{"grepai"},
		Prints: map[string]host.Printed{"git": {Code: 1}, "git log": {Out: "$HOME/a"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := h.Stage
	ran := func(command ...string) host.Printed {
		p, err := s.Run(command)
		if err != nil {
			p.Code = -1
		}
		return p
	}
	for what, ok := range map[string]bool{
		"environment":          h.Getenv("A") == filepath.Join(b.Home, "a") && h.Getenv("PATH") == "",
		"clock":                h.Now().Equal(clock),
		"system":               s.System == "plan9",
		"servers":              s.Answers("http://a") && !s.Answers("http://b"),
		"command lines":        s.Running(0, "grepai watch") && !s.Running(0, "grepai mcp") && !s.Running(0, ""),
		"numbers":              s.Running(42, "x") && !s.Running(43, ""),
		"programs that are":    s.Start([]string{"grepai", "watch"}) == nil && len(b.Started) == 1,
		"programs that aren't": s.Start([]string{"sh"}) != nil && len(b.Started) == 1,
		"what programs print":  ran("git", "log", "-1").Out == b.Home+"/a" && ran("git", "logs").Code == 1 && ran("gi").Code == -1 && ran("grepai") == host.Printed{},
	} {
		if !ok {
			t.Errorf("%s are not as the world has them", what)
		}
	}
}
