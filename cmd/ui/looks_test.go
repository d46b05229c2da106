package ui

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcrules.dev/cmd/layers"
)

// What was said about rules is said again, also by the next server, until a rule file changes. An
// old result is said at once, and checked again; if that fails, the page says so.
func TestLooks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, dir)
	}
	rules := filepath.Join(dir, "rules")
	file := filepath.Join(rules, "a.cue")
	if err := errors.Join(os.Mkdir(rules, 0o755), os.WriteFile(file, []byte("package a\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	asked := make(chan string, 9)
	var broken error
	start := func() *Server {
		return &Server{ctx: t.Context(), Here: dir, Rules: []string{rules}, Ask: func(context.Context, string, ...string) (Said, error) {
			defer func() { asked <- "" }()
			out, err := json.Marshal(Look{At: time.Now(), Notice: "said"})
			return Said{Out: out}, errors.Join(err, broken)
		}}
	}
	get := func(name string, s *Server, asks int) *Look {
		t.Helper()
		look, err := s.looks.get(t.Context(), s)
		if err != nil || look.Notice != "said" || len(asked) != asks {
			t.Fatalf("%s: found %+v, %v, asked %d times, want %d", name, look, err, len(asked), asks)
		}
		for range asks {
			<-asked
		}
		return look
	}
	first := start()
	get("at first", first, 1)
	get("again", first, 0)
	get("started anew", start(), 0)
	if err := os.WriteFile(file, []byte("package a // longer\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	get("a changed file", first, 1)

	in := layers.Find([]string{rules}, dir, os.Getenv)
	was := remembered(in)
	was.Look.At = time.Now().Add(-time.Hour)
	remember(in, was)
	old := start()
	if look, err := old.looks.get(t.Context(), old); err != nil || !look.old() {
		t.Fatalf("an old one: found %+v, %v", look, err)
	}
	<-asked
	for look, _ := old.looks.get(t.Context(), old); look.old(); look, _ = old.looks.get(t.Context(), old) {
		time.Sleep(time.Millisecond) // it has been asked for, and will soon exist
	}
	get("looked at again", start(), 0)

	broken = errors.New("no")
	if err := os.WriteFile(file, []byte("package a // longer still\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := first.looks.get(t.Context(), first); !errors.Is(err, broken) {
		t.Errorf("what can't be looked at: found %v", err)
	}
}
