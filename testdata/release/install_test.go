package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const dist = "../../dist"

// A force push, which the guard pack denies.
const push = `{"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "git push -f origin main"}}` + "\n"

// "npx bcrules init" without Go: npm finds the programs of this platform, the registered one is
// outside of npx's cache, and it answers. So does what npm installs permanently.
func TestNPM(t *testing.T) {
	p := newPerson(t, "node", "npm", "npx", "git")
	p.set("npm_config_registry", registry(t, filepath.Join(dist, "npm")))
	p.set("npm_config_update_notifier", "false")

	said := p.run("npx", "--yes", "bcrules", "init", "--pack", "guard")
	t.Logf("npx bcrules init --pack guard:\n%s", said)
	hook := p.registered("PreToolUse")
	if home := filepath.Join(p.home, ".local", "share", "bcrules", "bin", "bchook"); hook != home {
		t.Errorf("%s is registered, want %s, which stays", hook, home)
	}
	p.denies(hook)
	if again := p.run("npx", "bcrules", "init"); strings.Contains(again, "put bcrules") || !strings.Contains(again, "needs no change") {
		t.Errorf("a second init says\n%s", again)
	}
	t.Logf("npx bcrules doctor:\n%s", p.run("npx", "bcrules", "doctor"))
	p.run("npx", "bcrules", "uninstall", "--unattended")
	p.firstRule("npx", "bcrules")

	p.run("npm", "install", "--global", "--prefix", p.home+"/npm", "bcrules")
	p.set("PATH", p.home+"/npm/bin:"+p.path)
	t.Logf("installed by npm:\n%s", p.run("bcrules", "version"))
	p.keepsRows()
	p.run("bcrules", "init")
	if hook := p.registered("PreToolUse"); !strings.HasPrefix(hook, p.home+"/npm/lib/node_modules/") {
		t.Errorf("%s is registered, want the program that npm installed", hook)
	}
	p.denies(p.registered("PreToolUse"))
	p.denies("bchook") // by node, as others' settings name it
	if err := p.command("bcrules", "vet", "nothing-there").Run(); err == nil {
		t.Error("the exit code of bcrules is lost")
	}
}

// The .deb made for this machine is installed into a root of its own. It answers, completes, and
// leaves nothing when it is removed.
func TestDeb(t *testing.T) {
	p := newPerson(t, "dpkg", "dpkg-deb", "dpkg-split", "dpkg-query", "sh", "tar", "rm", "ldconfig", "start-stop-daemon", "diff", "git", "bash")
	p.set("PATH", p.path+":/usr/sbin:/sbin")
	root := filepath.Join(p.home, "root")
	for _, dir := range []string{"info", "updates", "triggers"} {
		check(t, os.MkdirAll(filepath.Join(root, "var/lib/dpkg", dir), 0o755))
	}
	check(t, os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644))
	t.Logf("%s", p.run("dpkg", "--root="+root, "--force-not-root", "--install", one(t, "bcrules_*_linux_"+runtime.GOARCH+".deb")))
	t.Logf("%s", p.run("dpkg", "--root="+root, "--listfiles", "bcrules"))

	bin := filepath.Join(root, "usr/bin")
	p.set("PATH", bin+":"+p.path)
	p.run("bcrules", "init", "--pack", "guard")
	if hook := p.registered("PreToolUse"); hook != filepath.Join(bin, "bchook") {
		t.Errorf("%s is registered, want the one of the package", hook)
	}
	p.denies(p.registered("PreToolUse"))
	p.keepsRows()
	words := p.run("bash", "-c", ". "+root+`/usr/share/bash-completion/completions/bcrules; COMP_WORDS=(bcrules doc) COMP_CWORD=1; _bcrules; echo "${COMPREPLY[@]}"`)
	if words != "doctor docs\n" {
		t.Errorf("bash completes doc to %q", words)
	}
	p.set("PATH", p.path+":/usr/sbin:/sbin")
	p.run("dpkg", "--root="+root, "--force-not-root", "--purge", "bcrules")
	if left, _ := filepath.Glob(root + "/usr/bin/*"); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// A person has a home, a project, and the named programs on the PATH, without Go.
type person struct {
	t                   *testing.T
	home, project, path string
	env                 map[string]string
}

func newPerson(t *testing.T, programs ...string) *person {
	t.Helper()
	dir := t.TempDir()
	p := &person{t: t, home: dir + "/home", project: dir + "/project", path: dir + "/bin"}
	for _, d := range []string{p.home, p.project, p.path} {
		check(t, os.Mkdir(d, 0o755))
	}
	for _, name := range programs {
		found, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("without %s there is no trying this", name)
		}
		check(t, os.Symlink(found, filepath.Join(p.path, name)))
	}
	for _, name := range []string{"sh", "env"} { // npm starts these
		os.Symlink("/usr/bin/"+name, filepath.Join(p.path, name))
	}
	p.env = map[string]string{"HOME": p.home, "PATH": p.path, "TMPDIR": dir}
	p.run("git", "init", "--quiet")
	return p
}

func (p *person) set(name, value string) { p.env[name] = value }

func (p *person) command(line ...string) *exec.Cmd {
	cmd := exec.Command(line[0], line[1:]...)
	for _, dir := range filepath.SplitList(p.env["PATH"]) { // this process has another
		if program := filepath.Join(dir, line[0]); !filepath.IsAbs(line[0]) {
			if _, err := os.Stat(program); err == nil {
				cmd.Path, cmd.Err = program, nil
				break
			}
		}
	}
	cmd.Dir = p.project
	for name, value := range p.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	return cmd
}

// keepsRows tries rules that keep rows in a database, by bcstore: without it vet has a warning.
func (p *person) keepsRows() {
	p.t.Helper()
	p.run("bcrules", "new", "hook", "kept", "--from", "one-writer", "--dir", "kept")
	p.run("bcrules", "vet", "--strict", "kept")
	p.run("bcrules", "test", "kept")
}

// run returns the whole output of a command, which must succeed, and logs how long it took.
func (p *person) run(line ...string) string {
	p.t.Helper()
	began := time.Now()
	out, err := p.command(line...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("%q: %v\n%s", line, err, out)
	}
	p.t.Logf("%6d ms  %s", time.Since(began).Milliseconds(), strings.Join(line, " "))
	return string(out)
}

// firstRule does what somebody does first with a program of that name: copies a rule, checks it,
// asks why it denies a push, and reads on. The log has how long that takes.
func (p *person) firstRule(program ...string) {
	p.t.Helper()
	event := filepath.Join(p.project, "event.json")
	check(p.t, os.WriteFile(event, []byte(push), 0o644))
	began := time.Now()
	for _, line := range [][]string{{"new", "hook", "--from", "no-force-push"}, {"vet", "--strict"}, {"test"}, {"explain", event}, {"help", "guide", "rule"}} {
		said := p.run(append(slices.Clone(program), line...)...)
		if line[0] == "explain" && !strings.Contains(said, "by rule no-force-push/1: deny") {
			p.t.Errorf("explain says\n%s", said)
		}
	}
	p.t.Logf("%6d ms  to a first rule, by %s", time.Since(began).Milliseconds(), strings.Join(program, " "))
}

// registered returns the program that the project's own settings start at an event.
func (p *person) registered(event string) string {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.project, ".claude", "settings.local.json"))
	check(p.t, err)
	var settings struct {
		Hooks map[string][]struct{ Hooks []struct{ Command string } }
	}
	check(p.t, json.Unmarshal(data, &settings))
	if on := settings.Hooks[event]; len(on) == 1 && len(on[0].Hooks) == 1 {
		return on[0].Hooks[0].Command
	}
	p.t.Fatalf("found no single entry for %s in\n%s", event, data)
	return ""
}

// denies gives a program a force push, which it must deny.
func (p *person) denies(program string) {
	p.t.Helper()
	began := time.Now()
	cmd := p.command(program)
	cmd.Stdin = strings.NewReader(push)
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), `"permissionDecision":"deny"`) {
		p.t.Errorf("%s: %v, answered %q", program, err, out)
	}
	p.t.Logf("%6d ms  %s denies", time.Since(began).Milliseconds(), program)
}

// one returns the only file of dist that matches a pattern.
func one(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dist, pattern))
	check(t, err)
	if len(found) != 1 {
		t.Fatalf("found %v, want one %s, of make release", found, pattern)
	}
	abs, err := filepath.Abs(found[0])
	check(t, err)
	return abs
}
