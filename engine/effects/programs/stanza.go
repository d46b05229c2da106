package programs

import (
	_ "embed"
	"iter"
	"strings"
)

// The stanzas, by trade. They are searched as they stand: a program's stanza is read when the
// program is asked for, and nothing is read before.
var (
	//go:embed files.txt
	filesText string
	//go:embed text.txt
	textText string
	//go:embed git.txt
	gitText string
	//go:embed shell.txt
	shellText string
	//go:embed builtin.txt
	builtinText string
	//go:embed code.txt
	codeText string
	//go:embed net.txt
	netText string
	//go:embed cloud.txt
	cloudText string
	//go:embed system.txt
	systemText string
	//go:embed archive.txt
	archiveText string
)

// trades are all stanzas, those that are asked for most first.
var trades = [...]*string{
	&builtinText, &filesText, &textText, &gitText, &codeText, &shellText, &netText, &archiveText, &systemText, &cloudText,
}

// A program is what is known of a program, or of one of its subcommands (git push): its stanza,
// line by line. The package comment says what the lines mean.
type program struct {
	name     string
	trade    *string // has its stanza and those of its subcommands
	syntax   syntax
	operands string
	flags    string
	with     []string // FLAG…: OPERANDS
	code     []string // FLAG MARK, MARK…
	language string
	stdin    string
	prints   string
	project  []string // WHEN: PATH
	traits   string
	rights   string
	heeds    string
	told     string   // VARIABLE=USE…
	brings   []string // WHEN: WHAT…
	apart    string
	options  string
	dry      string
	special  string
	finds    string
	loads    string
	formats  string
}

// A syntax says how a program reads its arguments.
type syntax uint16

const (
	posix syntax = 1 << iota
	again
	exact
	oneDash
	expression
	keyValue
	bundled
	valued
	subcommands
	global
	dashes
)

// syntaxes are the words for them, in the same order.
var syntaxes = [...]string{"posix", "again", "exact", "one-dash", "expression", "key=value", "bundled", "valued", "subcommands", "global", "dashes"}

// find returns what is known of a program or subcommand, nil if nothing is.
func find(name string) *program {
	for _, text := range trades {
		if p := findIn(text, name); p != nil {
			return p
		}
	}
	return nil
}

// findIn returns what one trade knows of a program, nil if it knows nothing.
func findIn(trade *string, name string) *program {
	return once(&inTrades, asked{trade, name}, func() *program {
		head, body, ok := stanza(*trade, name)
		if !ok {
			return nil
		}
		if _, other, ok := strings.Cut(head, " = "); ok {
			return findIn(trade, other)
		}
		return parse(trade, head, body)
	})
}

// stanza finds the stanza with a name in a text of sorted stanzas, and returns its first line and
// the other lines. It halves the text by bytes, going on each time to where the next stanza begins,
// until the rest is short enough to be read.
func stanza(text, name string) (head, body string, ok bool) {
	const little = 512
	low, high := 0, len(text) // low is where a stanza begins
	for high-low > little {
		middle := (low + high) / 2
		start := middle - 1 + next(text[middle-1:]) // the first from middle on
		if start < high && nameOf(firstLine(text[start:])) <= name {
			low = start
		} else {
			high = middle
		}
	}
	for low < high {
		head = firstLine(text[low:])
		after := low + next(text[low:])
		switch found := nameOf(head); {
		case found == name:
			return head, text[min(low+len(head)+1, after):after], true
		case found > name:
			return "", "", false
		}
		low = after
	}
	return "", "", false
}

// next returns where the second stanza of a text begins, or its end.
func next(text string) int {
	for i := 0; ; {
		line := strings.IndexByte(text[i:], '\n')
		if line < 0 {
			return len(text)
		}
		if i += line + 1; i == len(text) || text[i] != '\t' {
			return i
		}
	}
}

// firstLine returns the first line of a text.
func firstLine(text string) string {
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		return text[:end]
	}
	return text
}

// nameOf returns the name that the first line of a stanza gives.
func nameOf(head string) string {
	if end := strings.Index(head, " ("); end >= 0 {
		return head[:end]
	}
	name, _, _ := strings.Cut(head, " = ")
	return name
}

// lines yields the lines of a stanza: the word they begin with, and what follows it
// on that line and those that are indented further.
func lines(body string) iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		for body != "" {
			end := strings.IndexByte(body, '\n')
			for end >= 0 && strings.HasPrefix(body[end+1:], "\t\t") {
				more := strings.IndexByte(body[end+1:], '\n')
				if more < 0 {
					end = -1
					break
				}
				end += 1 + more
			}
			line := body
			if body = ""; end >= 0 {
				line, body = line[:end], line[end+1:]
			}
			key, value, _ := strings.Cut(line[1:], " ")
			if !yield(key, strings.TrimLeft(value, " ")) {
				return
			}
		}
	}
}

// parse returns the program that a stanza describes. It leaves out what it can't read; TestStanzas
// checks that nothing is left out.
func parse(trade *string, head, body string) *program {
	p := &program{name: nameOf(head), trade: trade, syntax: syntaxOf(head)}
	for key, value := range lines(body) {
		if key == "like" {
			if other := findIn(trade, value); other != nil {
				p.flags = other.flags
			}
			continue
		}
		p.take(key, value)
	}
	return p
}

// syntaxOf returns what the first line of a stanza has in parentheses.
func syntaxOf(head string) (s syntax) {
	_, list, ok := strings.Cut(head, " (")
	if !ok {
		return 0
	}
	for word := range strings.SplitSeq(strings.TrimSuffix(list, ")"), " ") {
		for i, name := range syntaxes {
			if name == word {
				s |= 1 << i
			}
		}
	}
	return s
}

// take stores one line of a stanza; ok is false if there is no such line.
func (p *program) take(key, value string) (ok bool) {
	switch key {
	case "operands":
		p.operands = value
	case "with":
		p.with = append(p.with, value)
	case "flags":
		p.flags = value
	case "code":
		p.code = append(p.code, value)
	case "language":
		p.language = value
	case "stdin":
		p.stdin = value
	case "prints":
		p.prints = value
	case "project":
		p.project = append(p.project, value)
	case "traits":
		p.traits = value
	case "rights":
		p.rights = value
	case "heeds":
		p.heeds = value
	case "told":
		p.told = value
	case "brings":
		p.brings = append(p.brings, value)
	case "apart":
		p.apart = value
	case "options":
		p.options = value
	case "dry":
		p.dry = value
	case "special":
		p.special = value
	case "finds":
		p.finds = value
	case "loads":
		p.loads = value
	case "formats":
		p.formats = value
	default:
		return false
	}
	return true
}

// has reports whether a list of words has a word.
func has(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}
