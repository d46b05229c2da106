package effects

import (
	"slices"
	"time"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// What an analysis may cost. The limits count work, not time, so that a call is judged alike
// however busy the machine is. An honest script stays far below them. Exceeding one is an Unknown
// of the kind bound.
const (
	maxSteps   = 12_000           // statements and words
	maxDepth   = 60               // of code in code
	maxText    = programs.MaxText // bytes of a value that is composed
	maxParsing = 250_000          // cost of all parsing, as labour counts it
	maxList    = programs.MaxList // commands, files and hosts of a kind
	maxLinks   = 4 * maxList      // pipes
	maxInput   = 32 << 10         // bytes of Command.Input
	maxCode    = 4 << 10          // bytes of Command.Input for code, whose effects are read anyway
	maxWorlds  = 6                // states of the shell that are followed side by side
	maxRounds  = 100              // of a counting loop
	maxArray   = 500              // elements of an array
	maxWords   = 2_000            // of one command
	maxForeign = 128 << 10        // bytes of code of another language
	maxCalls   = 1_000            // calls recorded from such code
	lightly    = 4                // steps of reading such code that count as one
	lastResort = 5 * time.Second  // for costs that the count of work misses
)

// An analysis follows one call: it walks the call's shell code, and the code that this starts. Its
// findings hold the result and the effort that is left, its store what the call has written, its
// codes what was parsed. An expansion turns code into words.
type analysis struct {
	findings
	store
	codes
	at      Place
	later   []later           // code that the shell runs at some later time: traps
	running []string          // functions and files being run
	known   map[string][]word // constants that the code read next is given, by name
	found   []programs.File   // files that programs find and run by themselves
	own     bool              // a program runs files that it finds by itself, if they are there
	names   *naming           // gathers what words may name; nil unless the caller asks
}

// A frame describes what all commands of one piece of code have in common.
type frame struct {
	via      []string
	depth    int
	host     string
	box      *programs.Box
	home     string
	node     syntax.Node // the simple command being run
	code     string      // the code being parsed
	capture  bool        // the output matters
	vague    bool        // parts of the code are unknown: a quoted ${NAME} may stand for one
	endless  bool        // in a loop that neither ends nor waits
	repeated bool        // it may run more than once, as in a loop
	parallel bool        // in a pipeline or in the background, within that loop or function
	fish     bool        // the code is for the shell fish
	whole    bool        // functions of the code may be called from elsewhere
	cmdlets  *language   // the language whose commands a composer turned into a shell's; nil for a shell
}

// under returns the frame for code that something runs, one level deeper.
func (f *frame) under(via ...string) *frame {
	g := *f
	g.depth++
	if len(via) > 0 {
		g.via = append(slices.Clip(f.via), via...)
	}
	return &g
}

// called returns the frame for code whose functions are called from elsewhere.
func (f *frame) called() *frame {
	g := *f
	g.whole = true
	return &g
}

// source runs shell code in a world, and returns the worlds it may end in.
func (a *analysis) source(f *frame, w *world, code word) worlds {
	f.code, f.vague = code.Text, f.vague || !code.Known
	return a.stmts(f, w, a.codes.parse(&a.findings, code.Text, f.fish))
}
