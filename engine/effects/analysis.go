package effects

import (
	"slices"
	"time"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// What an analysis may cost. It is counted in work, not in time, so that a call is
// judged alike however busy the machine is. An honest script stays far below; what
// lies beyond is an Unknown of what bound.
const (
	maxSteps   = 12_000           // statements and words
	maxDepth   = 60               // of code in code
	maxText    = programs.MaxText // bytes of a value that is put together
	maxParsing = 250_000          // what parsing may cost, all in all (see labour)
	maxList    = programs.MaxList // commands, files and hosts of a kind
	maxLinks   = 4 * maxList      // pipes
	maxInput   = 32 << 10         // bytes of Command.Input
	maxCode    = 4 << 10          // bytes of it where it is code, which is read for what it does
	maxWorlds  = 6                // states of the shell that are followed side by side
	maxRounds  = 100              // of a loop that counts
	maxArray   = 500              // elements of a variable
	maxWords   = 2_000            // of one command
	maxForeign = 128 << 10        // bytes of code of another language
	maxCalls   = 1_000            // of such code
	lightly    = 4                // steps of reading such code that count for one
	lastResort = 5 * time.Second  // for what the counting of work is blind to
)

// An analysis is at work on one call: it walks the shell's code of it, and runs what that runs.
// What it finds is noted in findings, what the call itself has written in a store, and what it
// costs in an effort; an expansion makes words of code.
type analysis struct {
	findings
	store
	codes
	at      Place
	later   []later         // code that a shell runs when it likes: traps
	running []string        // functions and files being run
	found   []programs.File // what programs run that they find by themselves
	own     bool            // one runs what it finds by itself, if it is there
	names   *naming         // gathers what words may name; nil where nobody asks
}

// A frame is what holds for all commands of one code.
type frame struct {
	via      []string
	depth    int
	host     string
	box      *programs.Box
	home     string
	node     syntax.Node // the simple command at work
	code     string      // what is parsed
	capture  bool        // what is printed matters
	vague    bool        // parts of the code are not known: ${NAME} in quotes is not to be taken at its word
	endless  bool        // in a loop that does not end and does not wait
	repeated bool        // in a loop of which nobody knows how often it runs
	parallel bool        // in a pipeline or in the background of that loop or function
	cmdlets  *language   // whose commands a composer has made those of a shell; nil for a shell
}

// under returns a frame for code that is run by something.
func (f *frame) under(via ...string) *frame {
	g := *f
	g.depth++
	if len(via) > 0 {
		g.via = append(slices.Clip(f.via), via...)
	}
	return &g
}

// source runs the code of a shell in a world, and returns what it may be then.
func (a *analysis) source(f *frame, w *world, code word) worlds {
	f.code, f.vague = code.Text, f.vague || !code.Known
	return a.stmts(f, w, a.codes.parse(&a.findings, code.Text))
}
