// Package lsp is the language server of rule files, "bcrules lsp".
//
//	editor ─ JSON-RPC on stdio (jrpc2) ─► Server ─ text.go ─► Text: what the editor has, with its tree (tree.go)
//	                                        │                   │
//	                                        │                   ▼ cursor.go: Cursor, the context of a position
//	                                        │                   ▼ world.go: what may be asked there, and its type
//	                                        │      complete.go, answer.go, define.go, outline.go, tokens.go ─► answer
//	                                        │        └ rank.go: what packs and authors write there (frequency.go), and
//	                                        │          what stands around (near.go), weighed (weigh.go) ─► the likeliest first
//	                                        │      action.go ─► edits that are offered
//	                                        ├ lens.go ─► another process: stats, and on request test, explain
//	                                        ▼
//	                                      check.go ─► another process: vet, within the limits of evaluation
//
// A folder of rule files may be anybody's, and an editor opens it unasked. So this process
// evaluates nothing in it: a Text is read by its tokens, completions come from the Reference, which
// is this program's own, and vet, which must evaluate, runs in a process of its own that is stopped
// if it takes too much (package bounded). Nothing is run unasked and no rule file is written; the
// editor makes the edits it is offered. Another process reads the log for the counts of hooks;
// tests and explanations are run when somebody clicks.
//
// While somebody types most texts are not grammatical, so neither CUE's parser nor expr's is used:
// a tree of tokens has the context of the cursor whether or not the rest parses, and the type of an
// expression is that of its last chain of names (expression.go).
//
// Hover and completion by CUE types are left to CUE's own server, except where the schema is
// bcrules'.
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

// A Server serves one editor.
type Server struct {
	*Reference
	Version string // of this program
	checker Checker
	program Program

	ctx      context.Context
	encoding Encoding
	beside   bool // another server reports what isn't CUE
	conn     *jrpc2.Server

	mu        sync.Mutex
	open      map[string]*Text                   // by path
	onDisk    map[string]read                    // by path: what was read of files that aren't open
	published map[string]map[string][]Diagnostic // by folder and path: the published diagnostics
	checks    map[string]context.CancelFunc      // by folder: cancels the running check

	asking sync.Mutex // held while the log is read
	counts map[string]counted
}

// NewServer returns a server that vets with a checker and runs a program for lenses; without a
// program there are no lenses.
func NewServer(r *Reference, version string, checker Checker, program Program) *Server {
	return &Server{Reference: r, Version: version, checker: checker, program: program, counts: map[string]counted{}, encoding: UTF16, open: map[string]*Text{}, onDisk: map[string]read{},
		published: map[string]map[string][]Diagnostic{}, checks: map[string]context.CancelFunc{}}
}

// Serve answers requests until the editor exits or disconnects.
func (s *Server) Serve(ctx context.Context, editor channel.Channel) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.ctx = ctx
	s.conn = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{AllowPush: true, DisableBuiltin: true, Concurrency: 4})
	context.AfterFunc(ctx, s.conn.Stop)
	return s.conn.Start(editor).Wait()
}

// methods returns the handlers of requests.
func (s *Server) methods() handler.Map {
	ask := func(answer func(*Text, Params) any) jrpc2.Handler {
		return func(ctx context.Context, r *jrpc2.Request) (any, error) {
			var q Params
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
	tell := func(take func(Params) error) jrpc2.Handler {
		return func(ctx context.Context, r *jrpc2.Request) (any, error) {
			var q Params
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

// cancel cancels a request.
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

// Hello is the part used here of the editor's initialize request.
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

// initialize returns the server's capabilities. Positions in bytes are cheapest, if the editor
// supports them.
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

// notify sends a notification; the editor may be gone.
func (s *Server) notify(method string, params any) { _ = s.conn.Notify(s.ctx, method, params) }

func (s *Server) opened(q Params) error {
	path := pathOf(q.Document.URI)
	return s.take(newText(path, q.Document.Version, q.Document.Text))
}

// take stores a text and has its folder vetted.
func (s *Server) take(t *Text) error {
	s.mu.Lock()
	s.open[t.Path] = t
	s.mu.Unlock()
	s.check(filepath.Dir(t.Path))
	return nil
}

func (s *Server) changed(q Params) error {
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

func (s *Server) closed(q Params) error {
	path := pathOf(q.Document.URI)
	s.mu.Lock()
	delete(s.open, path)
	s.mu.Unlock()
	s.check(filepath.Dir(path))
	return nil
}

// at returns the context of a position, and what may be asked there.
func (s *Server) at(t *Text, p Position) (Cursor, *world) {
	c := t.cursor(t.offset(p, s.encoding))
	return c, s.world(s.folder(t), c.Node)
}
