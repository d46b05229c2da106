package programs

import (
	"slices"
	"strings"
)

// Limits of one command: what lies beyond is left out, or not known.
const (
	MaxText  = 32 << 10 // bytes of a text that is composed
	MaxList  = 500      // flags, and items of a list
	MaxFiles = 1000     // files and hosts of a kind
	maxFrom  = 100      // commands that one text may come from
)

// A Word is one argument of a command, or another text of a shell.
type Word struct {
	Text  string // quotes undone; a part that is not known stands as ${NAME} or $(…)
	Known bool   // no part of it is unknown
	Glob  bool   // it has *, ? or [ that the shell expands to paths
	From  []int  // the commands whose output is in it, by their index in the call
}

// With returns a word of the same origin with another text, such as a part of its own.
func (w Word) With(text string) Word {
	w.Text = text
	return w
}

// Same reports whether two words say the same, wherever they come from.
func (w Word) Same(v Word) bool { return w.Text == v.Text && w.Known == v.Known }

// Plus joins two texts.
func (w Word) Plus(v Word) Word {
	if len(w.Text)+len(v.Text) > MaxText {
		v = Word{Text: "$(…)", From: v.From}
		if len(w.Text) > MaxText {
			w.Text = ""
		}
		w.Known = false
	}
	return Word{Text: w.Text + v.Text, Known: w.Known && v.Known, Glob: w.Glob || v.Glob, From: Union(w.From, v.From)}
}

// Join returns words as one text, with by between them.
func Join(list []Word, by string) Word {
	if len(list) == 1 {
		return list[0]
	}
	b := Builder{begun: true, now: Word{Known: true}}
	for i, v := range list {
		if i > 0 && by != "" {
			b.Add(Word{Text: by, Known: true})
		}
		b.Add(v)
	}
	return b.Word()
}

// A Builder composes a word of parts.
type Builder struct {
	now   Word
	text  []byte // of now, once it has two parts
	begun bool   // a word has begun, even an empty one
}

// Begun reports whether something was added since the last word.
func (b *Builder) Begun() bool { return b.begun }

// Add adds a part, which is unknown if there is no room for it.
func (b *Builder) Add(w Word) {
	if !b.begun {
		b.now, b.begun = w, true
		return
	}
	if len(b.text) == 0 {
		b.text = append(b.text, b.now.Text...)
	}
	if len(b.text)+len(w.Text) > MaxText {
		w.Text, w.Known = "$(…)", false
		b.text = b.text[:min(len(b.text), MaxText-10)]
	}
	b.text = append(b.text, w.Text...)
	b.now.Known, b.now.Glob, b.now.From = b.now.Known && w.Known, b.now.Glob || w.Glob, Union(b.now.From, w.From)
}

// Word returns the word that was composed, and starts another.
func (b *Builder) Word() Word {
	if len(b.text) > 0 {
		b.now.Text = string(b.text)
	}
	w := b.now
	b.now, b.text, b.begun = Word{}, b.text[:0], false
	return w
}

// More stands in a Word's From for commands beyond the limit.
const More = -1

// Union returns what is in either list, up to the limit, with More for the rest.
func Union(a, b []int) []int {
	for _, n := range b {
		if len(a) > maxFrom {
			break
		}
		if !slices.Contains(a, n) {
			if len(a) == maxFrom {
				n = More
			}
			a = append(slices.Clip(a), n)
		}
	}
	return a
}

// Opaque reports whether all of a text is unknown.
func Opaque(text string) bool {
	text = strings.TrimSpace(text)
	return text == "$(…)" || text == "${…}" || strings.HasPrefix(text, "${") && strings.IndexByte(text, '}') == len(text)-1
}

// Assigns reports whether a text is NAME=value.
func Assigns(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/ ")
}

// quote quotes a word for the shell.
func quote(v Word) string {
	if !v.Known {
		return `"` + v.Text + `"`
	}
	return "'" + strings.ReplaceAll(v.Text, "'", `'\''`) + "'"
}

// Line returns the command line of a list of words. A single word is a line already, which agents
// hand to a shell.
func Line(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return Quoted(words)
}

// Quoted quotes words for the shell.
func Quoted(words []string) string {
	list := make([]string, len(words))
	for i, text := range words {
		list[i] = quote(Word{Text: text, Known: true})
	}
	return strings.Join(list, " ")
}

// Operand returns the first argument that isn't a flag.
func Operand(args []Word) Word {
	for i, v := range args {
		switch {
		case v.Text == "--":
			if i+1 < len(args) {
				return args[i+1]
			}
		case v.Text == "-" || !strings.HasPrefix(v.Text, "-"):
			return v
		}
	}
	return Word{Known: true}
}
