//go:build !windows

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// offerRounds is how often all of offerProcesses ask at once.
const offerRounds, offerProcesses = 100, 8

// Of hooks that may say the same at once exactly one does, in every session; and each
// row is said, though others are marked at the same time.
func TestOfferedOnce(t *testing.T) {
	rules := written(t, `
marks: said: {claims: "${temp()}/${session().id}.d", file: "${temp()}/${session().id}.txt"}
hooks: x: {on: "Setup", rules: [
	{do: {offer: {rows: "${rows()}", marks: "said", max: 2}, as: "chosen"}},
	{when: "chosen().ok", do: inject: message: "${chosen().value.text}"},
], let: rows: "map(1..4, {{key: string(#), long: '<' + string(#) + '>'}})"}`)
	bin, temp := built(t), t.TempDir()
	t.Setenv("TMPDIR", temp)
	one := start(t, bin, rules, nil) // makes the plan
	one.in.Close()
	io.ReadAll(one.out)
	one.Wait()
	for round := range offerRounds {
		all := make([]*started, offerProcesses)
		for i := range all {
			all[i] = start(t, bin, rules, nil)
			fmt.Fprintf(all[i].in, `{"hook_event_name": "Setup", "session_id": "s%d"`, round)
		}
		// All of them run now and wait for the rest of the event.
		for _, p := range all {
			io.WriteString(p.in, "}")
			p.in.Close()
		}
		said := ""
		for _, p := range all {
			out, err := io.ReadAll(p.out)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Wait(); err != nil {
				t.Error(err)
			}
			said += string(out)
		}
		for row := 1; row <= 2; row++ {
			if n := strings.Count(said, fmt.Sprintf("<%d>", row)); n != 1 {
				t.Errorf("round %d: row %d is said %d times, want once\n%s", round, row, n, said)
			}
		}
		list, err := os.ReadFile(filepath.Join(temp, fmt.Sprintf("s%d.txt", round)))
		for row := 1; row <= 4; row++ {
			if n, listed := strings.Count(said, fmt.Sprintf("<%d>", row)), strings.Contains(string(list), fmt.Sprint(row)); n > 1 || listed != (n == 1) || err != nil {
				t.Errorf("round %d: row %d is said %d times, listed %t, %v", round, row, n, listed, err)
			}
		}
	}
}
