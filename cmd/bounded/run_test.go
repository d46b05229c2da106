//go:build linux

package bounded

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"bcrules.dev/schema"
)

// A process that crashes is distinguished from one that gets no more memory, even if it crashes in
// something that runs beside the evaluation.
func TestCrash(t *testing.T) {
	if os.Getenv(child) != "" {
		most := Limits{CPU: time.Hour, Memory: 1 << 40}
		most.Do(&schema.Schema{}, []string{t.TempDir()}, os.Stderr, func() {
			go func() { panic("the rules are odd") }()
			select {}
		})
	}
	var said bytes.Buffer
	code, ran := Run([]string{os.Args[0], "-test.run=^TestCrash$"}, &said)
	want := "bcrules: found a fault of bcrules itself as it evaluated the rules: panic: the rules are odd\n"
	if !ran || code != exitLost || said.String() != want {
		t.Errorf("found %d, %q, want %d, %q", code, said.String(), exitLost, want)
	}
}

// Lines of the runtime about a lack of memory are no crash.
func TestScarce(t *testing.T) {
	for _, wrote := range []string{
		"",
		"runtime: out of memory: cannot allocate 4194304-byte block\nfatal error: out of memory\n\ngoroutine 1 [running]:\n",
		"fatal error: runtime: cannot allocate memory\n",
		"runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n",
	} {
		if why := crashed(wrote); why != "" {
			t.Errorf("%q: found %q, want nothing", strings.TrimSpace(wrote), why)
		}
	}
}
