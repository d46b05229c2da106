package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/words"
)

// A telling is what a tool's call says of the commands and of the code that it hands on, beside
// these: the program that its name says (run_gcloud_command), and the language that a field names.
type telling struct {
	program  string // "" for none
	language string // a language, or words that start an interpreter; "" for none
}

// named notes the program that is the last one of a tool's own name, whose words come after the
// last __, of those whose first words say what is done; and a language that it names anywhere.
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

// line returns a command line with the program that the tool's name says, where the line begins
// with no program that is known.
func (t *telling) line(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if t.program == "" || programs.Familiar(first[strings.LastIndexByte(first, '/')+1:]) {
		return text
	}
	return t.program + " " + text
}

// code reads code: in the language that was named, or the one whose signs it bears. Lines of it may
// be the shell's. Not ok if nobody can tell the language.
func (t *telling) code(a *analysis, text string) (ok bool) {
	start := t.language
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

// parted returns a text without the lines that begin with a mark, and what follows it in these.
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

// bearing returns the language most of whose signs stand in a text, nil if none does.
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

// stands reports whether a sign stands in a text: after ^ at its beginning, and one of letters not
// within a word.
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
