package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The session of every stage; brewcode shortens it to its first eight letters.
const session = "5e551011-0000-4000-8000-00000000e2e0"

// A Stage is a test's own project with bcrules registered, a home, a model, and the client that
// runs there.
type Stage struct {
	*Model
	t             *testing.T
	home, project string
	dir, session  string         // where the client is started, and its session
	begun         bool           // the client has had the session
	url           string         // the model's
	runs, running int            // runs of the client
	ran           map[string]int // hooks, by event
	refusal       *regexp.Regexp // what the client may say of hooks, none if nil
	hookless      bool           // the client is to run none
	env           []string       // variables of the client's, beside those of all stages
}

// stage writes the files below home/ and project/ and starts the model. When the test ends, all
// steps must have been asked for, and nothing else. Logs are kept if the test fails, or with
// $E2E_KEEP.
func stage(t *testing.T, files map[string]string, steps ...Step) *Stage {
	t.Helper()
	return stageOf(t, []string{"brewcode"}, files, steps...)
}

// stageOf is stage with packs that the project takes if the user has no rules.
func stageOf(t *testing.T, packs []string, files map[string]string, steps ...Step) *Stage {
	t.Helper()
	dir, err := os.MkdirTemp("", "e2e-"+strings.NewReplacer("/", "-", ",", "").Replace(t.Name())+".")
	check(t, err)
	s := &Stage{
		Model: newModel(filepath.Join(dir, "log"), steps),
		t:     t, home: filepath.Join(dir, "home"), project: filepath.Join(dir, "project"), session: session, ran: map[string]int{},
	}
	s.dir = s.project
	for _, d := range []string{s.home, s.project, s.log, filepath.Join(dir, "tmp")} {
		check(t, os.Mkdir(d, 0o755))
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		check(t, os.MkdirAll(filepath.Dir(path), 0o755))
		check(t, os.WriteFile(path, []byte(text), 0o755))
	}
	s.register(packs)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.ServeHTTP(w, r) }))
	s.url = server.URL
	t.Cleanup(func() {
		server.Close()
		s.audit()
		if t.Failed() || os.Getenv("E2E_KEEP") != "" {
			t.Logf("requests and logs are kept in %s", dir)
			return
		}
		os.RemoveAll(dir)
	})
	return s
}

// play gives the model further steps, which may name folders of the stage, or depend on earlier
// steps.
func (s *Stage) play(steps ...Step) {
	s.audit()
	asked := s.n
	s.Model = newModel(s.log, steps)
	s.n = asked // it distinguishes calls and logs
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// audit compares the script with the requests.
func (s *Stage) audit() {
	for i, step := range s.steps {
		if s.Asked(i) == nil {
			s.t.Errorf("nobody asked for step %d, which is on %q", i, step.On)
		}
	}
	for _, r := range s.Strays() {
		s.t.Errorf("no step is for what ends with: %s", tail(r.News()))
	}
}

// register has bcrules register bchook in the project's settings, for the events of the rules in
// force: those of packs if the user has none.
func (s *Stage) register(packs []string) {
	s.t.Helper()
	var flags []string
	if _, err := os.Stat(filepath.Join(s.home, ".config", "bcrules")); err != nil || len(packs) > 1 {
		for _, name := range packs {
			flags = append(flags, "--pack", name)
		}
	}
	s.bcrules(append([]string{"init"}, flags...)...)
}

// bcrules runs bcrules in the project.
func (s *Stage) bcrules(args ...string) {
	s.t.Helper()
	cmd := exec.Command(filepath.Join(bin, "bcrules"), args...)
	cmd.Dir, cmd.Env = s.project, []string{"HOME=" + s.home, "PATH=/usr/bin:/bin"}
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("bcrules %s: %v\n%s", args, err, out)
	}
}

// run gives the client a prompt; from the second time on it continues the session. The client must
// end well and within a minute, accept every hook's answer, and leave no process behind. A step may
// run another client meanwhile.
func (s *Stage) run(prompt string, flags ...string) {
	s.t.Helper()
	s.runs++
	s.running++
	n := s.runs
	log := func(kind string) string { return filepath.Join(s.log, fmt.Sprintf("client%d.%s", n, kind)) }
	args := []string{"-p", prompt, "--output-format", "stream-json", "--verbose", "--include-hook-events",
		"--debug-file", log("debug"), "--allowedTools", "Bash,Agent"}
	if s.begun {
		args = append(args, "--resume", s.session)
	} else {
		args = append(args, "--session-id", s.session)
	}
	s.begun = true
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	cmd := s.client(ctx, append(args, flags...)...)
	stdout, err := os.Create(log("stdout"))
	check(s.t, err)
	defer stdout.Close()
	stderr, err := os.Create(log("stderr"))
	check(s.t, err)
	defer stderr.Close()
	cmd.Stdout, cmd.Stderr = stdout, stderr
	group(cmd)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ended := cmd.Run()
	if s.running--; s.running == 0 {
		for _, line := range left(20 * time.Second) {
			s.t.Errorf("still there after the client: %s", line)
		}
	}
	if ended != nil {
		said, _ := os.ReadFile(stderr.Name())
		s.t.Fatalf("the client: %v\n%s", ended, said)
	}
	debug, err := os.ReadFile(log("debug"))
	check(s.t, err)
	printed, err := os.ReadFile(log("stdout"))
	check(s.t, err)
	for _, line := range append(complaints(string(debug)), texts(string(printed))...) {
		if s.refusal == nil || !s.refusal.MatchString(line) {
			s.t.Errorf("the client says: %s", line)
		}
	}
	measure(string(debug), s.ran)
	if (len(s.ran) == 0) != s.hookless {
		s.t.Errorf("the client ran hooks: %v", s.ran)
	}
}

// client returns the client as a command, which ends with its context and knows only this stage.
func (s *Stage) client(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, client, args...)
	cmd.Dir = s.dir
	tmp := filepath.Join(filepath.Dir(s.home), "tmp")
	cmd.Env = append([]string{
		"HOME=" + s.home, "TMPDIR=" + tmp, "CLAUDE_CODE_TMPDIR=" + tmp, "PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "SHELL=/bin/bash", "LANG=C.UTF-8",
		"ANTHROPIC_BASE_URL=" + s.url, "ANTHROPIC_API_KEY=none", "IS_SANDBOX=1", // or root can't let it do all
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
	}, s.env...)
	return cmd
}

// printed returns what the client's last run printed.
func (s *Stage) printed() string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.log, fmt.Sprintf("client%d.stdout", s.runs)))
	check(s.t, err)
	return string(data)
}

// another makes the next run begin another session, in a folder.
func (s *Stage) another(dir string) {
	s.dir, s.begun = dir, false
	s.session = fmt.Sprintf("5e55%04d%s", s.runs, session[8:])
}

// asks returns the request that a step, counted from 0, answered.
func (s *Stage) asks(step int) *Request {
	s.t.Helper()
	r := s.Asked(step)
	if r == nil {
		s.t.Fatalf("nobody asked for step %d, which is on %q", step, s.steps[step].On)
	}
	return r
}

// read returns the text of a file of the project, "" if there is none.
func (s *Stage) read(name string) string {
	data, err := os.ReadFile(filepath.Join(s.project, name))
	if err != nil && !os.IsNotExist(err) {
		s.t.Error(err)
	}
	return string(data)
}

func (s *Stage) there(name string) bool {
	_, err := os.Lstat(filepath.Join(s.project, name))
	return err == nil
}

// wants checks that a text contains all of some others.
func wants(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(text, want) {
			t.Errorf("found no %q in what ends with: %s", want, tail(text))
		}
	}
}

// tail returns the end of a text, because the client begins with pages of its own.
func tail(text string) string { return text[max(0, len(text)-1000):] }
