// Command soak has many bchook processes of several sessions work on one project
// at once, and audits every file afterwards: nothing may be lost, doubled, torn or
// left behind.
//
//	go run ./testdata/soak [-n EVENTS] [-sessions N] [-seed N]
//
// Events are drawn by the seed, which is printed. The soak's own rules (rules.cue) answer four of
// five, and leave countable results. A model says what must be there: the same events replayed one
// after another in this process, in a project of its own. The pack brewcode answers the others;
// each reply must be one object and each file whole.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/plan"
)

//go:embed rules.cue
var rules string

func main() {
	log.SetFlags(0)
	if os.Getenv("SOAK_BIN") != "" {
		worker()
		return
	}
	n := flag.Int("n", 20000, "events")
	sessions := flag.Int("sessions", 8, "sessions at once")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "what the events are drawn by")
	flag.Parse()
	fmt.Printf("seed %d: %d events, %d sessions\n", *seed, *n, *sessions)
	dir, err := os.MkdirTemp("", "soak")
	check(err)
	ok := soak(dir, *seed, *n, *sessions)
	if !ok {
		log.Fatalf("see %s", dir)
	}
	os.RemoveAll(dir)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// pack answers what the soak's own rules don't.
const pack = "bcrules.dev/packs/brewcode"

// soak reports whether everything is as it must be, and says what is not.
func soak(dir string, seed uint64, n, sessions int) bool {
	bin, set, project, model := filepath.Join(dir, "bin"), filepath.Join(dir, "rules"), filepath.Join(dir, "project"), filepath.Join(dir, "model")
	out, err := exec.Command("go", "build", "-o", bin+"/", "./cmd/...").CombinedOutput()
	if err != nil {
		log.Fatalf("%v\n%s", err, out)
	}
	check(os.Mkdir(set, 0o755))
	check(os.WriteFile(filepath.Join(set, "rules.cue"), []byte(rules), 0o644))
	for name, value := range map[string]string{"HOME": dir, "XDG_CACHE_HOME": filepath.Join(dir, "cache"), "CLAUDE_PLUGIN_ROOT": "", "BCRULES_RULES": ""} {
		check(os.Setenv(name, value))
	}
	for _, r := range []string{set, pack} { // compiled once, so that only answering is measured
		out, err := exec.Command(filepath.Join(bin, "bcrules"), "compile", "--rules", r).CombinedOutput()
		if err != nil {
			log.Fatalf("%v\n%s", err, out)
		}
	}
	lay(project, n)
	lay(model, n)

	open := descriptors()
	all := events(seed, n, sessions, project)
	results := make([][]result, sessions)
	began := time.Now()
	var work sync.WaitGroup
	for i := range all {
		work.Go(func() { results[i] = session(all[i], bin, set) })
	}
	work.Wait()
	took := time.Since(began)

	replayed := replay(events(seed, n, sessions, model), set)
	a := &audit{project: project, model: model, events: all, results: results, replayed: replayed}
	a.replies()
	a.files()
	a.processes(bin, descriptors()-open)
	a.memory()
	fmt.Printf("%d events in %s, %.0f a second; median %s, slowest %s\n", n, took.Round(time.Second), float64(n)/took.Seconds(), a.quantile(0.5), a.quantile(1))
	return a.report()
}

// report writes figures and the first faults, and reports whether there are none.
func (a *audit) report() bool {
	for _, line := range a.figures {
		fmt.Println(line)
	}
	for i, fault := range a.faults {
		if i == 20 {
			fmt.Printf("… %d faults\n", len(a.faults))
			break
		}
		fmt.Println("FAULT", fault)
	}
	fmt.Printf("%d faults\n", len(a.faults))
	return len(a.faults) == 0
}

// session has a worker process answer a session's events, one after another.
func session(events []event, bin, set string) (results []result) {
	self, err := os.Executable()
	check(err)
	cmd := exec.Command(self)
	cmd.Env, cmd.Stderr = append(os.Environ(), "SOAK_BIN="+bin, "SOAK_RULES="+set), os.Stderr
	in, err := cmd.StdinPipe()
	check(err)
	out, err := cmd.StdoutPipe()
	check(err)
	check(cmd.Start())
	go func() {
		e := json.NewEncoder(in)
		for _, event := range events {
			if e.Encode(event) != nil {
				break // the worker says why it ended
			}
		}
		in.Close()
	}()
	d := json.NewDecoder(out)
	for {
		var r result
		if err := d.Decode(&r); err == io.EOF {
			break
		} else {
			check(err)
		}
		results = append(results, r)
	}
	check(cmd.Wait())
	return results
}

// replay answers all events in this process, in the order they were drawn, and
// returns the replies as session does.
func replay(events [][]event, set string) [][]result {
	c := hook.Command{Facts: facts.All, Compile: func(layers.Set, time.Duration) (*plan.Plan, string, error) {
		return nil, "", fmt.Errorf("found no plan, want the one that was made before")
	}}
	results := make([][]result, len(events))
	longest := len(slices.MaxFunc(events, func(a, b []event) int { return len(a) - len(b) }))
	for i := range longest {
		for s := range events {
			if i >= len(events[s]) {
				continue
			}
			e := events[s][i]
			o := hook.Options{Rules: []string{set}}
			if e.Pack {
				o.Rules[0] = pack
			}
			var out bytes.Buffer
			code := c.Run(o, bytes.NewReader(e.Input), &out, io.Discard)
			results[s] = append(results[s], result{Stdout: out.String(), Code: code})
		}
	}
	return results
}
