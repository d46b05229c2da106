//go:build !windows

package load

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"bcrules.dev/testdata/postgres"
)

// A server that has GROWN sessions, each with a claim, and as many learnings, 2,000 where that isn't
// set, answers as one that is new: it recalls within the time a store has, and one session removes
// a part of what is over, and another that starts then none.
func TestGrown(t *testing.T) {
	n := cmp.Or(os.Getenv("GROWN"), "2000")
	s := postgres.Start(t)
	c := newCrowd(t, s.URL(""))
	c.send("SessionStart", "maker", map[string]any{"source": "startup"}) // and the tables are there
	s.Value(t, "insert into continuity.sessions select 'old' || i, 'p', '', 0, case when i % 10 = 0 then 0 else extract(epoch from now()) * 1000 end from generate_series(1, "+n+") i")
	s.Value(t, "insert into continuity.file_claims select 'p', 'f' || i, 'c', 'old' || i, 0 from generate_series(1, "+n+") i")
	s.Value(t, `insert into public.archival_memory (session_id, content, metadata, created_at)
		select 's', 'What worked: berths ' || i || ' by tide ' || i % 97 || ' and harbour pilots of quay ' || i % 1009, '{"type": "session_learning"}', now() - i * interval '1 second'
		from generate_series(1, `+n+`) i`)
	s.Value(t, "analyze")
	old := s.Int(t, "select count(*) from continuity.sessions where last_heartbeat = 0")
	s.Value(t, "update continuity.upkeep set at = 0")

	said := c.send("UserPromptSubmit", "asker", map[string]any{"prompt": "Which harbour pilots know the berths of quay 77 by the tide, and who worked there"})
	if !strings.Contains(said, "MEMORY MATCH") {
		t.Errorf("found %s of %s learnings, want some", said, n)
	}
	swept := func() int { return old - s.Int(t, "select count(*) from continuity.sessions where last_heartbeat = 0") }
	for range 2 {
		c.send("SessionStart", "starter", map[string]any{"source": "startup"})
		for range 100 { // nobody waits for it
			if swept() > 0 {
				break
			}
			s.Value(t, "select pg_sleep(0.1)")
		}
		if found, want := swept(), min(old, 5000); found != want {
			t.Errorf("found %d sessions swept of %d, want %d", found, old, want)
		}
	}
	t.Log(fmt.Sprint(n, " sessions and learnings: prompt ", c.took["UserPromptSubmit"], ", starts ", c.took["SessionStart"], ", faults ", c.faint))
}
