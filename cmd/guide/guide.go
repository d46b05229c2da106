// Package guide has the pages a newcomer reads, in the order in which they are needed, each a
// screen or two.
//
// A page is a script, pages/guide_N_NAME.txtar, which the tests of cmd/bcrules run like those of
// testdata/script. So a page shows real output of the commands: UPDATE=1 rewrites it, and a wrong
// page fails. Of a script it shows:
//
//	# words                what follows #; the first line is the title
//	exists FILE            the file
//	exec COMMAND           the command line, with <FILE where "stdin FILE" stands before it,
//	cmp stdout FILE        and the file, as what it said; so for "seen COLUMNS" and tty
//
// and nothing else: setup and checks of a command are between these.
//
// Pages are displayed by help of cmd/bcrules as text, and by cmd/ui in a browser.
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

// A Page is a page of the guide.
type Page struct {
	Name  string // one word
	Title string // one line
	Parts []Part
}

// A Part is words, or something shown verbatim.
type Part struct {
	Words string // a paragraph, with its line breaks
	Name  string // of what is shown: a file, or a command line that begins with "$ "
	Shown string // whole lines, with tabs as two blanks
}

// Pages returns all pages, in order.
func Pages() (all []Page) {
	files, _ := fs.Glob(scripts, "pages/*.txtar") // the pattern is valid
	for _, file := range files {
		script, _ := scripts.ReadFile(file) // it exists
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

// Text returns a page as text, with verbatim parts indented.
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

// Set reports whether the words are preformatted lines: a list, an example.
func (p Part) Set() bool { return strings.HasPrefix(p.Words, " ") }

// Command reports whether the part is the output of a command.
func (p Part) Command() bool { return strings.HasPrefix(p.Name, "$ ") }
