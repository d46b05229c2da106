package lsp

import (
	"context"
	"time"

	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"

	"cuelang.org/go/cue/parser"
)

// A Checked is a rule folder to vet, with some files that may not be saved.
type Checked struct {
	Dir   string
	Files []schema.File
}

// A Checker vets a folder. The rules may be anybody's, so it runs in another process within the
// limits of evaluation. Its error is shown to the user instead of findings.
type Checker func(ctx context.Context, of Checked) ([]show.Finding, error)

// pause is the delay after a key before a folder is vetted: unnoticeable, but longer than between
// two keys of a word.
const pause = 60 * time.Millisecond

// check vets a folder once its author pauses, and publishes the findings of each file. A later key
// cancels it.
func (s *Server) check(dir string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stop := s.checks[dir]; stop != nil {
		stop()
	}
	ctx, stop := context.WithCancel(s.ctx)
	s.checks[dir] = stop
	go func() {
		select {
		case <-time.After(pause):
			s.publish(ctx, dir)
		case <-ctx.Done():
		}
		stop()
	}()
}

// publish vets a folder and publishes the findings.
func (s *Server) publish(ctx context.Context, dir string) {
	open := s.openIn(dir)
	of := Checked{Dir: dir}
	ours := false
	for _, t := range open {
		of.Files = append(of.Files, schema.File{Path: t.Path, Data: []byte(t.Data)})
		ours = ours || s.rules(t)
	}
	var found []show.Finding
	var err error
	if ours {
		found, err = s.checker(ctx, of)
	}
	if ctx.Err() != nil {
		return
	}
	all := s.diagnostics(dir, open, found, err)
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	for path := range s.published[dir] {
		if all[path] == nil {
			all[path] = []Diagnostic{}
		}
	}
	s.published[dir] = map[string][]Diagnostic{}
	for path, list := range all {
		if len(list) > 0 {
			s.published[dir][path] = list
		}
		notice := map[string]any{"uri": uriOf(path), "diagnostics": list}
		if t := s.open[path]; t != nil {
			notice["version"] = t.Version
		}
		s.notify("textDocument/publishDiagnostics", notice)
	}
}

// diagnostics returns the diagnostics of each file of a folder, including empty lists for open
// files.
func (s *Server) diagnostics(dir string, open []*Text, found []show.Finding, err error) map[string][]Diagnostic {
	all := map[string][]Diagnostic{}
	for _, t := range open {
		all[t.Path] = []Diagnostic{}
		if err != nil {
			all[t.Path] = append(all[t.Path], Diagnostic{Severity: severityError, Source: source, Message: err.Error()})
		}
	}
	texts := map[string]*Text{}
	for _, f := range found {
		if f.File == dir && len(open) > 0 { // of the folder as a whole
			f.File = open[0].Path
		}
		t := texts[f.File]
		if t == nil {
			t = s.text(f.File)
			texts[f.File] = t
		}
		if s.beside && t != nil && !t.grammatical() {
			continue
		}
		all[f.File] = append(all[f.File], s.diagnostic(t, f))
	}
	return all
}

// grammatical reports whether a text parses as CUE. If not, CUE's own server reports it.
func (t *Text) grammatical() bool {
	_, err := parser.ParseFile(t.Path, t.Data)
	return err == nil
}

// source is the prefix that editors show before a message.
const source = "bcrules"

// diagnostic converts a finding, marking the word or text that begins at its position.
func (s *Server) diagnostic(t *Text, f show.Finding) Diagnostic {
	d := Diagnostic{Severity: severityError, Code: f.Check, Source: source, Message: f.Message}
	if f.Severity != "error" {
		d.Severity = severityWarning
	}
	if t == nil || f.Line == 0 {
		return d
	}
	from := t.offset(Position{f.Line - 1, max(f.Col-1, 0)}, UTF8)
	to := from
	for to < len(t.Data) && (isWord(t.Data[to]) || t.Data[to] == '.' || t.Data[to] == '-') {
		to++
	}
	if to == from && to < len(t.Data) && t.Data[to] != '\n' {
		to++
	}
	d.Range = t.span(from, to, s.encoding)
	if e := f.Fix; e != nil && e.To <= len(t.Data) && e.From <= e.To && t.Data[e.From:e.To] == e.Found {
		d.Data = &Fix{Title: "Write " + e.Text + " in the place of " + e.Found, Edit: TextEdit{t.span(e.From, e.To, s.encoding), e.Text}}
	}
	return d
}
