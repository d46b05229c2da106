//go:build !windows

package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/postgres"
	"bcrules.dev/testdata/sqlite"

	"github.com/jackc/pgx/v5"
)

// begun begins a transaction in an SQLite file that keeps others out, and returns a function that
// ends it.
func begun(t *testing.T, file string) (over func()) {
	t.Helper()
	db := sqlite.Open(t, file)
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("begin exclusive"); err != nil {
		t.Fatal(err)
	}
	return func() { db.Close() }
}

// connected opens up to n connections to a server, runs a statement on each, and returns a function
// that gives them back.
func connected(t *testing.T, url string, n int, statement string) (over func()) {
	t.Helper()
	var all []*pgx.Conn
	for len(all) < n {
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil && len(all) > 0 {
			break // there are no more
		}
		if err == nil {
			all = append(all, conn)
			_, err = conn.Exec(t.Context(), statement)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		for _, conn := range all {
			conn.Close(context.Background())
		}
	}
}

// If claims must be denied to others, an edit is also refused if it is unknown whether another
// session makes it: the agent is told so, and why. When the store answers again, the edit goes
// through, and the other session's is refused, with its owner.
func TestUnknown(t *testing.T) {
	s := postgres.Start(t)
	file := newCrowd(t, "", `claims: decision: "deny"`)
	server := newCrowd(t, s.URL(""), `claims: decision: "deny"`)
	work := filepath.Join(file.home, works)
	for i, trouble := range []struct {
		name  string
		c     *crowd
		bring func() (over func())
	}{
		{"SQLite, locked", file, func() func() { return begun(t, work) }},
		{"PostgreSQL, locked", server, func() func() {
			return connected(t, s.URL(""), 1, "begin; lock table continuity.file_claims in access exclusive mode")
		}},
		{"PostgreSQL, full", server, func() func() { return connected(t, s.URL(""), 200, "select 1") }},
		{"PostgreSQL, frozen", server, func() func() { s.Pause(); return s.Resume }},
		{"PostgreSQL, stopped", server, func() func() { s.Stop(); return func() { s.Restart(t) } }},
	} {
		t.Run(trouble.name, func(t *testing.T) {
			c := trouble.c
			c.t = t
			edit := func(session string) string {
				return c.send("PreToolUse", session, map[string]any{"tool_name": "Edit",
					"tool_input": map[string]any{"file_path": filepath.Join(c.work, fmt.Sprintf("a%d.go", i)), "old_string": "a", "new_string": "b"}})
			}
			c.send("SessionStart", "ann", map[string]any{"source": "startup"})
			c.send("SessionStart", "bob", map[string]any{"source": "startup"})
			over := trouble.bring()
			said := edit("ann")
			over()
			t.Logf("%d ms: %s", c.took["PreToolUse"][len(c.took["PreToolUse"])-1].Milliseconds(), said)
			if !strings.Contains(said, `"permissionDecision":"deny"`) || !strings.Contains(said, "not known whether another session edits") {
				t.Errorf("found %s, want a refusal, as it is not known", said)
			}
			if err := os.RemoveAll(filepath.Join(c.home, ".cache/bcrules/hung")); err != nil { // as after the rest
				t.Fatal(err)
			}
			if said := edit("ann"); strings.Contains(said, "deny") {
				t.Errorf("when it is over, found %s, want no refusal", said)
			}
			if said := edit("bob"); !strings.Contains(said, "is being edited by Session ann") || !strings.Contains(said, `"permissionDecision":"deny"`) {
				t.Errorf("of another session found %s, want a refusal", said)
			}
		})
	}
}
