//go:build !windows

package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bcrules.dev/engine/plan"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// nobody is a user without rights to the project's files.
const nobody = 65534

// surroundingsTime is after how long a hook in odd surroundings counts as hanging. The compiler's
// own limit is 10 seconds.
const surroundingsTime = 8 * time.Second

// Surroundings in which bchook runs: a project with a task, and a home.
type surroundings struct {
	bin, top, project, home string
	env                     []string
	uid                     uint32
	argv                    []string // the program that runs bchook, with its arguments
	rules                   []string // the flags for bchook's rules, brewcode; nil for those of the home and the project
}

// elsewhere is the folder in which bchook is started. Nothing below it is the user's, so the home
// isn't in it.
const elsewhere = "elsewhere"

const oddTask = ".claude/tasks/x_task/"

func newSurroundings(t *testing.T, bin, cache string) *surroundings {
	t.Helper()
	top := outlived.Folder(t)
	s := &surroundings{bin: bin, top: top, project: filepath.Join(top, "project"), home: filepath.Join(top, "home"), rules: []string{"--rules", brewcode}}
	s.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.home, "XDG_CACHE_HOME=" + cache}
	put(t, filepath.Join(s.home, "x"), "")
	put(t, filepath.Join(s.top, elsewhere, "x"), "")
	for name, text := range map[string]string{
		".claude/TASK.md":           oddTask + "PLAN.md\n",
		oddTask + "PLAN.md":         "status: in_progress\ncurrent_phase: 1\ntotal_phases: 2\n## Phase 1\n- [ ] a\n",
		oddTask + ".lock":           fmt.Sprintf(`{"task_path": %q, "started_at": %q, "session_id": "s"}`, oddTask+"PLAN.md", plan.Stamp(time.Now())),
		oddTask + "KNOWLEDGE.jsonl": strings.Repeat(`{"ts":"2026-01-01T00:00:00Z","t":"✅","txt":"x"}`+"\n", 90),
		oddTask + "phases/1.md":     "",
		".grepai/index.gob":         "",
		".git/HEAD":                 "",
	} {
		put(t, filepath.Join(s.project, name), text)
	}
	return s
}

// oddEvents are events for each hook of the pack.
var oddEvents = []string{
	`"hook_event_name": "SessionStart", "source": "clear"`,
	`"hook_event_name": "UserPromptSubmit", "prompt": "<task-notification>x"`,
	`"hook_event_name": "PreToolUse", "tool_name": "Grep", "tool_input": {"pattern": "x"}`,
	`"hook_event_name": "PreToolUse", "tool_name": "Task", "tool_input": {"subagent_type": "developer", "prompt": "do it"}`,
	`"hook_event_name": "PostToolUse", "tool_name": "Task", "tool_input": {"subagent_type": "bc-coordinator"}, "tool_response": {}`,
	`"hook_event_name": "PreCompact", "trigger": "auto"`,
	`"hook_event_name": "Stop", "stop_hook_active": false`,
}

// answer runs bchook on an event and checks what holds in all surroundings: one JSON object or
// nothing, exit code 0, and no long wait.
func (s *surroundings) answer(t *testing.T, event string) (reply, stderr string, took time.Duration, state *os.ProcessState) {
	t.Helper()
	argv := append(append([]string{}, s.argv...), filepath.Join(s.bin, "bchook"))
	cmd := exec.Command(argv[0], append(argv[1:], s.rules...)...)
	cmd.Dir, cmd.Env = filepath.Join(s.top, elsewhere), s.env
	cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id": "s", "cwd": %q, %s}`, s.project, event))
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if s.uid != 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: s.uid, Gid: s.uid}}
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(surroundingsTime, func() { cmd.Process.Kill() })
	err := cmd.Wait()
	took = time.Since(began)
	if !late.Stop() {
		t.Fatalf("%s: no answer within %s", event, surroundingsTime)
	}
	var object map[string]any
	if err != nil || out.Len() > 0 && json.Unmarshal(out.Bytes(), &object) != nil {
		t.Fatalf("%s: %v, answered %q\n%s", event, err, out.String(), said.String())
	}
	return out.String(), said.String(), took, cmd.ProcessState
}

// Wherever a hook runs, and whatever is in a file's place, it answers.
func TestOddSurroundings(t *testing.T) {
	bin, cache := built.Commands(t), t.TempDir()
	fifo := func(t *testing.T, path string) {
		os.RemoveAll(path)
		if err := syscall.Mkfifo(path, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name string
		lay  func(t *testing.T, s *surroundings)
		says string // in what an event makes it say on stderr
	}{
		{"no home", func(_ *testing.T, s *surroundings) { s.env = s.env[:1] }, ""},
		{"a home that is not there", func(_ *testing.T, s *surroundings) {
			s.env = []string{s.env[0], "HOME=" + s.top + "/absent"}
		}, ""},
		{"a project that is not there", func(_ *testing.T, s *surroundings) { s.project += "/absent" }, ""},
		{"a project that is a file", func(_ *testing.T, s *surroundings) { s.project += "/.claude/TASK.md" }, ""},
		{"a project that is a pipe", func(t *testing.T, s *surroundings) {
			s.project = filepath.Join(s.top, "pipe")
			fifo(t, s.project)
		}, ""},
		{"a folder that is deleted, and no cwd", func(_ *testing.T, s *surroundings) {
			s.argv = []string{"sh", "-c", `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"`}
			s.project = ""
		}, ""},
		{"a project that can't be written to", func(t *testing.T, s *surroundings) { readOnly(t, s.project); s.uid = nobody }, "permission denied"},
		{"a project that can't be read", func(t *testing.T, s *surroundings) {
			if err := os.Chmod(s.project, 0o700); err != nil {
				t.Fatal(err)
			}
			s.uid = nobody
		}, ""},
		{"a rule folder that can't be read", func(t *testing.T, s *surroundings) {
			put(t, filepath.Join(s.project, ".claude/bcrules/r.cue"), "package r\n")
			if err := os.Chmod(filepath.Join(s.project, ".claude/bcrules"), 0); err != nil {
				t.Fatal(err)
			}
			s.uid, s.rules = nobody, nil
		}, ""},
		{"a rule file that is a pipe", func(t *testing.T, s *surroundings) {
			s.rules = nil
			put(t, filepath.Join(s.home, ".config/bcrules/r.cue"), "package r\n")
			fifo(t, filepath.Join(s.home, ".config/bcrules/p.cue"))
		}, "p.cue"},
		{"a disk without room", func(_ *testing.T, s *surroundings) {
			s.argv = []string{"sh", "-c", `ulimit -f 0 && exec "$0" "$@"`}
		}, "file too large"},
		{"a file in the place of .claude", func(t *testing.T, s *surroundings) {
			os.RemoveAll(filepath.Join(s.project, ".claude"))
			put(t, filepath.Join(s.project, ".claude"), "")
		}, ""},
		{"a file in the place of the logs' folder", func(t *testing.T, s *surroundings) {
			put(t, filepath.Join(s.project, ".claude/tasks/logs"), "")
		}, ""},
		{"a pipe in the place of the logs' folder", func(t *testing.T, s *surroundings) {
			fifo(t, filepath.Join(s.project, ".claude/tasks/logs"))
		}, ""},
	}
	for _, name := range []string{".claude/TASK.md", oddTask + "PLAN.md", oddTask + ".lock", oddTask + "KNOWLEDGE.jsonl", oddTask + "phases", oddTask + "artifacts",
		".claude/tasks/cfg/brewcode.config.json", ".claude/tasks/cfg/brewcode.state.json", ".claude/tasks/cfg", ".claude/tasks/logs/brewcode.log", ".grepai/.reminder-ts", ".grepai"} {
		for what, make := range map[string]func(t *testing.T, path string){
			"pipe": fifo,
			"pipe that somebody reads": func(t *testing.T, path string) {
				fifo(t, path)
				f, err := os.OpenFile(path, os.O_RDWR, 0)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { f.Close() })
			},
			"device": func(t *testing.T, path string) {
				os.RemoveAll(path)
				if err := os.Symlink("/dev/zero", path); err != nil {
					t.Fatal(err)
				}
			},
			"folder": func(t *testing.T, path string) {
				os.RemoveAll(path)
				if err := os.Mkdir(path, 0o755); err != nil {
					t.Fatal(err)
				}
			},
		} {
			tests = append(tests, struct {
				name string
				lay  func(t *testing.T, s *surroundings)
				says string
			}{what + " in the place of " + name, func(t *testing.T, s *surroundings) {
				path := filepath.Join(s.project, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				make(t, path)
			}, ""})
		}
	}
	newSurroundings(t, bin, cache).answer(t, oddEvents[0]) // compiles the pack once
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSurroundings(t, bin, cache)
			test.lay(t, s)
			if s.uid != 0 {
				cache := filepath.Join(s.top, "cache") // only its owner may read a plan
				if err := os.Mkdir(cache, 0o777); err != nil {
					t.Fatal(err)
				}
				s.env[2] = "XDG_CACHE_HOME=" + cache
				if os.Getuid() == 0 {
					enter(t, cache, s.top, filepath.Dir(s.top))
				} else {
					s.uid = 0 // the test's own user has no rights either
				}
			}
			said := ""
			for _, e := range oddEvents {
				_, stderr, _, _ := s.answer(t, e)
				said += stderr
			}
			if !strings.Contains(said, test.says) {
				t.Errorf("says\n%s\nwant %q in it", said, test.says)
			}
		})
	}
}

// enter lets everybody into folders.
func enter(t *testing.T, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

// readOnly removes the right to write to files and folders.
func readOnly(t *testing.T, dir string) {
	t.Helper()
	if out, err := exec.Command("chmod", "-R", "a-w", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	t.Cleanup(func() { exec.Command("chmod", "-R", "u+w", dir).Run() })
}
