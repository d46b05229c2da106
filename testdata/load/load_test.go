//go:build !windows

// Package load has sessions at work all at once, as many as the machines of an organisation
// have: each event is a bchook of its own with the pack continuity, no session thinks, and in
// the end each has been heard of and no claim is lost.
//
//	LOAD sessions ─ start, 3 edits of files of all and 3 of its own, stop ─► bchook ─► bcstore ─► SQLite or PostgreSQL
//	                                                                             │
//	what they took and were told ◄───────────────────────────────────────────────┘ the store's rows are counted
package load

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
	"bcrules.dev/testdata/postgres"
	"bcrules.dev/testdata/sqlite"
)

func TestMain(m *testing.M) { os.Exit(built.M{M: m}.Run()) }

// each is how many files of all a session edits, and how many of its own.
const each = 3

// A crowd are sessions in one project.
type crowd struct {
	t                    *testing.T
	bin, home, url, work string
	env                  []string // further variables

	mu    sync.Mutex
	took  map[string][]time.Duration // by kind of event
	calm  int                        // edits of files of all of which nothing was said
	faint map[string]int             // faults of stores that were told
}

// Every one of LOAD concurrent sessions (8 if unset) is heard of, and no claim is lost. If LOAD has
// several numbers, each is tried on each database, and the log has the table of all.
func TestLoad(t *testing.T) {
	table := "store | sessions | events/s | all p50/p95/p99 | SessionStart | PreToolUse, ms | starts | claims | faults told\n"
	for of := range strings.FieldsSeq(cmp.Or(os.Getenv("LOAD"), "8")) {
		n, err := strconv.Atoi(of)
		if err != nil {
			t.Fatal(err)
		}
		for _, on := range []struct {
			name string
			play func(t *testing.T) (url string, count func(query, home string) int)
		}{
			{"sqlite", func(t *testing.T) (string, func(query, home string) int) {
				return "", func(query, home string) int { return inFile(t, filepath.Join(home, works), query) }
			}},
			{"postgres", func(t *testing.T) (string, func(query, home string) int) {
				s := postgres.Start(t)
				return s.URL(""), func(query, _ string) int { return s.Int(t, strings.Replace(query, " from ", " from continuity.", 1)) }
			}},
			{"pgbouncer", func(t *testing.T) (string, func(query, home string) int) {
				s := postgres.Start(t)
				return s.Pooled(t), func(query, _ string) int { return s.Int(t, strings.Replace(query, " from ", " from continuity.", 1)) }
			}},
		} {
			t.Run(on.name+"/"+of, func(t *testing.T) {
				url, count := on.play(t)
				c := newCrowd(t, url)
				began := time.Now()
				c.come(n)
				took := time.Since(began)
				// The first one has made the plan.
				starts, claims := count("select count(*) from sessions", c.home)-1, count("select count(*) from file_claims", c.home)
				if starts != n || claims != each*n+each {
					t.Errorf("found %d starts and %d claims, want %d and %d", starts, claims, n, each*n+each)
				}
				if c.calm != each {
					t.Errorf("found %d edits of files of all that nobody was told of, want %d", c.calm, each)
				}
				table += fmt.Sprintf("%s | %d | %s | %d of %d | %d of %d | %v\n", on.name, n, c.tell(took), starts, n, claims, each*n+each, c.faint)
			})
		}
	}
	t.Log("\n" + table)
}

// works is where the pack has its SQLite file, from the home.
const works = ".claude/cache/continuity.db"

// inFile asks an SQLite file for a number.
func inFile(t *testing.T, file, query string) (n int) {
	t.Helper()
	db := sqlite.Open(t, file)
	defer db.Close()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// newCrowd has the pack with further settings.
func newCrowd(t *testing.T, url string, settings ...string) *crowd {
	t.Helper()
	c := &crowd{t: t, url: url, home: outlived.Folder(t), work: outlived.Folder(t), took: map[string][]time.Duration{}, faint: map[string]int{}}
	built.Storekeeper(t)
	c.bin = built.Commands(t)
	rules := filepath.Join(c.home, "rules/r.cue")
	if err := os.MkdirAll(filepath.Dir(rules), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(rules, []byte("package r\n\nimport \"bcrules.dev/packs/continuity\"\n\npacks: \"continuity\": continuity & {store: within: \""+cmp.Or(os.Getenv("WITHIN"), "3s")+"\"\n"+strings.Join(settings, "\n")+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.send("Stop", "", nil) // and the plan is there
	c.took = map[string][]time.Duration{}
	return c
}

// come has all sessions come and work at once.
func (c *crowd) come(n int) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			me := fmt.Sprintf("s%d-load", i)
			c.send("SessionStart", me, map[string]any{"source": "startup"})
			for k := range 2 * each {
				name := fmt.Sprintf("all%d.txt", k/2)
				if k%2 == 1 {
					name = fmt.Sprintf("own%d-%d.txt", i, k)
				}
				call := map[string]any{"tool_name": "Edit", "tool_input": map[string]any{"file_path": filepath.Join(c.work, name), "old_string": "a", "new_string": "b"}}
				if said := c.send("PreToolUse", me, call); k%2 == 0 && !strings.Contains(said, "Conflict") {
					c.mu.Lock()
					c.calm++
					c.mu.Unlock()
				}
				call["tool_response"] = map[string]any{}
				c.send("PostToolUse", me, call)
			}
			c.send("Stop", me, nil)
		})
	}
	all.Wait()
}

// send has an event answered.
func (c *crowd) send(event, session string, more map[string]any) string {
	of := map[string]any{"hook_event_name": event, "session_id": cmp.Or(session, "first"), "cwd": c.work}
	for name, value := range more {
		of[name] = value
	}
	text, _ := json.Marshal(of)
	cmd := exec.Command(filepath.Join(c.bin, "bchook"), "--rules", filepath.Join(c.home, "rules"))
	cmd.Dir, cmd.Stdin = c.work, bytes.NewReader(text)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + c.home, "TMPDIR=" + c.home, "CLAUDE_PROJECT_DIR=" + c.work, "OPC_POSTGRES_URL=" + c.url}
	cmd.Env = append(cmd.Env, c.env...)
	var faults strings.Builder
	cmd.Stderr = &faults
	began := time.Now()
	out, err := cmd.Output()
	took := time.Since(began)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took[event] = append(c.took[event], took)
	for line := range strings.Lines(faults.String()) {
		if _, why, is := strings.Cut(line, "store "); is {
			c.faint[strings.TrimSpace(why)]++
		}
	}
	if err != nil || !json.Valid(out) && len(out) > 0 {
		c.t.Errorf("%s: found %v and %s, want a reply", event, err, out)
	}
	return string(out)
}

// tell says how many events there were a second, and how long each kind took.
func (c *crowd) tell(whole time.Duration) string {
	var all []time.Duration
	for _, of := range c.took {
		all = append(all, of...)
	}
	says := fmt.Sprintf("%.0f", float64(len(all))/whole.Seconds())
	for _, of := range [][]time.Duration{all, c.took["SessionStart"], c.took["PreToolUse"]} {
		slices.Sort(of)
		at := func(part int) int64 { return of[min(len(of)*part/100, len(of)-1)].Milliseconds() }
		says += fmt.Sprintf(" | %d/%d/%d", at(50), at(95), at(99))
	}
	return says
}
