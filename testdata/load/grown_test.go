//go:build !windows

package load

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/postgres"
	"bcrules.dev/testdata/sqlite"
)

// A server with GROWN sessions (2,000 if unset), each with a claim, and as many learnings (200,000
// at most), all of which have the words that are asked for, answers as a new one does. It recalls
// within the time that a store has. One session removes a part of what is over; another that starts
// then removes nothing.
func TestGrown(t *testing.T) {
	n := cmp.Or(os.Getenv("GROWN"), "2000")
	s := postgres.Start(t)
	c := newCrowd(t, s.URL(""))
	c.send("SessionStart", "maker", map[string]any{"source": "startup"}) // and the tables are there
	s.Value(t, "insert into continuity.sessions select 'old' || i, 'p', '', 0, case when i % 10 = 0 then 0 else extract(epoch from now()) * 1000 end from generate_series(1, "+n+") i")
	s.Value(t, "insert into continuity.file_claims select 'p', 'f' || i, 'c', 'old' || i, 0 from generate_series(1, "+n+") i")
	s.Value(t, `insert into public.archival_memory (session_id, content, metadata, created_at)
		select 's', 'What worked: berths ' || i || ' by tide ' || i % 97 || ' and harbour pilots of quay ' || i % 1009, '{"type": "session_learning"}', now() - i * interval '1 second'
		from generate_series(1, least(`+n+`, 200000)) i`)
	s.Value(t, "analyze")
	s.Value(t, "update continuity.upkeep set at = 0")
	said := c.send("UserPromptSubmit", "asker", map[string]any{"prompt": "Which harbour pilots know the berths of quay 77 by the tide, and who worked there"})
	if !strings.Contains(said, "MEMORY MATCH") {
		t.Errorf("found %s of %s learnings, want some", said, n)
	}
	c.sweep(t, n, func() int { return s.Int(t, "select count(*) from continuity.sessions where last_heartbeat = 0") })
}

// A file does the same.
func TestGrownFile(t *testing.T) {
	n := cmp.Or(os.Getenv("GROWN"), "2000")
	c := newCrowd(t, "")
	c.send("SessionStart", "maker", map[string]any{"source": "startup"})
	file := filepath.Join(c.home, works)
	db := sqlite.Open(t, file)
	defer db.Close()
	for _, fill := range []string{
		"with recursive s (i) as (select 1 union all select i + 1 from s where i < " + n + ") insert into sessions select 'old' || i, 'p', '', 0, case when i % 10 = 0 then 0 else unixepoch() * 1000 end from s",
		"insert into file_claims select 'p', 'f' || id, 'c', id, 0 from sessions where id like 'old%'",
		"update upkeep set at = 0",
	} {
		if _, err := db.Exec(fill); err != nil {
			t.Fatal(err)
		}
	}
	c.sweep(t, n, func() int { return inFile(t, file, "select count(*) from sessions where last_heartbeat = 0") })
}

// sweep has two sessions start beside old ones that are over. The first removes a part of them,
// within the time that a store has, which doesn't depend on their number.
func (c *crowd) sweep(t *testing.T, n string, over func() int) {
	t.Helper()
	old := over()
	for turn := range 2 {
		began := time.Now()
		c.send("SessionStart", "starter", map[string]any{"source": "startup"})
		for old == over() && time.Since(began) < 10*time.Second { // nobody waits for it
			time.Sleep(20 * time.Millisecond)
		}
		if turn == 0 {
			t.Logf("%s sessions: swept %d of %d that are over, %d ms after the start that did it began", n, old-over(), old, time.Since(began).Milliseconds())
		}
		if found, want := old-over(), min(old, 5000); found != want {
			t.Errorf("found %d sessions swept of %d, want %d", found, old, want)
		}
	}
	t.Log(fmt.Sprint(n, " sessions: prompts ", c.took["UserPromptSubmit"], ", starts ", c.took["SessionStart"], ", faults ", c.faint))
}
