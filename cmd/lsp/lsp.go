// Package lsp is the language server of rule files: what "bcrules lsp" says to an editor.
//
//	editor ─ JSON-RPC on stdio (jrpc2) ─► Server ─ text.go ─► Text: what the editor has, with its tree (tree.go)
//	                                        │                   │
//	                                        │                   ▼ cursor.go: Cursor, what stands at a place
//	                                        │                   ▼ world.go: what may be asked there, and what it gives
//	                                        │      complete.go, answer.go, define.go, outline.go, tokens.go ─► answer
//	                                        │      action.go ─► edits that are offered
//	                                        ├ lens.go ─► another process: stats, and where somebody says so test, explain
//	                                        ▼
//	                                      check.go ─► another process: vet, within what evaluation may take
//
// A folder of rule files may be anybody's, and an editor opens it unasked. So this process
// evaluates nothing that stands in it: a Text is read by its tokens, what may stand somewhere
// comes from the Reference, which is this program's own, and vet, which has to evaluate, runs
// in a process of its own that ends where it takes too much (package bounded). Nothing is run
// unasked and no rule file is written; the editor makes the edits that it is offered. How often
// hooks ran the program itself says, of its log; tests are run, and the last event is explained, where
// somebody clicks on that.
//
// While somebody types most texts have no grammar. Therefore neither CUE's parser nor expr's is
// asked: a tree of tokens has what stands before and after the cursor whether or not the rest can be
// read, and what an expression gives is told by its last chain of names (expression.go).
//
// What CUE's own server knows it is left to say: fields that CUE's types tell are said here
// only as far as the schema is bcrules'.
package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"sync"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"
)

// A Server answers one editor.
type Server struct {
	*Reference
	Version string // of this program
	checker Checker
	program Program

	ctx      context.Context
	encoding Encoding
	beside   bool // what is no CUE another server says
	conn     *jrpc2.Server

	mu     sync.Mutex
	open   map[string]*Text                   // by path
	said   map[string]map[string][]Diagnostic // by folder and path: what the editor shows
	checks map[string]context.CancelFunc      // by folder: ends the check that runs

	asking sync.Mutex // held while the log is asked
	counts map[string]counted
}

// NewServer returns a server that vets by a checker, and asks a program what lenses want: a nil one nothing,
// and there are no lenses.
func NewServer(r *Reference, version string, checker Checker, program Program) *Server {
	return &Server{Reference: r, Version: version, checker: checker, program: program, counts: map[string]counted{}, encoding: UTF16, open: map[string]*Text{},
		said: map[string]map[string][]Diagnostic{}, checks: map[string]context.CancelFunc{}}
}

// Serve answers what comes by a channel until the editor says that it is enough, or is gone.
func (s *Server) Serve(ctx context.Context, editor channel.Channel) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.ctx = ctx
	s.conn = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{AllowPush: true, DisableBuiltin: true, Concurrency: 4})
	context.AfterFunc(ctx, s.conn.Stop)
	return s.conn.Start(editor).Wait()
}

// methods are what an editor may ask.
func (s *Server) methods() handler.Map {
	ask := func(answer func(*Text, At) any) jrpc2.Handler {
		return func(ctx context.Context, r *jrpc2.Request) (any, error) {
			var q At
			if err := r.UnmarshalParams(&q); err != nil {
				return nil, err
			}
			t := s.text(pathOf(q.Document.URI))
			if t == nil || !s.rules(t) {
				return nil, nil
			}
			return answer(t, q), nil
		}
	}
	tell := func(take func(At) error) jrpc2.Handler {
		return func(ctx context.Context, r *jrpc2.Request) (any, error) {
			var q At
			if err := r.UnmarshalParams(&q); err != nil {
				return nil, err
			}
			return nil, take(q)
		}
	}
	all := handler.Map{
		"initialize":                  handler.New(s.initialize),
		"initialized":                 nothing,
		"shutdown":                    nothing,
		"exit":                        func(context.Context, *jrpc2.Request) (any, error) { go s.conn.Stop(); return nil, nil },
		"$/setTrace":                  nothing,
		"$/cancelRequest":             s.cancel,
		"textDocument/didOpen":        tell(s.opened),
		"textDocument/didChange":      tell(s.changed),
		"textDocument/didClose":       tell(s.closed),
		"textDocument/didSave":        nothing,
		"textDocument/completion":     ask(s.completion),
		"textDocument/hover":          ask(s.hover),
		"textDocument/signatureHelp":  ask(s.signature),
		"textDocument/definition":     ask(s.definition),
		"textDocument/references":     ask(s.references),
		"textDocument/rename":         ask(s.rename),
		"textDocument/documentSymbol": ask(s.outline),
		"textDocument/codeAction":     ask(s.actions),

		"textDocument/semanticTokens/full": ask(s.tokens),
	}
	if s.program != nil {
		all["textDocument/codeLens"], all["workspace/executeCommand"] = ask(s.lenses), jrpc2.Handler(s.execute)
	}
	return all
}

func nothing(context.Context, *jrpc2.Request) (any, error) { return nil, nil }

// cancel gives up a request that the editor no longer wants.
func (s *Server) cancel(_ context.Context, r *jrpc2.Request) (any, error) {
	var q struct {
		ID json.RawMessage `json:"id"`
	}
	if err := r.UnmarshalParams(&q); err != nil {
		return nil, err
	}
	s.conn.CancelRequest(string(q.ID))
	return nil, nil
}

// Hello is what an editor says of itself, as far as it matters here.
type Hello struct {
	Capabilities struct {
		General struct {
			Encodings []Encoding `json:"positionEncodings"`
		} `json:"general"`
	} `json:"capabilities"`
	Options struct {
		Beside bool `json:"cue"` // CUE's own server runs beside this one
	} `json:"initializationOptions"`
}

// initialize says what this server does. Bytes are the cheapest to count, where the editor can
// do it, too.
func (s *Server) initialize(_ context.Context, h Hello) (any, error) {
	if slices.Contains(h.Capabilities.General.Encodings, UTF8) {
		s.encoding = UTF8
	}
	s.beside = h.Options.Beside
	yes := map[string]any{}
	can := map[string]any{
		"positionEncoding":       s.encoding,
		"textDocumentSync":       map[string]any{"openClose": true, "change": 2, "save": yes},
		"completionProvider":     map[string]any{"triggerCharacters": []string{".", "\"", "'", "{", "(", " "}},
		"hoverProvider":          true,
		"signatureHelpProvider":  map[string]any{"triggerCharacters": []string{"(", ","}},
		"definitionProvider":     true,
		"referencesProvider":     true,
		"renameProvider":         true,
		"documentSymbolProvider": true,
		"codeActionProvider":     map[string]any{"codeActionKinds": []string{quickFix, sourceAction}},
		"semanticTokensProvider": map[string]any{"legend": map[string]any{"tokenTypes": tokenTypes, "tokenModifiers": []string{}}, "full": true},
	}
	if s.program != nil {
		can["codeLensProvider"], can["executeCommandProvider"] = yes, map[string]any{"commands": []string{commandTest, commandExplain}}
	}
	return map[string]any{"serverInfo": map[string]string{"name": "bcrules", "version": s.Version}, "capabilities": can}, nil
}

// notify tells the editor something, which may be gone.
func (s *Server) notify(method string, params any) { _ = s.conn.Notify(s.ctx, method, params) }

func (s *Server) opened(q At) error {
	path := pathOf(q.Document.URI)
	return s.take(newText(path, q.Document.Version, q.Document.Text))
}

// take notes a text, and has its folder vetted.
func (s *Server) take(t *Text) error {
	s.mu.Lock()
	s.open[t.Path] = t
	s.mu.Unlock()
	s.check(filepath.Dir(t.Path))
	return nil
}

func (s *Server) changed(q At) error {
	s.mu.Lock()
	t := s.open[pathOf(q.Document.URI)]
	s.mu.Unlock()
	if t == nil {
		return nil
	}
	t, err := t.edited(q.Document.Version, q.Changes, s.encoding)
	if err != nil {
		return err
	}
	return s.take(t)
}

func (s *Server) closed(q At) error {
	path := pathOf(q.Document.URI)
	s.mu.Lock()
	delete(s.open, path)
	s.mu.Unlock()
	s.check(filepath.Dir(path))
	return nil
}

// at returns what stands at a position, and what may be asked there.
func (s *Server) at(t *Text, p Position) (Cursor, *world) {
	c := t.cursor(t.offset(p, s.encoding))
	return c, s.world(s.folder(t), c.Node)
}
