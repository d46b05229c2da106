package programs

import (
	"slices"
	"strings"
)

// What one command may cost: what lies beyond is left out, or not known.
const (
	MaxText  = 32 << 10 // bytes of a text that is put together
	MaxList  = 500      // flags, and items of a list
	MaxFiles = 1000     // files and hosts of a kind
	maxFrom  = 100      // commands that one text is said to come from
)

// A Word is one argument of a command, or another text of a shell.
type Word struct {
	Text  string // quotes undone; a part that is not known stands as ${NAME} or $(…)
	Known bool   // no part of it is unknown
	Glob  bool   // it has *, ? or [ that the shell expands to paths
	From  []int  // the commands whose output is in it, by their places among those of the call
}

// With returns a word of the same origin with another text, such as a part of it.
func (w Word) With(text string) Word {
	w.Text = text
	return w
}

// Same reports whether two words say the same, wherever they come from.
func (w Word) Same(v Word) bool { return w.Text == v.Text && w.Known == v.Known }

// Plus returns two texts, one after the other.
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

// A Builder puts a word together from parts.
type Builder struct {
	now   Word
	text  []byte // of now, once it has two parts
	begun bool   // there is a word, be it an empty one
}

// Begun reports whether something was added since the last word.
func (b *Builder) Begun() bool { return b.begun }

// Add adds a part; where there is no room for it, it is not known.
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

// Word returns what was put together, and begins anew.
func (b *Builder) Word() Word {
	if len(b.text) > 0 {
		b.now.Text = string(b.text)
	}
	w := b.now
	b.now, b.text, b.begun = Word{}, b.text[:0], false
	return w
}

// More stands in a Word's From for commands that there is no room for.
const More = -1

// Union returns what is in one list or the other, as far as there is room, and else More.
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

// Opaque reports whether nothing is known of a text.
func Opaque(text string) bool {
	text = strings.TrimSpace(text)
	return text == "$(…)" || text == "${…}" || strings.HasPrefix(text, "${") && strings.IndexByte(text, '}') == len(text)-1
}

// Assigns reports whether a text is NAME=value.
func Assigns(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/ ")
}

// quote returns a word as the shell would have to read it.
func quote(v Word) string {
	if !v.Known {
		return `"` + v.Text + `"`
	}
	return "'" + strings.ReplaceAll(v.Text, "'", `'\''`) + "'"
}

// Line returns the command line that a list of words is. One alone is a line: agents hand it to
// a shell.
func Line(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return Quoted(words)
}

// Quoted returns words as the shell would have to read them.
func Quoted(words []string) string {
	list := make([]string, len(words))
	for i, text := range words {
		list[i] = quote(Word{Text: text, Known: true})
	}
	return strings.Join(list, " ")
}

// Operand returns the first argument that is no flag.
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
