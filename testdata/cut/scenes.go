//go:build unix

package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/creack/pty"
)

//go:embed rules.cue
var rules string

// A world is a project and a home on which cuts are tried, with the files that cuts don't touch
// beside them.
type world struct {
	dir, base string // base has project and home
	bin, out  string
	cache     string
	asked     int
}

func newWorld(dir, bin string) *world {
	w := &world{dir: dir, base: filepath.Join(dir, "disk"), bin: bin, out: filepath.Join(dir, "out"), cache: filepath.Join(dir, "cache")}
	w.write("../rules/rules.cue", rules)
	w.write("project/.git/HEAD", "ref: refs/heads/main\n")
	w.write("home/.profile", "")
	return w
}

func (w *world) write(name, text string) {
	file := filepath.Join(w.base, name)
	check(os.MkdirAll(filepath.Dir(file), 0o700))
	check(os.WriteFile(file, []byte(text), 0o600))
}

// cat returns the content of a file of the world, and whether it exists.
func (w *world) cat(name string) string {
	data, err := os.ReadFile(filepath.Join(w.base, name))
	if os.IsNotExist(err) {
		return "absent"
	}
	check(err)
	return string(data)
}

// leads returns where a link of the world leads; "" if there is none.
func (w *world) leads(name string) string {
	to, err := os.Readlink(filepath.Join(w.base, name))
	if !os.IsNotExist(err) {
		check(err)
	}
	return to
}

// A step is a command line, with its stdin, or with what is typed at its terminal.
type step struct {
	line  string
	in    string
	typed bool
}

// event is a step of a hook; where names the project's folder.
func event(line, session, fields string) step {
	return step{line: line, in: fmt.Sprintf(`{"session_id": %q, "cwd": "$PROJECT", %s}`, session, fields)}
}

const ours = "bchook --rules ../../rules"

// does returns an event whose hooks write.
func does(session, what string) step {
	return event(ours, session, `"hook_event_name": "Stop", "last_assistant_message": "`+what+`"`)
}

// sees returns what hooks see in a new session.
func (w *world) sees(what string) string {
	w.asked++
	return w.do(event(ours, fmt.Sprint("look", w.asked), `"hook_event_name": "UserPromptSubmit", "prompt": "`+what+`"`), "")
}

// pushes returns what hooks say about a call in a new session.
func (w *world) pushes(line string) string {
	w.asked++
	return w.do(event(line, fmt.Sprint("look", w.asked), push), "")
}

const push = `"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "push"}`

// do runs a step and returns what it says. It runs under strace if there is to be a trace.
func (w *world) do(s step, trace string) string {
	line := strings.Fields(w.bin + "/" + s.line)
	if trace != "" {
		line = append([]string{"strace", "-f", "-y", "-xx", "-s", "100000000", "-e", "signal=none", "-e", "trace=" + calls, "-o", trace}, line...)
	}
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir = filepath.Join(w.base, "project")
	cmd.Env = []string{"HOME=" + filepath.Join(w.base, "home"), "PATH=" + w.bin, "XDG_CACHE_HOME=" + w.cache, "TERM=dumb"}
	if s.typed {
		t, err := pty.Start(cmd)
		check(err)
		io.WriteString(t, s.in+"\n\x04")
		said, _ := io.ReadAll(t) // ends in an error if the terminal is gone
		t.Close()
		return fmt.Sprintf("%s%v", said, cmd.Wait())
	}
	if s.in != "" { // an agent's terminal
		cmd.Env = append(cmd.Env, "CLAUDE_PROJECT_DIR="+cmd.Dir)
	}
	out, err := os.Create(w.out)
	check(err)
	defer out.Close()
	var said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(strings.ReplaceAll(s.in, "$PROJECT", cmd.Dir)), out, &said
	err = cmd.Run()
	data, readErr := os.ReadFile(w.out)
	check(readErr)
	return fmt.Sprintf("%s%s%v", data, &said, err)
}

// A scene is what is written, in steps, and what must be visible afterwards.
type scene struct {
	name  string
	lay   func(*world)
	steps []step
	look  func(*world) []string
	loose bool // the write isn't waited for: the state after any step is allowed
}

var scenes = append(actions(), commands...)

// actions returns scenes in which hooks write by one action.
func actions() (all []scene) {
	once := []string{"move", "away", "remove", "unmark", "keep", "rotate"} // of which a third step is something else
	for _, name := range append(once, "append", "state", "write", "edit", "link", "mark", "store") {
		all = append(all, scene{
			name:  name,
			loose: strings.HasSuffix(name, "mark"),
			lay: func(w *world) {
				for _, id := range []string{"s1", "s2", "s3"} {
					w.write("project/in/"+id, strings.Repeat(id, 3000))
				}
				w.write("home/kept/.keep", "")
				if name == "unmark" {
					w.do(does("s1", "mark"), "")
					w.do(does("s2", "mark"), "")
				}
				w.sees(name) // and the plan exists
			},
			steps: []step{does("s1", name), does("s2", name)},
			look: func(w *world) []string {
				saw := append(strings.Split(w.sees(name), ";"), w.leads("project/current/one"))
				if !slices.Contains(once, name) { // another step can go on with what was left
					w.do(does("s3", name), "")
					saw = append(saw, w.sees(name), w.leads("project/current/one"))
				}
				return saw
			},
		})
	}
	return all
}

// theirs is a rule of a project.
const theirs = "package rules\n\nhooks: \"no-push\": {on: \"PreToolUse\", match: \"Bash\", rules: [{do: deny: \"theirs\"}]}\n"

// settings are what was registered before.
const settings = "{\n\t\"model\": \"x\", // mine\n}\n"

const registered = "project/.claude/settings.local.json"

// commands are scenes of files that commands of people write.
var commands = []scene{
	{
		name: "trust",
		lay: func(w *world) {
			w.write("project/.claude/bcrules/rules.cue", theirs)
			w.pushes("bchook")
		},
		steps: []step{{"bcrules trust", "project", true}, {"bcrules untrust", "", true}},
		look:  func(w *world) []string { return []string{fmt.Sprint(strings.Contains(w.pushes("bchook"), "theirs"))} },
	},
	{
		name:  "init",
		lay:   func(w *world) { w.write(registered, settings) },
		steps: []step{{line: "bcrules init --pack lessons --yes"}},
		look: func(w *world) []string {
			saw := []string{w.cat(registered), w.cat("project/.claude/bcrules/packs.cue")}
			w.do(step{line: "bcrules uninstall --unattended"}, "") // restores the earlier file, byte for byte
			return append(saw, w.cat(registered))
		},
	},
	{
		name: "uninstall",
		lay: func(w *world) {
			w.do(step{line: "bcrules init --pack lessons --yes"}, "")
		},
		steps: []step{{line: "bcrules uninstall --unattended"}},
		look: func(w *world) []string {
			saw := []string{w.cat(registered)}
			w.do(step{line: "bcrules uninstall --unattended"}, "")
			return append(saw, w.cat(registered))
		},
	},
	{
		name:  "new",
		lay:   func(*world) {},
		steps: []step{{line: "bcrules new hook mine"}, {line: "bcrules eject lessons"}},
		look: func(w *world) (saw []string) {
			for _, name := range []string{"mine.cue", "mine_test.cue", "lessons/lessons.cue", "lessons.cue", "rules.cue"} {
				saw = append(saw, w.cat("project/.claude/bcrules/"+name))
			}
			return saw
		},
	},
	{
		name: "plan", loose: true, // not synced: half a plan counts as none
		lay:   func(w *world) { w.cache = filepath.Join(w.base, "home", "cache") },
		steps: []step{event(ours, "s1", push)},
		look:  func(w *world) []string { return []string{w.pushes(ours)} },
	},
}
