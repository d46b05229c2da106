// Package bounded evaluates rules that others may have written in a process of its own,
// which ends where they take too much: CUE has comprehensions, and a rule file of three
// lines can keep a machine busy for ever or take all of its memory.
//
// A command that looks at such rules is run once more, with the same streams, and what
// waits for it does nothing else (Run). In that process the evaluation is watched (Do):
// how long all processors work on it, how long it takes if it waits, and what memory the
// process has. Where that is too much the process says so and ends. On Linux the system
// holds it to the memory as well (limit_linux.go), as one call may ask for more than
// there is: then the process that waits says why the other is gone.
//
// The user's own rules and packs are not watched, and neither is what hooks run: that is
// trusted, and has a bound of time where it is started (cmd/bchook).
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
	// Listing says that a list in JSON is begun on stdout, which is closed with what it has
	// where the process ends.
	Listing bool
}

// Rules limits what rules may take. Tests limits what they may take with the tests beside them, of
// which a pack has many. A pack of this program without changes takes nothing of it. A pack with
// settings of a project counts as the project's: to vet all five packs with one setting for the
// first time takes 3 to 5 s of a processor of 2026 and 160 MB, so that a machine a quarter as fast
// still vets them. A project's own rules take some tenths of a second. Guard with settings of a
// user and of the project takes 430 MB; except, which compiles it with and without them, took more
// than 500. Typed limits rules that somebody is writing, who waits for the findings for at most a
// minute.
var (
	Rules = Limits{CPU: slower * 20 * time.Second, Memory: larger * 800 << 20}
	Typed = Limits{CPU: slower * 8 * time.Second, Memory: larger * 800 << 20}
	Tests = Limits{CPU: slower * 40 * time.Second, Memory: larger << 30}
)

// longest is what an evaluation may take, waiting included.
const longest = 5 * time.Minute

// often is how often an evaluation is looked at.
const often = 10 * time.Millisecond

// exitTooMuch is the exit code of a process that ended itself: that of faults.
const exitTooMuch = 1

// Do runs what evaluates layers, and doesn't return where they take too much: that is
// said on stderr, and the process ends.
//
// What the schema sets aside, as this program alone has written it, doesn't count.
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

// Compile compiles layers by s within what they may take.
func (l Limits) Compile(s *schema.Schema, of []string, stderr io.Writer) (set *schema.Set, err error) {
	l.Do(s, of, stderr, func() { set, err = s.Compile(of...) })
	return set, err
}

// watched returns those of layers that others may have written: neither packs of this
// program nor the user's own.
func watched(of []string, own string) []string {
	return slices.DeleteFunc(slices.Clone(of), func(layer string) bool {
		dir, err := filepath.Abs(layer)
		return schema.Shipped(layer) || err == nil && dir == own
	})
}

// memory is what this process has of the system, bytes, but for what it gave back.
func memory() uint64 {
	all := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(all)
	return all[0].Value.Uint64() - all[1].Value.Uint64()
}

// inUse is memory after garbage is collected, which a busy machine does late.
func inUse() uint64 {
	debug.FreeOSMemory()
	return memory()
}
