// Command score says how rules do on cases, which are commands with the expected verdict (see
// package guard). Each is sent to a real hook process, in a project and a home folder made for
// this; none is run.
//
//	go run ./testdata/guard/score [-rules DIR] [-in DIR] [-p N] [-steady N [-quota PERCENT]] FILE…
//
// It prints a table by category and every miss, and exits with 1 if the score is out of bounds.
// With -steady it asks N processes at once, and exits with 1 if one says something else than a
// process that ran alone.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"bcrules.dev/testdata/guard"
)

func main() {
	log.SetFlags(0)
	rules := flag.String("rules", "rules/guard", "the rules")
	in := flag.String("in", "", "folder that the home folder is said to be in; it need not be there (default: a new one)")
	parallel := flag.Int("p", runtime.GOMAXPROCS(0), "hooks at once")
	processes := flag.Int("steady", 0, "compare so many processes with such that ran alone")
	quota := flag.Int("quota", 0, "percent of one processor for them (default: no bound)")
	list := flag.Int("list", 0, "of the unseen commands only those of this list (default: all cases)")
	flag.Parse()
	if flag.NArg() == 0 {
		log.Fatal("found no file of cases, want one or more")
	}
	var cases []guard.Case
	for _, name := range flag.Args() {
		more, err := guard.Read(name)
		check(err)
		cases = append(cases, more...)
	}
	if *list > 0 {
		cases = slices.DeleteFunc(cases, func(c guard.Case) bool { return c.List != *list })
	}
	ok, err := score(*rules, *in, cases, *parallel, *processes, *quota)
	check(err)
	if !ok {
		os.Exit(1)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// score asks a hook about all cases and prints how it did, or how steady it is.
func score(rules, in string, cases []guard.Case, parallel, processes, quota int) (bool, error) {
	dir, err := os.MkdirTemp("", "score")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	a, err := newAsker(dir, in, rules)
	if err != nil {
		return false, err
	}
	if processes > 0 {
		return a.steady(cases, processes, parallel, quota)
	}
	verdicts, errs := make([]guard.Verdict, len(cases)), make([]error, len(cases))
	var wait sync.WaitGroup
	free := make(chan struct{}, max(1, parallel))
	for i := range cases {
		free <- struct{}{}
		wait.Go(func() {
			verdicts[i], errs[i] = a.ask(cases[i])
			<-free
		})
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return false, err
	}
	var s guard.Score
	for i, c := range cases {
		s.Add(c, verdicts[i], 1)
	}
	return s.OK(), s.Write(os.Stdout)
}

// An asker asks a hook.
type asker struct {
	hook, rules string
	project     string
	env         []string
}

// newAsker builds the hook in a folder and compiles the rules. It makes a project and a home folder
// there; the rules are told that these are in another folder if in names one.
func newAsker(dir, in, rules string) (*asker, error) {
	for _, pkg := range []string{"./cmd/bchook", "./cmd/bcrules"} {
		if out, err := exec.Command("go", "build", "-o", dir+"/", pkg).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", pkg, err, out)
		}
	}
	rules, err := filepath.Abs(rules)
	if err != nil {
		return nil, err
	}
	home := filepath.Join(dir, "home", "dev")
	if in != "" {
		home = filepath.Join(in, "dev")
	}
	a := &asker{hook: filepath.Join(dir, "bchook"), rules: rules, project: filepath.Join(home, "work", "shop"),
		env: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "XDG_CACHE_HOME=" + filepath.Join(home, ".cache"), "XDG_CONFIG_HOME=" + filepath.Join(home, ".config")}}
	if in != "" {
		a.env[2] = "XDG_CACHE_HOME=" + filepath.Join(dir, "cache")
	}
	if in == "" {
		if err := os.MkdirAll(filepath.Join(a.project, ".git"), 0o755); err != nil {
			return nil, err
		}
	}
	compile := exec.Command(filepath.Join(dir, "bcrules"), "compile", "--rules", rules)
	compile.Env = a.env
	if out, err := compile.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", rules, err, out)
	}
	return a, nil
}

// ask returns what the hook says of a case.
func (a *asker) ask(c guard.Case) (guard.Verdict, error) {
	event, err := c.Event(a.project)
	if err != nil {
		return guard.Verdict{}, err
	}
	var reply, said bytes.Buffer
	cmd := exec.Command(a.hook, "--rules", a.rules)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = bytes.NewReader(event), &reply, &said, a.env
	if err = cmd.Run(); cmd.ProcessState == nil {
		return guard.Verdict{}, err
	}
	v, err := guard.NewVerdict(reply.Bytes(), said.String(), cmd.ProcessState.ExitCode())
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", c.Source, err, &reply)
	}
	return v, err
}
