package effects

import (
	"io"
	"slices"
	"strings"
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

// An analysis is at work on one call.
type analysis struct {
	Effects
	at      Place
	steps   int // that are left
	began   time.Time
	room    int // for parsing that is left
	parser  *syntax.Parser
	parsed  map[string][]*syntax.Stmt // code by its text
	files   map[string][]content      // what the call itself puts in files
	fed     []feed                    // process substitutions that are written to, not yet run
	links   []link
	fetched []int                 // commands that talk to hosts
	later   []later               // code that a shell runs when it likes: traps
	running []string              // functions and files being run
	made    map[syntax.Node][]int // commands by the words that made them
	kinds   map[string]*kind      // of commands, files and hosts, once there are many
	handed  int                   // the last number of a file descriptor
	handles map[int]string        // files that descriptors stand for
	held    []feed                // process substitutions and coprocesses that stay open
	found   []programs.File       // what programs run that they find by themselves
	dots    map[string]string     // see programs.Site
	copied  []programs.Link       // copies, of what is copied
	partial []string              // code that was read and of which some is not known
	names   *naming               // gathers what words may name; nil where nobody asks
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

// step reports whether there is room for one more step.
func (a *analysis) step(f *frame) bool {
	if a.steps%256 == 0 && time.Since(a.began) > lastResort {
		a.steps = 0
	}
	if a.steps <= 0 || f.depth > maxDepth {
		a.bound(f.code)
		return false
	}
	a.steps--
	return true
}

// bound ends the analysis, because there is too much of something.
func (a *analysis) bound(text string) {
	a.steps = 0
	a.partly(text)
}

// partly notes that not all of something was looked at, because there is too much.
func (a *analysis) partly(text string) {
	if !slices.ContainsFunc(a.Unknown, func(u Unknown) bool { return u.What == "bound" }) {
		a.Unknown = append(a.Unknown, Unknown{What: "bound", Text: cut(text)})
	}
}

// add adds what is not there yet, as far as there is room.
func add[T comparable](a *analysis, to *[]T, more []T, key func(T) string) {
	for _, m := range more {
		if slices.Contains(*to, m) {
			continue
		}
		if k := a.kind(len(*to), func() string { return key(m) }); k != nil {
			if k.count++; k.count > few {
				continue
			}
		}
		if len(*to) >= maxList {
			a.bound("")
			return
		}
		*to = append(*to, m)
	}
}

// unknown notes a part that could not be analysed.
func (a *analysis) unknown(what, text, by string) {
	u := Unknown{What: what, Text: cut(text), By: by}
	if len(a.Unknown) < maxList && !slices.Contains(a.Unknown, u) {
		a.Unknown = append(a.Unknown, u)
	}
}

// cut returns the first line of a text, and of that as much as fits a line.
func cut(text string) string {
	const width = 100
	text = strings.TrimSpace(text)
	line, _, more := strings.Cut(text, "\n")
	if len(line) > width {
		line, more = strings.ToValidUTF8(line[:width], ""), true
	}
	if more {
		line += "…"
	}
	return line
}

// source runs the code of a shell in a world, and returns what it may be then.
func (a *analysis) source(f *frame, w *world, code word) worlds {
	f.code, f.vague = code.Text, f.vague || !code.Known
	return a.stmts(f, w, a.parse(code.Text))
}

// parse returns the statements of a code, up to where it can be parsed.
func (a *analysis) parse(code string) []*syntax.Stmt {
	if list, ok := a.parsed[code]; ok {
		return list
	}
	if a.room -= labour(code); a.room < 0 {
		a.bound(code)
		return nil
	}
	if end := tooDeep(code); end >= 0 {
		a.bound(code)
		code = code[:end]
	}
	list, err := a.variant(syntax.LangBash, code)
	if err != nil && len(code) < maxText/2 && a.steps > 0 && a.room > labour(code) {
		a.room -= labour(code)
		if other, e := a.variant(syntax.LangZsh, code); e == nil {
			list, err = other, nil
		}
	}
	if err != nil && a.steps > 0 {
		a.unknown("syntax", code, "")
	}
	if a.parsed == nil {
		a.parsed = map[string][]*syntax.Stmt{}
	}
	a.parsed[code] = list
	return list
}

// tooDeep returns where code is nested deeper than any that people or models write,
// -1 for nowhere. What opens and closes in quotes counts, too.
func tooDeep(code string) int {
	const most, mostWords = 200, 2000
	depth, words := 0, 0
	for i := range len(code) {
		switch code[i] {
		case '(', '{', '[':
			if depth++; depth > most {
				return i
			}
		case ')', '}', ']':
			depth = max(depth-1, 0)
		case ' ':
			if rest := code[max(0, i-5):i]; strings.HasSuffix(rest, "if") || strings.HasSuffix(rest, "while") || strings.HasSuffix(rest, "case") || strings.HasSuffix(rest, "until") {
				if words++; words > mostWords {
					return i
				}
			}
		}
	}
	return -1
}

// variant parses code as one kind of shell, as far as it goes.
func (a *analysis) variant(kind syntax.LangVariant, code string) (list []*syntax.Stmt, err error) {
	if a.parser == nil {
		a.parser = syntax.NewParser()
	}
	syntax.Variant(kind)(a.parser)
	text := patient{text: code, until: a.began.Add(lastResort)}
	for s, e := range a.parser.StmtsSeq(&text) {
		switch {
		case e == nil && err == nil:
			list = append(list, s)
		case err == nil: // it may go on after an error, and after a break
			err = e
		}
	}
	if text.over {
		a.bound(code)
	}
	return list, err
}

// A patient reader ends at the last resort, for a parser that would go on.
type patient struct {
	text  string
	until time.Time
	over  bool
}

func (p *patient) Read(b []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	if time.Now().After(p.until) {
		p.over = true
		return 0, io.EOF
	}
	n := copy(b, p.text)
	p.text = p.text[n:]
	return n, nil
}
