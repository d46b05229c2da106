//go:build !windows

package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
	"bcrules.dev/testdata/postgres"
)

// A hall is a project in which sessions work at the same time: each event is a process of its own,
// as agents start it.
type hall struct {
	t            *testing.T
	bin          string
	rules, home  string
	project, url string
}

// halls are the rules of halls, by their settings, and the folder of their plans: rules compiled
// for one hall are ready for the next.
var halls = struct {
	sync.Mutex
	rules map[string]string
}{rules: map[string]string{}}

// rulesOf returns the folder of the rules of halls with settings.
func rulesOf(t *testing.T, settings string) string {
	t.Helper()
	halls.Lock()
	defer halls.Unlock()
	dir := halls.rules[settings]
	if dir == "" {
		dir = filepath.Join(built.Folder(t), fmt.Sprint("hall", len(halls.rules)))
		halls.rules[settings] = dir
		put(t, filepath.Join(dir, "r.cue"), "package r\n\nimport \"bcrules.dev/packs/continuity\"\n\npacks: \"continuity\": continuity & {\n\tstore: within: \"20s\"\n\ttimeout: \"1m\"\n"+settings+"}\n")
	}
	return dir
}

// newHall makes a hall whose sessions have the pack with settings, and their store in a file or at
// the address of a server.
func newHall(t *testing.T, url, settings string) *hall {
	t.Helper()
	built.Storekeeper(t)
	h := &hall{t: t, bin: built.Commands(t), url: url, rules: rulesOf(t, settings), home: outlived.Folder(t), project: outlived.Folder(t)}
	h.told(h.send("Stop", "first", nil, nil)) // and the plan exists
	return h
}

// A sending is an event, and the process that waits for it.
type sending struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	event []byte
	out   bytes.Buffer
}

// send starts the process that answers an event of a session, with variables.
func (h *hall) send(event, session string, more map[string]any, env map[string]string) *sending {
	h.t.Helper()
	of := map[string]any{"hook_event_name": event, "session_id": session, "cwd": h.project}
	for name, value := range more {
		of[name] = value
	}
	s := &sending{cmd: exec.Command(filepath.Join(h.bin, "bchook"), "--rules", h.rules)}
	s.event, _ = json.Marshal(of)
	s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = h.project, &s.out, os.Stderr
	s.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + h.home, "TMPDIR=" + h.home, "XDG_CACHE_HOME=" + h.rules + "-cache", "CLAUDE_PROJECT_DIR=" + h.project, "OPC_POSTGRES_URL=" + h.url}
	for name, value := range env {
		s.cmd.Env = append(s.cmd.Env, name+"="+value)
	}
	in, err := s.cmd.StdinPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	s.in = in
	return s
}

// told gives all processes their events and returns what each was told: the agent's text, or else
// the user's.
func (h *hall) told(all ...*sending) (told []string) {
	h.t.Helper()
	for _, s := range all {
		s.in.Write(s.event)
		s.in.Close()
	}
	for _, s := range all {
		if err := s.cmd.Wait(); err != nil {
			h.t.Fatal(err)
		}
		var reply struct {
			SystemMessage      string
			HookSpecificOutput struct{ AdditionalContext string }
		}
		if err := json.Unmarshal(engine.Answer{Stdout: s.out.Bytes()}.Reply(), &reply); err != nil {
			h.t.Fatalf("%v: %s", err, s.out.String())
		}
		told = append(told, reply.HookSpecificOutput.AdditionalContext+reply.SystemMessage)
	}
	return told
}

// edit is a session's edit of a file.
func (h *hall) edit(session, file string) *sending {
	path := filepath.Join(h.project, file)
	return h.send("PreToolUse", session, map[string]any{"tool_name": "Edit", "tool_input": map[string]any{"file_path": path, "old_string": "a", "new_string": "b"}}, nil)
}

// engines plays on both databases.
func engines(t *testing.T, play func(t *testing.T, url string)) {
	t.Run("sqlite", func(t *testing.T) { play(t, "") })
	t.Run("postgres", func(t *testing.T) { play(t, postgres.Start(t).URL("")) })
}

// rounds is how often a race is run: BCRULES_ROUNDS, or twice.
func rounds() int {
	if n, err := strconv.Atoi(os.Getenv("BCRULES_ROUNDS")); err == nil {
		return n
	}
	return 2
}

// Sessions know of each other. If several edit a file at once, one has it and the others are warned
// of that one. If the agents of a group end at once, one says that the group is complete.
func TestSessionsAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		for _, crowd := range []int{2, 8} {
			h := newHall(t, url, "")
			root := h.project
			for round := range rounds() {
				of := fmt.Sprintf("c%dr%d", crowd, round)
				h.project = filepath.Join(root, of)
				if err := os.Mkdir(h.project, 0o700); err != nil {
					t.Fatal(err)
				}
				h.meet(of, crowd)
				h.claim(of, crowd)
				h.finish(of, crowd, "jury", "JURY_ID", "JUROR_INDEX", "TOTAL_JURORS")
				h.finish(of, crowd, "map_reduce", "MR_ID", "MAPPER_INDEX", "TOTAL_MAPPERS")
			}
		}
	})
}

// among sends an event of each session of a crowd at once.
func among(crowd int, send func(i int) *sending) (all []*sending) {
	for i := range crowd {
		all = append(all, send(i))
	}
	return all
}

func (h *hall) meet(of string, crowd int) {
	h.t.Helper()
	for _, source := range []string{"startup", "resume"} {
		told := h.told(among(crowd, func(i int) *sending {
			return h.send("SessionStart", fmt.Sprintf("s%d-%s", i, of), map[string]any{"source": source}, nil)
		})...)
		for i, says := range told {
			if !strings.HasPrefix(says, "MULTI-SESSION") {
				h.t.Errorf("%s: session %d was told %q, want who else is there", of, i, says)
			}
			if source == "startup" {
				continue // they come one after the other
			}
			for peer := range crowd {
				if strings.Contains(says, fmt.Sprintf("\n  - s%d-%s: ", peer, of)) != (peer != i) {
					h.t.Errorf("%s: session %d was told %q, want the %d others", of, i, says, crowd-1)
				}
			}
		}
	}
}

func (h *hall) claim(of string, crowd int) {
	h.t.Helper()
	session := func(i int) string { return fmt.Sprintf("s%d-%s", i, of) }
	told := h.told(among(crowd, func(i int) *sending { return h.edit(session(i), of+".go") })...)
	owner := slices.Index(told, "")
	if owner < 0 {
		h.t.Fatalf("%s: nobody has the file: %q", of, told)
	}
	for i, says := range told {
		want := "is being edited by Session " + session(owner) + "\n"
		if i != owner && !strings.Contains(says, want) {
			h.t.Errorf("%s: session %d was told %q, want that %d has the file", of, i, says, owner)
		}
	}
	for i, says := range h.told(among(crowd, func(i int) *sending { return h.edit(session(i), fmt.Sprint(of, i, ".go")) })...) {
		if says != "" {
			h.t.Errorf("%s: session %d was told %q of a file of its own", of, i, says)
		}
	}
}

func (h *hall) finish(of string, crowd int, pattern, group, place, total string) {
	h.t.Helper()
	told := h.told(among(crowd, func(i int) *sending {
		more := map[string]any{"agent_id": fmt.Sprint("a", i), "agent_type": "x", "stop_hook_active": false, "last_assistant_message": "VOTE: yes"}
		return h.send("SubagentStop", "s0-"+of, more, map[string]string{
			"PATTERN_TYPE": pattern, group: of, place: strconv.Itoa(i), total: strconv.Itoa(crowd),
		})
	})...)
	said := slices.DeleteFunc(told, func(s string) bool { return s == "" })
	if len(said) != 1 || !strings.HasPrefix(said[0], "All ") {
		h.t.Errorf("%s: of the %s it was said %q, want once that it is complete", of, pattern, said)
	}
}

// The server takes all statements of the pack. It is asked itself, as the rules are the user's own;
// those of others would be tried on a store in memory.
func TestStatements(t *testing.T) {
	server := postgres.Start(t)
	h := newHall(t, "", "")
	cmd := exec.Command(filepath.Join(h.bin, "bcrules"), "doctor")
	cmd.Dir = h.project
	rules, err := os.ReadFile(filepath.Join(h.rules, "r.cue"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(h.home, ".config", "bcrules", "r.cue"), string(rules))
	cmd.Env = []string{"PATH=" + h.bin, "HOME=" + h.home, "OPC_POSTGRES_URL=" + server.URL("")}
	out, _ := cmd.CombinedOutput() // it finds no agent here
	if text := string(out); !strings.Contains(text, "store continuity/work: found that the role hooks may") || strings.Contains(text, "fault: store") {
		t.Errorf("doctor found\n%s\nwant that the server was asked, and no fault of stores", text)
	}
}

// What a killed session holds is free for others once it no longer counts as alive, even if it was
// killed in the middle of its claim.
func TestKilledSession(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := newHall(t, url, "alive: \"2s\"\nbeat: \"1s\"\n")
		for round := range rounds() {
			t.Run(strconv.Itoa(round), func(t *testing.T) {
				t.Parallel() // a round mostly waits
				in := *h
				in.t = t
				in.inherit(round)
			})
		}
	})
}

// inherit kills a session that holds a file, and has others ask for the file.
func (h *hall) inherit(round int) {
	dead, file := fmt.Sprint("dead", round), fmt.Sprint(round, ".go")
	began := time.Now()
	h.told(h.edit(dead, file))
	killed := h.edit(dead, file)
	killed.in.Write(killed.event)
	killed.in.Close()
	time.Sleep(time.Duration(round%10) * time.Millisecond) // at any point of its claim
	killed.cmd.Process.Kill()
	killed.cmd.Wait()
	for n := 0; ; n++ {
		// A session each, since each is warned once.
		if h.told(h.edit(fmt.Sprintf("heir%d-%d", round, n), file))[0] == "" {
			break
		}
		time.Sleep(50 * time.Millisecond) // the machine's table shows who is alive, too
		if time.Since(began) > time.Minute {
			h.t.Fatalf("round %d: found the file of a dead session not free", round)
		}
	}
	if after := time.Since(began); after < 2*time.Second {
		h.t.Errorf("round %d: the file was free after %s, want 2s", round, after)
	}
}
