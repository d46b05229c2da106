package guide

import (
	"path"
	"strings"

	"golang.org/x/tools/txtar"
)

// A reader reads the lines of a script.
type reader struct {
	page  Page
	files map[string]string
	dir   string // the script's current folder
	fed   string // stdin of the next command
	said  string // the last command line
	words bool   // the last line belongs to the last part's paragraph
}

// parsed returns the page of a script.
func parsed(name string, script *txtar.Archive) Page {
	r := reader{page: Page{Name: name}, files: map[string]string{}}
	for _, f := range script.Files {
		r.files[f.Name] = string(f.Data)
	}
	for line := range strings.Lines(string(script.Comment)) {
		line = strings.TrimRight(line, "\n")
		words, is := strings.CutPrefix(line, "#")
		if words = strings.TrimPrefix(words, " "); !is || words == "" {
			r.words = false
			r.command(strings.Fields(line))
			continue
		}
		switch last := len(r.page.Parts) - 1; {
		case r.page.Title == "":
			r.page.Title = words
		case r.words:
			r.page.Parts[last].Words += words + "\n"
		default:
			r.page.Parts = append(r.page.Parts, Part{Words: words + "\n"})
			r.words = true
		}
	}
	return r.page
}

// command reads a command of the script.
func (r *reader) command(words []string) {
	if len(words) > 0 && words[0] == "!" {
		words = words[1:]
	}
	if len(words) < 2 {
		return
	}
	switch words[0] {
	case "stdin":
		r.fed = " <" + words[1]
	case "exec":
		r.said, r.fed = "$ "+strings.TrimPrefix(strings.Join(words[1:], " "), "$BIN/")+r.fed, ""
	case "seen":
		r.said = "$ bcrules " + strings.Join(words[2:], " ")
	case "cd":
		r.dir = path.Join(r.dir, words[1])
	case "exists":
		r.show(words[1], words[1])
	case "cmp":
		r.show(r.said, words[len(words)-1])
	}
}

// show shows a file of the script; files not in the script are skipped.
func (r *reader) show(name, file string) {
	if text, ok := r.files[path.Join(r.dir, file)]; ok {
		text = strings.TrimRight(strings.ReplaceAll(text, "\t", "  "), "\n") + "\n"
		r.page.Parts = append(r.page.Parts, Part{Name: name, Shown: text})
	}
}
