package ui

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"bcrules.dev/cmd/guide"
	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

//go:embed assets
var assets embed.FS

//go:embed pages
var pages embed.FS

// templates are the pages with their frame. They escape everything: no text from a rule, an event
// or the log becomes markup. They are read when the first page is shown, because most commands show
// none.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(toPages).ParseFS(pages, "pages/*.html"))
})

// toPages are the functions that pages call.
var toPages = template.FuncMap{
	"brief":  show.Brief,
	"text":   plan.TextOf,
	"agent":  func(e journal.Entry) string { return log.Agent(&e) },
	"day":    func(t time.Time) string { return t.Local().Format("01-02 15:04:05") },
	"moment": func(t time.Time) string { return t.Local().Format(time.DateTime) },
	"stamp":  func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) },
	"ms":     func(ms float64) string { return strconv.FormatFloat(ms, 'f', 2, 64) + " ms" },
	"join":   func(all []string) string { return strings.Join(all, ", ") },
	"flat":   func(text string) string { return strings.Join(strings.Fields(text), " ") },
	"gist":   gist,
	"short":  short,
	"plural": plural,
	"query":  func(name, value string) template.URL { return template.URL(url.Values{name: {value}}.Encode()) },
}

// shortest is how much is shown of an id whose page is linked.
const shortest = 8

// short returns the beginning of an id.
func short(id string) string {
	if r := []rune(id); len(r) > shortest+2 {
		return string(r[:shortest]) + "…"
	}
	return id
}

// plural returns a number with its noun.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// longestGist is how many characters of a text a row shows.
const longestGist = 90

// gist returns a text on one line, shortened.
func gist(text string) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) > longestGist {
		return string(r[:longestGist-1]) + "…"
	}
	return string(r)
}

// A frame holds what all pages have.
type frame struct {
	Title, Here string
	Active      string // the part of the pages it belongs to: rules, decisions, playground or guide
	Static      bool   // the page is a file without a server
}

func (s *Server) frame(active, title string) frame {
	if s.site != nil {
		return frame{Title: title, Here: s.site.Title, Active: active, Static: true}
	}
	return frame{Title: title, Here: s.Here, Active: active}
}

// render writes a whole page, or an error.
func (s *Server) render(w http.ResponseWriter, name string, data any) {
	s.rendered(w, http.StatusOK, name, data)
}

func (s *Server) rendered(w http.ResponseWriter, code int, name string, data any) {
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, name, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	w.Write(b.Bytes())
}

// A troublePage says what went wrong.
type troublePage struct {
	frame
	Trouble string
}

func (s *Server) failed(w http.ResponseWriter, err error) {
	s.refused(w, http.StatusInternalServerError, err)
}

func (s *Server) refused(w http.ResponseWriter, code int, err error) {
	s.rendered(w, code, "trouble", troublePage{s.frame("", http.StatusText(code)), err.Error()})
}

// A place is a position: as text, as a link to the page of its file, and as a link for the editor,
// "" if there is no file to edit.
type place struct {
	Text   string
	Source template.URL
	Editor template.URL
}

// placeOf returns the place of a line in a rule file, from 1; line 0 is the whole file.
func (s *Server) placeOf(file string, line, col int) place {
	if s.site != nil {
		return s.site.placeOf(file, line)
	}
	p := place{Text: strings.TrimPrefix(schema.Display(file, s.Here), rules.Path+"/")}
	p.Source = template.URL("source?" + url.Values{"file": {file}}.Encode())
	if line > 0 {
		p.Text += fmt.Sprintf(":%d", line)
		p.Source += template.URL(fmt.Sprintf("#L%d", line))
	}
	if filepath.IsAbs(file) {
		to := url.URL{Path: "/" + strings.TrimPrefix(filepath.ToSlash(file), "/")}
		p.Editor = template.URL(fmt.Sprintf("vscode://file%s:%d:%d", to.EscapedPath(), max(line, 1), max(col, 1)))
	}
	return p
}

// A guidePage is all pages of the guide, one below the other.
type guidePage struct {
	frame
	Pages []guide.Page
}

func (s *Server) guide() guidePage {
	return guidePage{s.frame("guide", "Guide"), guide.Pages()}
}

func (s *Server) showGuide(w http.ResponseWriter, r *http.Request) {
	s.render(w, "guide", s.guide())
}
