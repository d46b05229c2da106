// Package guide is what a newcomer reads: pages in the order in which they are needed, each
// a screen or two.
//
// A page is a script, pages/guide_N_NAME.txtar, which the tests of cmd/bcrules run as they run those
// of testdata/script. So what a page shows is what the commands said, UPDATE=1 writes it
// anew, and a page that shows what isn't so fails. Of a script it shows:
//
//	# words                what follows #; the first line is the title
//	exists FILE            the file
//	exec COMMAND           the command line, with <FILE where "stdin FILE" stands before it,
//	cmp stdout FILE        and the file, as what it said; so for "seen COLUMNS" and tty
//
// and nothing else: what prepares a command, or looks at what it left, is between these.
//
// How pages are shown is for who has them: help of cmd/bcrules as text, cmd/ui in a browser.
package guide

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed pages
var scripts embed.FS

// A Page is one of the guide's.
type Page struct {
	Name  string // by which it is asked for, a word
	Title string // a line
	Parts []Part
}

// A Part is words, or what is shown as it stands.
type Part struct {
	Words string // a paragraph, a line each line
	Name  string // of what is shown: a file, or a command line that begins with "$ "
	Shown string // whole lines, for a tab two blanks
}

// Pages returns all pages, in order.
func Pages() (all []Page) {
	files, _ := fs.Glob(scripts, "pages/*.txtar") // the pattern is a right one
	for _, file := range files {
		script, _ := scripts.ReadFile(file) // it is there
		words := strings.Split(strings.TrimSuffix(path.Base(file), ".txtar"), "_")
		all = append(all, parsed(words[len(words)-1], txtar.Parse(script)))
	}
	return all
}

// Names returns the names of all pages, in order.
func Names() (names []string) {
	for _, p := range Pages() {
		names = append(names, p.Name)
	}
	return names
}

// Text returns a page as text, what is shown further in than its words.
func (p Page) Text() string {
	var b strings.Builder
	b.WriteString(p.Title + "\n")
	for _, part := range p.Parts {
		b.WriteByte('\n')
		if part.Name == "" {
			b.WriteString(part.Words)
			continue
		}
		b.WriteString("   " + part.Name + "\n")
		for line := range strings.Lines(part.Shown) {
			if line != "\n" && !part.Command() {
				b.WriteString("   ")
			}
			if line != "\n" {
				b.WriteString("   ")
			}
			b.WriteString(line)
		}
	}
	return b.String()
}

// Set reports whether words are lines that stand as they are set: a list, an example.
func (p Part) Set() bool { return strings.HasPrefix(p.Words, " ") }

// Command reports whether what is shown is what a command said.
func (p Part) Command() bool { return strings.HasPrefix(p.Name, "$ ") }
