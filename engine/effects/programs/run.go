package programs

import (
	"slices"
	"strings"
)

// A Run is something that a program runs: a command, or shell code.
type Run struct {
	Words []Word    // a command, the program first
	Code  Word      // code, if there are no Words
	More  []Word    // words after the one command that Code is
	Via   string    // what runs it: timeout, bash -c
	Over  string    // how Code gets to the program, as in Input; "" if it doesn't matter
	Sets  []Setting // variables that are set for it
	Dirs  []Word    // folders it goes to first, one after the other
	Away  bool      // it runs on another machine, or in a container
	Host  string    // which one
	Box   *Box      // what it runs in, nil if it runs where the program does
	Alone bool      // it doesn't read the program's input
	Once  bool      // not if it is already running
	Many  bool      // it is run for each of several things
}

// A Setting is a word NAME=value before a command. The shell decides whether NAME can be a
// variable's.
type Setting struct {
	Name  string
	Value Word
}

// runCode returns the run of code in the program's arguments.
func runCode(code Word, via string) Run { return Run{Code: code, Via: via, Over: "substitution"} }

// runInput returns the run of the program's input, by what its first line names if it is a script.
func runInput(in Input, via string) Run {
	if words := interpreter(in.Text); words != nil {
		return Run{Words: words, Via: via}
	}
	return Run{Code: in.Word, Via: via, Over: in.Over, Alone: true}
}

// interpreter returns the command that a script names in its first line, nil for any other text. An
// unknown program runs or queues a script that is its input, unless an operand - says that the
// input is a file to look at.
func interpreter(script string) (words []Word) {
	line, _, _ := strings.Cut(script, "\n")
	line, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return nil
	}
	for name := range strings.FieldsSeq(line) {
		words = append(words, Word{Text: name, Known: true})
	}
	return words
}

// Runs returns what a command runs, in this order: what special.go says of it, the command at the
// end of its operands, code in the values of flags and in its input, code in its operands. If it
// runs a command, its operands are not code. settled says that the command prints only what these
// print.
func (c Call) Runs(around Surroundings) (list []Run, settled bool) {
	if c = c.optional(around); c.program == nil || !has(c.program.traits, "away") && !c.hasCode() {
		list = c.elsewhere()
	}
	if c.program == nil {
		shown := slices.ContainsFunc(c.Operands, func(w Word) bool { return w.Text == "-" })
		if words := interpreter(around.In.Text); words != nil && !shown {
			list = append(list, Run{Words: words, Via: c.Base})
		}
		return list, len(list) > 0
	}
	for s := range c.specials() {
		if s.runs != nil {
			more, only := s.runs(c, around)
			list, settled = append(list, more...), settled || only
		}
	}
	if !settled {
		if inner := c.Inner(); inner != nil {
			list, settled = append(list, c.wraps(inner)), true
		}
	}
	if box := c.box(around.Site); box != nil {
		for i := range list {
			list[i].Box = box
		}
	}
	n := len(list)
	for _, f := range c.Flags {
		if f.Valued && f.is("code") {
			list = append(list, runCode(f.Value, c.Spelling()+" "+f.Spelt()))
		}
	}
	for _, f := range c.Flags {
		if f.is("command") && len(f.words) > 0 {
			list = append(list, c.wraps(f.words))
		}
	}
	list = append(list, c.embedded(around.In.Word)...)
	if !settled {
		list = append(list, c.operandCode()...)
	}
	if script := c.script(); script != nil {
		list = append(list, Run{Words: script, Via: c.Base})
	}
	if !settled && len(list) == n && around.In.Over != "" && c.takesCode() {
		list = append(list, c.away(runInput(around.In, c.Base)))
	}
	return list, settled || len(list) > n
}

// script returns the words of a script that the program runs, from the script's path on, if the
// script is known by its name, as a project's own tool is: in php artisan tinker, all but php.
func (c Call) script() []Word {
	own := c.Own()
	if c.program.language == "" || !strings.HasPrefix(c.program.operands, "run") || len(own) == 0 {
		return nil
	}
	if p := find(baseName(own[0])); p == nil || p.trade != &codeText || slices.ContainsFunc(c.Flags, func(f Flag) bool { return f.is("first") }) {
		return nil
	}
	return own
}

// hasCode reports whether the value of a flag is shell code.
func (c Call) hasCode() bool {
	return slices.ContainsFunc(c.Flags, func(f Flag) bool { return f.Valued && f.is("code") })
}

// wraps returns the run of the command at the end of a wrapper's words.
func (c Call) wraps(inner []Word) Run {
	if len(inner) > 1 && inner[1].Text == "--" && has(c.program.traits, "dashes") {
		inner = append([]Word{inner[0]}, inner[2:]...)
	}
	r := c.away(Run{Words: inner, Via: c.Spelling()})
	if name := inner[0].Text; strings.Contains(name, " ") && !strings.Contains(name[:strings.IndexByte(name, ' ')], "/") {
		r.Words, r.Code = nil, inner[0] // a line in one word
	}
	if r.Away {
		return r
	}
	for _, v := range c.words[1:c.rest] {
		if name, value, ok := strings.Cut(v.Text, "="); ok {
			r.Sets = append(r.Sets, Setting{name, v.With(value)})
		}
	}
	r.Dirs = c.dirs()
	return r
}

// dirs returns the folders that the program's flags make it go to.
func (c Call) dirs() (dirs []Word) {
	for _, f := range c.Flags {
		if f.Valued && f.is("cd") {
			dirs = append(dirs, f.Value)
		}
	}
	return dirs
}

// away returns a run with the place that the program's first operand names, if the program runs
// things elsewhere.
func (c Call) away(r Run) Run {
	if !has(c.program.traits, "away") {
		return r
	}
	r.Away = true
	if dir, ok := c.option("workdir"); ok {
		r.Dirs = append(r.Dirs, dir)
	}
	if own := c.Own(); len(own) > 0 {
		r.Host = own[0].Text
	}
	if strings.HasPrefix(c.program.operands, "host") { // as ssh has it: ssh://user@host
		r.Host = strings.TrimPrefix(r.Host, "ssh://")
		r.Host = r.Host[strings.LastIndexByte(r.Host, '@')+1:]
		if isHere(r.Host) && !c.ported() {
			r.Away, r.Host, r.Dirs = false, "", []Word{{Known: true}} // the home folder
		}
	}
	return r
}

// takesCode reports whether the program runs its input as code. A program that runs commands does
// so if a flag asks for a shell: sudo -s.
func (c Call) takesCode() bool {
	switch {
	case c.program.stdin != "code" || c.turnedTo("text"):
		return false
	case strings.HasPrefix(c.program.operands, "host"):
		return len(c.Own()) > 0
	}
	return len(c.Flags) > 0 || !strings.HasSuffix(c.program.operands, "command")
}

// turnedTo reports whether a flag gives the operands a use.
func (c Call) turnedTo(use string) bool {
	return slices.ContainsFunc(c.Flags, func(f Flag) bool { return f.turns == use })
}

// operandCode returns the runs of operands that are code.
func (c Call) operandCode() (list []Run) {
	operands := c.Own()
	for _, s := range cutSlots(c.program.operands) {
		switch {
		case len(operands) == 0:
		case s.use == "code" && s.many:
			list = append(list, c.away(runCode(Join(operands, " "), c.Spelling())))
			operands = nil
		default:
			if s.use == "code" {
				list = append(list, runCode(operands[0], c.Spelling()))
			}
			operands = operands[1:]
		}
	}
	return list
}

// embedded returns the runs of code among other things that a program is given: the lines of its
// operands, of a flag's values or of its input that begin with a mark.
func (c Call) embedded(in Word) (list []Run) {
	for _, code := range c.program.code {
		where, marks, _ := strings.Cut(code, " ")
		for mark := range strings.SplitSeq(marks, ", ") {
			switch where {
			case "operands":
				for _, v := range c.Operands {
					list = append(list, marked(v, mark, c.Base)...)
				}
			case "stdin":
				list = append(list, marked(in, mark, c.Base)...)
			default:
				for _, f := range c.Flags {
					if f.Name == where && f.Valued {
						list = append(list, marked(f.Value, mark, c.Spelling()+" "+f.Spelt())...)
					}
				}
			}
		}
	}
	return list
}

// marked returns the runs of the code in the lines of a text that begin with a mark.
func marked(text Word, mark, via string) (list []Run) {
	for line := range strings.Lines(text.Text) {
		if code, ok := cutMark(strings.TrimSpace(line), mark); ok && code != "" {
			list = append(list, runCode(text.With(code), via))
		}
	}
	return list
}

// cutMark returns the code after the mark that a line begins with. A mark that ends in a letter is
// followed by a space. The mark ! is an editor's; what it applies to stands before it.
func cutMark(line, mark string) (code string, ok bool) {
	if mark == "!" {
		before, code, ok := strings.Cut(line, "!")
		switch strings.Trim(before, " :+%.,$0123456789") {
		case "", "r", "read", "w", "write", "silent", "sil":
			return code, ok
		}
		return "", false
	}
	if last := mark[len(mark)-1] | 0x20; last >= 'a' && last <= 'z' {
		mark += " "
	}
	if len(line) < len(mark) || !strings.EqualFold(line[:len(mark)], mark) {
		return "", false
	}
	if code = line[len(mark):]; strings.HasPrefix(code, `"`) || strings.Count(code, `"`)%2 == 1 {
		code = strings.Trim(code, `"`)
	}
	return code, true
}
