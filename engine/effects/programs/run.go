package programs

import (
	"slices"
	"strings"
)

// A Run is something that a program runs: a command by its words, or code of the
// shell.
type Run struct {
	Words []Word    // a command, the program first
	Code  Word      // code, if there are no Words
	More  []Word    // words after those of the one command that Code is
	Via   string    // what runs it: timeout, bash -c
	Over  string    // how Code gets to the program, as Input says; "" if that is not of note
	Sets  []Setting // variables that are set for it
	Dirs  []Word    // folders it goes to first, one after the other
	Away  bool      // it does so on another machine, or in a container
	Host  string    // there
	Box   *Box      // what it runs in, nil for where the program is
	Alone bool      // it does not read what the program has to read
	Once  bool      // not while it is being run already
	Many  bool      // it is run for each of some things
}

// A Setting is a word NAME=value before a command that is run. Whether NAME can be a
// variable's is for the shell to say.
type Setting struct {
	Name  string
	Value Word
}

// runCode returns a run of code that the program has in its arguments.
func runCode(code Word, via string) Run { return Run{Code: code, Via: via, Over: "substitution"} }

// runInput returns a run of what there is to read.
func runInput(in Input, via string) Run {
	return Run{Code: in.Word, Via: via, Over: in.Over, Alone: true}
}

// Runs returns what a command runs, in this order: what it does in a way of its own,
// the command at the end of its operands, code in the values of flags and in what it
// reads, code in its operands. Where it runs a command, its operands are no code.
// With settled it runs what it prints: there is nothing else to say of that.
func (c Call) Runs(around Surroundings) (list []Run, settled bool) {
	if c.program == nil || !has(c.program.traits, "away") && !c.hasCode() {
		list = c.elsewhere()
	}
	if c.program == nil {
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

// script returns the words from a script on that the program runs by its path and of which more is
// known by its name, as of a project's own tool: of php artisan tinker, all but php.
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

// hasCode reports whether a flag is given code of the shell.
func (c Call) hasCode() bool {
	return slices.ContainsFunc(c.Flags, func(f Flag) bool { return f.Valued && f.is("code") })
}

// wraps returns the run of the command that a wrapper has at its end.
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

// away returns a run that takes place where the program's first operand says, if the
// program is one that runs things elsewhere.
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
	}
	return r
}

// takesCode reports whether the program takes what it has to read for code. Where it
// would run a command, that is so if a flag asks for a shell: sudo -s.
func (c Call) takesCode() bool {
	switch {
	case c.program.stdin != "code" || c.turnedTo("text"):
		return false
	case strings.HasPrefix(c.program.operands, "host"):
		return len(c.Own()) > 0
	}
	return len(c.Flags) > 0 || !strings.HasSuffix(c.program.operands, "command")
}

// turnedTo reports whether a flag makes that of the operands.
func (c Call) turnedTo(use string) bool {
	for _, f := range c.Flags {
		if f.turns == use {
			return true
		}
	}
	return false
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

// embedded returns the runs of code that is among other things a program is given:
// of the lines of its operands, of a flag's values or of what it reads, those that
// begin with a mark.
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

// marked returns the runs of the code in those lines of a text that begin with a mark.
func marked(text Word, mark, via string) (list []Run) {
	for line := range strings.Lines(text.Text) {
		if code, ok := cutMark(strings.TrimSpace(line), mark); ok && code != "" {
			list = append(list, runCode(text.With(code), via))
		}
	}
	return list
}

// cutMark returns the code after the mark that a line begins with. After a mark that
// ends in a letter stands a space; ! is that of an editor, with what it is done to
// before it.
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
	return strings.Trim(line[len(mark):], `"`), true
}
