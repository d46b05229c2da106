package agents

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// rules are the same for all.
const rules = `package rules

hooks: {
	shell: {
		on:    "PreToolUse"
		match: "Bash"
		rules: [
			{when: "event.tool_input.command contains \"DENY\"", do: deny: "WHY-DENIED by ${client().name}"},
			{when: "event.tool_input.command contains \"original\"", do: modify: command: "echo changed > rewritten.txt"},
		]
	}
	files: {
		on:    "PreToolUse"
		match: "Write|Edit"
		rules: [{when: "event.tool_input.file_path endsWith \"/secret.txt\"", do: deny: "WHY-FILE by ${client().name}"}]
	}
	after: {on: "PostToolUse", match: "Bash", rules: [{do: inject: context: "CONTEXT-AFTER"}]}
	start: {on: "SessionStart", rules: [{do: inject: context: "CONTEXT-START"}]}
	stop: {on: "Stop", rules: [{when: "!event.stop_hook_active", do: block: "KEEP-WORKING"}]}
}
`

// A spec is what the process in a network of its own does.
type spec struct {
	Argv, Env []string
	Dir, Out  string
	Steps     []Step
}

const inside = "BCRULES_AGENTS_SPEC"

// port is the model's port.
const port = "8377"

func TestMain(m *testing.M) {
	if file := os.Getenv(inside); file != "" {
		if err := run(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// run runs a client beside the model that it asks, and leaves a record of the requests.
func run(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var s spec
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	if out, err := exec.Command("ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		return fmt.Errorf("ip link: %w\n%s", err, out)
	}
	model := &Model{steps: s.Steps}
	l, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		return err
	}
	go http.Serve(l, model)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.Argv[0], s.Argv[1:]...)
	cmd.Dir, cmd.Env = s.Dir, s.Env
	cmd.WaitDelay = time.Second
	said, err := cmd.CombinedOutput()
	fmt.Printf("%s\nends: %v\n", said, err)
	asked, _ := json.Marshal(model.Asked)
	return os.WriteFile(s.Out, asked, 0o600)
}

// The same rules hold with every agent that runs here: one call is denied and the model reads why,
// one call is rewritten, contexts reach the model, and a stop is refused once.
func TestAgents(t *testing.T) {
	bin := commands(t)
	for _, c := range Clients {
		t.Run(c.title(), func(t *testing.T) {
			programs, err := c.Install()
			if err != nil {
				t.Skipf("the client can't be had: %v", err)
			}
			t.Run("rules", func(t *testing.T) { c.test(t, bin, programs) })
			t.Run("guard", func(t *testing.T) { c.guard(t, bin, programs) })
		})
	}
}

func (c Client) title() string { return cmp.Or(c.Name, c.Agent) }

// commands builds what clients start. It skips the test if no client can be run.
func commands(t *testing.T) (bin string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("a network of its own wants Linux")
	}
	if out, err := exec.Command("unshare", "-rn", "--pid", "--fork", "--mount-proc", "--kill-child", "ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		t.Skipf("no network of its own can be had here: %v\n%s", err, out)
	}
	bin = t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "bcrules.dev/cmd/bcrules", "bcrules.dev/cmd/bchook").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

func (c Client) test(t *testing.T, bin, programs string) {
	steps := []Step{{Calls: c.Shell("echo original > rewritten.txt")}, {Calls: c.Shell("echo plain")}}
	deny, write := Step{Calls: c.Shell("echo DENY > denied.txt")}, Step{Calls: []Call{c.Write}}
	if !c.Ends {
		steps = append(steps, deny, write)
	}
	began := time.Now()
	project, asked := c.session(t, bin, programs, rules, append(steps, Step{Text: "Done."}))
	talk := strings.Join(asked, "\n")
	claim := func(what string, holds, can bool) {
		t.Helper()
		switch {
		case !can && holds:
			t.Errorf("%s: works, and the table of agents says it doesn't", what)
		case can && !holds:
			t.Errorf("%s: no", what)
		default:
			t.Logf("%s: %s", what, map[bool]string{true: "yes", false: "not with this agent"}[can])
		}
	}
	rewritten, _ := os.ReadFile(filepath.Join(project, "rewritten.txt"))
	claim("a rewritten call runs rewritten", string(rewritten) == "changed\n", !c.NoRewrite)
	claim("context after a tool reaches the model", strings.Contains(talk, "CONTEXT-AFTER"), true)
	claim("context at the start reaches the model", strings.Contains(talk, "CONTEXT-START"), !c.NoStart)
	claim("a stop is refused once", len(asked) > 0 && strings.Count(asked[len(asked)-1], "KEEP-WORKING") == 1, !c.NoStop)
	if c.Ends {
		project, asked = c.session(t, bin, programs, rules, []Step{deny, {Text: "Done."}})
		talk = strings.Join(asked, "\n")
	}
	claim("a denied call does not run", !there(project, "denied.txt") && len(asked) > 0, true)
	claim("the model reads why", strings.Contains(talk, "WHY-DENIED by "+c.Agent), !c.Ends)
	if c.Ends {
		project, asked = c.session(t, bin, programs, rules, []Step{write, {Text: "Done."}})
	}
	claim("a file is not written that a rule refuses", !there(project, "secret.txt") && !there(project, "other.txt") && len(asked) > 0, true)
	claim("and the model reads that", strings.Contains(talk, "WHY-FILE by "+c.Agent), !c.Ends)
	t.Logf("%d requests in %.1f s", len(asked), time.Since(began).Seconds())
}

func there(project, name string) bool {
	_, err := os.Stat(filepath.Join(project, name))
	return !os.IsNotExist(err)
}

// session runs the client once, in its own home and project.
func (c Client) session(t *testing.T, bin, programs, rules string, steps []Step) (project string, asked []string) {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(filepath.Join(cache, "bcrules-agents"), "run-*") // Codex makes no helper programs below /tmp
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	home, project := filepath.Join(dir, "home"), filepath.Join(dir, "project")
	fill := strings.NewReplacer("{url}", "http://127.0.0.1:"+port, "{project}", project)
	files := append([]string{".config/bcrules/rules.cue", rules}, c.Files...)
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(home, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(fill.Replace(files[i+1])), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"PATH=" + programs + ":" + bin + ":" + os.Getenv("PATH"), "HOME=" + home, "TERM=xterm", "LANG=C.UTF-8"}
	for _, v := range c.Env {
		env = append(env, fill.Replace(v))
	}
	if out, err := exec.Command("git", "init", "-q", project).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	args := []string{"init", "--shared"}
	if !c.Own {
		args = []string{"init", "--agent", c.Agent}
		if c.User {
			args = append(args, "--user")
		}
	}
	register := exec.Command(filepath.Join(bin, "bcrules"), args...)
	register.Dir, register.Env = project, env
	if out, err := register.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	if c.spoil != nil {
		name := c.settings(t, home, project)
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, []byte(c.spoil(string(text))), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s := spec{Argv: []string{c.Program}, Env: env, Dir: project, Out: filepath.Join(dir, "asked.json"), Steps: steps}
	for _, a := range c.Args {
		s.Argv = append(s.Argv, fill.Replace(a))
	}
	if s.Argv[0] != "sh" {
		s.Argv[0] = filepath.Join(programs, c.Program)
	}
	data, _ := json.Marshal(s)
	if err := os.WriteFile(filepath.Join(dir, "spec.json"), []byte(fill.Replace(string(data))), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("unshare", "-rn", "--pid", "--fork", "--mount-proc", "--kill-child", self)
	cmd.Env = append(os.Environ(), inside+"="+filepath.Join(dir, "spec.json"))
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err = cmd.Run()
	data, _ = os.ReadFile(s.Out)
	if (json.Unmarshal(data, &asked) != nil || len(asked) == 0) && c.spoil == nil {
		t.Fatalf("the model was asked nothing (%v):\n%.3000s", err, &said)
	}
	if testing.Verbose() && os.Getenv("AGENTS_SHOW") != "" && len(asked) > 0 {
		t.Logf("%s\n%s", &said, asked[len(asked)-1])
	}
	return project, asked
}
