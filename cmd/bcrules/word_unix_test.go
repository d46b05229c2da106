//go:build !windows

package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"bcrules.dev/engine/files"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// Whatever settings of a project name is the project's word: no command starts the program, runs
// the rules, asks their stores, or writes an entry that names them, whatever form an entry has.
func TestProjectsWord(t *testing.T) {
	bin := built.Commands(t)
	for _, form := range words {
		t.Run(form.name, func(t *testing.T) {
			t.Parallel()
			p := cloned(t, form.command, form.args...)
			if form.links != nil {
				form.links(t, p)
			}
			for _, args := range []string{"doctor", "init --yes", "init --shared --yes", "init --agent cursor --yes", "init --user --yes", "uninstall --shared"} {
				path := bin
				if form.first != "" {
					path = p.at(form.first) + ":" + bin
				}
				out := p.do(t, bin, path, args)
				if _, err := os.Stat(p.mark); err == nil || p.asked.Load() > 0 {
					t.Fatalf("%s: started what the project names, or asked its server %d times; it says\n%s", args, p.asked.Load(), out)
				}
				wrote, _ := os.ReadFile(filepath.Join(p.home, ".claude", "settings.json"))
				for _, name := range []string{".claude/settings.json", ".claude/settings.local.json", ".cursor/hooks.json"} {
					if is, _ := os.ReadFile(p.at(name)); !bytes.Equal(is, p.was[name]) {
						wrote = append(wrote, is...)
					}
				}
				if bytes.Contains(wrote, []byte("evil")) || bytes.Contains(wrote, []byte(p.top)) {
					t.Fatalf("%s: wrote what the project names:\n%s", args, wrote)
				}
			}
		})
	}
}

// words are the forms in which an entry names rules or a program. TOP is the project, OUT the way
// to the root from where a command tries an entry.
var words = []struct {
	name    string
	command string
	args    []string // nil for a line of a shell
	first   string   // a folder of the project that is first on the PATH
	links   func(*testing.T, *clone)
}{
	{name: "rules", command: "bchook", args: []string{"--closed", "--rules", "${CLAUDE_PROJECT_DIR}/evil"}},
	{name: "rules joined", command: "bchook", args: []string{"-rules=TOP/evil"}},
	{name: "rules relative", command: "bchook", args: []string{"--rules", "evil"}},
	{name: "rules beside others", command: "bchook", args: []string{"--rules", "bcrules.dev/packs/lessons", "--rules", "evil"}},
	{name: "rules in a shell", command: "bchook --rules 'TOP/evil'"},
	{name: "rules from elsewhere", command: "bchook", args: []string{"--rules", "OUTTOP/evil"}},
	{name: "rules by a link", command: "bchook", args: []string{"--closed", "--rules", "TOP/link"}, links: func(t *testing.T, p *clone) { p.link(t, "link", "/proc/self/cwd/"+p.out+p.top+"/evil") }},
	{name: "program", command: "TOP/tools/bchook", args: []string{}},
	{name: "program by the project", command: "${CLAUDE_PROJECT_DIR}/tools/bchook", args: []string{}},
	{name: "program relative", command: "./tools/bchook", args: []string{}},
	{name: "program from elsewhere", command: "OUTTOP/tools/bchook", args: []string{}},
	{name: "program in a shell", command: "TOP/tools/bchook"},
	{name: "program in a shell from elsewhere", command: "OUTTOP/tools/bchook"},
	{name: "program in a shell by a variable", command: `"$PWD"/tools/bchook --closed`},
	{name: "program on the PATH", command: "bchook", args: []string{}, first: "tools"},
	{name: "program by a link", command: "TOP/link/bchook", args: []string{}, links: func(t *testing.T, p *clone) { p.link(t, "link", "/proc/self/cwd/"+p.out+p.top+"/tools") }},
	{name: "link on the PATH", command: "bchook", args: []string{}, first: "linked", links: func(t *testing.T, p *clone) { p.link(t, "linked/bchook", filepath.Join(built.Commands(t), "bchook")) }},
	{name: "link to a folder on the PATH", command: "bchook", args: []string{}, first: "linked", links: func(t *testing.T, p *clone) { p.link(t, "linked", built.Commands(t)) }},
}

// A clone is a project that somebody else wrote, in the home of a user who has registered rules.
type clone struct {
	home, top string
	out       string // the way to the root from where an entry is tried
	mark      string // the file that its rules and programs make
	asked     atomic.Int32
	was       map[string][]byte // its settings
}

func cloned(t *testing.T, command string, args ...string) *clone {
	t.Helper()
	home := outlived.Folder(t)
	tmp := filepath.Join(home, "tmp")
	p := &clone{home: home, mark: filepath.Join(home, "made"), was: map[string][]byte{}}
	p.out = strings.Repeat("../", strings.Count(tmp, "/")+2)
	p.top = filepath.Join(home, "a/b/c/d/e/project") // from there that way leads elsewhere
	for _, dir := range []string{tmp, filepath.Join(p.top, ".git")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put(t, p.at(".git/HEAD"), "ref: refs/heads/main\n")
	put(t, filepath.Join(home, ".config/bcrules/own.cue"), "package rules\nhooks: own: {on: \"PreToolUse\", onError: \"closed\", rules: [{when: \"event.tool_name == 'None'\", do: deny: \"no\"}]}\n")
	var rules strings.Builder
	fmt.Fprintf(&rules, "package rules\nstores: s: {url: \"postgres://v@%s/x?sslmode=disable\", schema: [\"create table t (n integer)\"], queries: q: {sql: \"select n from t\", row: n: int}, within: \"1s\"}\n", p.server(t))
	for i, event := range []string{"PreToolUse", "PostToolUse", "SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "ConfigChange", "Setup"} {
		fmt.Fprintf(&rules, "hooks: e%d: {on: %q, rules: [{do: run: {run: [\"touch\", %q], timeout: \"3s\"}}, {when: \"len(q()) > 0\", do: log: info: \"x\"}]}\n", i, event, p.mark)
	}
	put(t, p.at("evil/r.cue"), rules.String())
	put(t, p.at("tools/bchook"), "#!/bin/sh\ntouch "+p.mark+"\n")
	if err := os.Chmod(p.at("tools/bchook"), 0o755); err != nil {
		t.Fatal(err)
	}
	known := strings.NewReplacer("TOP", p.top, "OUT", p.out[:len(p.out)-1])
	entry := map[string]any{"type": "command", "command": known.Replace(command)}
	var line strings.Builder
	line.WriteString(known.Replace(command))
	if args != nil {
		all := []string{}
		for _, arg := range args {
			all = append(all, known.Replace(arg))
			line.WriteString(" '" + known.Replace(arg) + "'")
		}
		entry["args"] = all
	}
	native := files.JSON(map[string]any{"hooks": map[string]any{"PreToolUse": []any{map[string]any{"hooks": []any{entry}}}}})
	p.was[".claude/settings.json"], p.was[".claude/settings.local.json"] = native, native
	p.was[".cursor/hooks.json"] = files.JSON(map[string]any{"version": 1, "hooks": map[string]any{"preToolUse": []any{map[string]any{"command": line.String()}}}})
	for name, text := range p.was {
		put(t, p.at(name), string(text))
	}
	return p
}

func (p *clone) at(name string) string { return filepath.Join(p.top, name) }

func (p *clone) link(t *testing.T, name, to string) {
	t.Helper()
	os.MkdirAll(filepath.Dir(p.at(name)), 0o755)
	if err := os.Symlink(to, p.at(name)); err != nil {
		t.Fatal(err)
	}
}

// server counts connections.
func (p *clone) server(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.asked.Add(1)
			c.Close()
		}
	}()
	return l.Addr().String()
}

// do runs a command of bcrules in the project, and returns its output, whatever it is.
func (p *clone) do(t *testing.T, bin, path, args string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "bcrules"), strings.Fields(args)...)
	cmd.Dir = p.top
	cmd.Env = []string{"HOME=" + p.home, "TMPDIR=" + filepath.Join(p.home, "tmp"), "PATH=" + path + ":/usr/bin:/bin"}
	out, _ := cmd.CombinedOutput()
	return string(out)
}
