package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/words"
)

// A telling is what the call of a tool says about its commands and code, apart from the code
// itself: the program in the tool's name (run_gcloud_command), and the language that its name or a
// field names.
type telling struct {
	program  string // "" for none
	language string // a language, or the words that start an interpreter; "" for none
}

// named finds a program and a language in a tool's name. The program is the last one in the tool's
// own name, which follows the last __, if the program's first words say what it does. The language
// may stand anywhere in the whole name.
func (t *telling) named(tool string) {
	own := strings.LastIndex(tool, "__") + 1
	for _, name := range words.Split(tool[own:]) {
		if programs.Commanded(name) {
			t.program = name
		}
	}
	for _, name := range words.Split(tool) {
		if l := languageOf(name); l != nil && l.says["runs"] != "" {
			t.language = name
		}
	}
}

// line puts the program that the tool's name says before a command line, unless that begins with a
// known program.
func (t *telling) line(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if t.program == "" || programs.Familiar(first[strings.LastIndexByte(first, '/')+1:]) {
		return text
	}
	return t.program + " " + text
}

// code reads code: in the language that was named, or in the one whose signs it bears. Some lines
// of it may be for the shell. It returns false if the language isn't known.
func (t *telling) code(a *analysis, text string) (ok bool) {
	start, text := cell(t.language, text)
	l := languageOf(start)
	if start == "" {
		l = bearing(text)
	}
	if l != nil {
		start = l.says["runs"]
	}
	starts := strings.Fields(start)
	if len(starts) == 0 || !programs.Familiar(starts[0]) {
		return false
	}
	if l != nil && l.says["lines"] != "" && strings.Contains("\n"+text, "\n"+l.says["lines"]) {
		var shell []string
		text, shell = parted(text, l.says["lines"])
		a.shellText(strings.Join(shell, "\n"))
	}
	list := make([]word, len(starts))
	for i, s := range starts {
		list[i] = word{Text: s, Known: true}
	}
	f, w := &frame{home: a.at.Home}, &world{dir: a.at.Dir, name: "bash"}
	w.in = content{Word: word{Text: text, Known: true}, Over: "pipe"}
	a.runLater(f, a.start(f, w, list, nil))
	return true
}

// cell returns the language of a notebook's cell, and its code. If the first line names a language
// after a mark, as %%bash and %sh ls do, the code is what follows that name.
func cell(language, text string) (start, rest string) {
	head, rest, _ := strings.Cut(text, "\n")
	name, more, _ := strings.Cut(strings.TrimSpace(strings.TrimLeft(head, "%")), " ")
	if name == "script" {
		name, more, _ = strings.Cut(more, " ")
	}
	if !strings.HasPrefix(head, "%") || languageOf(name) == nil && !programs.Speaks(name) {
		return language, text
	}
	if !strings.HasPrefix(more, "-") {
		rest = more + "\n" + rest
	}
	return name, rest
}

// parted splits a text into the lines without a mark, and what follows the mark in the others.
func parted(text, mark string) (rest string, marked []string) {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if more, ok := strings.CutPrefix(line, mark); ok {
			marked = append(marked, strings.TrimRight(more, "\n"))
		} else {
			b.WriteString(line)
		}
	}
	return b.String(), marked
}

// bearing returns the language with the most signs in a text, nil if there are none.
func bearing(text string) (l *language) {
	most := 0
	name := ""
	for line := range strings.Lines(languages) {
		if !strings.HasPrefix(line, "\t") {
			name = strings.TrimSpace(line)
			continue
		}
		signs, ok := strings.CutPrefix(line, "\tsigns ")
		if !ok {
			continue
		}
		n := 0
		for sign := range strings.FieldsSeq(signs) {
			if stands(text, sign) {
				n++
			}
		}
		if n > most {
			most, l = n, languageOf(name)
		}
	}
	return l
}

// stands reports whether a sign stands in a text: one after ^ only at the beginning, and one of
// letters only as a whole word.
func stands(text, sign string) bool {
	if first, ok := strings.CutPrefix(sign, "^"); ok {
		return strings.HasPrefix(text, first)
	}
	for i := 0; ; {
		n := strings.Index(text[i:], sign)
		if n < 0 {
			return false
		}
		i += n
		after := i + len(sign)
		begins := i == 0 || !letter(sign[0]) || !letter(text[i-1])
		if begins && (after == len(text) || !letter(sign[len(sign)-1]) || !letter(text[after])) {
			return true
		}
		i++
	}
}
