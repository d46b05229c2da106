// Package bounded evaluates rules that others may have written in a separate process, which ends if
// they take too much: CUE has comprehensions, and a rule file of three lines can keep a machine
// busy for ever or take all of its memory.
//
// A command that looks at such rules is run once more, with the same streams, and the first process
// only waits (Run). In the second one the evaluation is watched (Do): how long all processors work
// on it, how long it takes if it waits, and how much memory the process has. If that is too much,
// the process says so and ends. On Linux the system also limits the memory (limit_linux.go),
// because one call may ask for more than there is: then the waiting process says why the other one
// is gone.
//
// The user's own rules and packs are not watched. Neither are programs that hooks run: they are
// trusted, and have a time limit where they are started (cmd/bchook).
package bounded

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/schema"
)

// Limits are what an evaluation may take.
type Limits struct {
	CPU    time.Duration // of all processors together
	Memory uint64        // of the process, bytes
	// Listing says that a list in JSON was begun on stdout; if the process ends early, the list is
	// closed with the items it has.
	Listing bool
}

// Rules limits what rules may take. Tests limits what they may take with their tests; a pack has
// many of these. A pack of this program without changes takes nothing of it. A pack with settings
// of a project counts as the project's: to vet all five packs with one setting for the first time
// takes 3 to 5 s of a processor of 2026 and 160 MB, so even a machine a quarter as fast can vet
// them. A project's own rules take some tenths of a second. Guard with settings of a user and of
// the project takes 430 MB; except, which compiles it with and without them, took more than 500.
// Typed limits rules that somebody is writing, who waits for the findings for at most a minute.
var (
	Rules = Limits{CPU: slower * 20 * time.Second, Memory: larger * 800 << 20}
	Typed = Limits{CPU: slower * 8 * time.Second, Memory: larger * 800 << 20}
	Tests = Limits{CPU: slower * 40 * time.Second, Memory: larger << 30}
)

// longest is how long an evaluation may take, waiting included.
const longest = 5 * time.Minute

// often is how often an evaluation is checked.
const often = 10 * time.Millisecond

// exitTooMuch is the exit code of a process that ended itself, the same as for faults.
const exitTooMuch = 1

// Do runs evaluate, which evaluates layers. If they take too much, Do says so on stderr and ends
// the process.
//
// Packs that the schema evaluates aside don't count, as only this program wrote them.
func (l Limits) Do(s *schema.Schema, of []string, stderr io.Writer, evaluate func()) {
	others := watched(of, layers.User(os.Getenv))
	if os.Getenv(child) == "" || len(others) == 0 {
		evaluate()
		return
	}
	where := begun
	if l.Listing {
		where = listing
	}
	tell(where)
	defer tell(ended)
	old := debug.SetMemoryLimit(int64(l.Memory))
	defer debug.SetMemoryLimit(old)
	w := newWatch(l)
	w.lift = hold(l.Memory)
	defer w.unheld()
	s.Aside = w.aside
	defer func() { s.Aside = nil }()
	done := make(chan struct{})
	defer close(done)
	go func() {
		if what := w.wait(done); what != "" {
			tell(ended)
			w.unheld()
			closeList(where)
			fmt.Fprintf(stderr, "bcrules: %s: found rules that take more than %s to evaluate, want less\n", strings.Join(others, " and "), what)
			os.Exit(exitTooMuch)
		}
	}()
	evaluate()
}

// Compile compiles layers by s within the limits.
func (l Limits) Compile(s *schema.Schema, of []string, stderr io.Writer) (set *schema.Set, err error) {
	l.Do(s, of, stderr, func() { set, err = s.Compile(of...) })
	return set, err
}

// watched returns the layers that others may have written: all but packs of this program and the
// user's own rules.
func watched(of []string, own string) []string {
	return slices.DeleteFunc(slices.Clone(of), func(layer string) bool {
		dir, err := filepath.Abs(layer)
		return schema.Shipped(layer) || err == nil && dir == own
	})
}

// memory returns how many bytes the process has from the system, without those it gave back.
func memory() uint64 {
	all := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(all)
	return all[0].Value.Uint64() - all[1].Value.Uint64()
}

// inUse is memory after a garbage collection, which a busy machine does late.
func inUse() uint64 {
	debug.FreeOSMemory()
	return memory()
}
