// Package ui serves the pages on which people see what their hooks do. It serves them on this
// machine's loopback address. It only reads, except that it writes two files if somebody asks for
// it.
//
//	browser ── address with token ──► guard.go ─► rules.go     the rules, as look.go finds them
//	                                     │          source.go   a rule file, coloured, with vet's findings
//	                                     │          playground.go   rules that a person types, by trial.go;
//	                                     │                          saved to files by keep.go
//	                                     │          desk.go   the editor they are typed in, by cmd/lsp
//	                                     │          page.go   what all have, and the guide
//	                                     │          decisions.go, decision.go
//	                                     │             ▲ kept.go: the log as it grows ◄── cmd/log
//	                                     ▼
//	                                  pages/*.html, assets/: style sheets, a script and the editor
//	                                                that "make editor" bundles of editor/
//
// It knows nothing that the commands don't: rules are described by the code of vet, docs, stats and
// list (look.go), decisions come from the log's reader, and how an event is answered is the output
// of "bcrules explain --json" (cmd/answer). Rules may come from strangers and never end, so none is
// evaluated in this process: it runs the program itself, bounded by package bounded (ask.go), and
// caches the result until a rule file changes (looks.go), also in the user's cache folder for the
// next start.
//
// Playground input is sent by POST, as it may be longer than an address. Such a process evaluates
// it, too: rules and event meet in a sandbox, where nothing but the text is read and no program
// runs. Before a trial is saved, its files are shown. The nonce of that question then lets them be
// written, as new files in the project's rule folder and nowhere else. Saving doesn't make the
// rules trusted.
//
// Access requires the token in the address, as a foreign page could send a cookie along. All output
// goes through html/template, and each page's policy lets nothing run or load but what is embedded
// here.
//
// The rules' part can also be written as files, for use without a server: site.go.
//
// Package show is the terminal's counterpart. Only bcrules links this package.
package ui

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"

	"github.com/creachadair/jrpc2/channel"
)

// A Server serves the pages. Set its fields before Serve.
type Server struct {
	Here  string   // the folder whose rules are shown and that files are named from
	Rules []string // layers to show instead of those in force there
	Logs  []journal.Log
	Many  bool // the logs come from many machines and are not this user's own
	// Unread is told once of each log how many lines of it hold no entry, if some do; nil to tell nobody.
	Unread func(file string, lines int)
	Ask    Asker // the program that evaluates rules

	// Desk serves an editor by the Language Server Protocol, as "bcrules lsp" does, until the
	// context or the channel ends, and closes the channel. It must evaluate nothing in this
	// process.
	Desk func(context.Context, channel.Channel) error

	ctx     context.Context // of Serve
	site    *Site           // the site to write, nil if pages are served
	token   string
	host    string // address and port, as browsers send them
	kept    *kept
	looks   lookCache
	samples samples
	asking  asking
	desks   desks
	scratch string // an empty folder, removed after Serve
}

// Listen returns a listener on the loopback address; port 0 selects a free one.
func Listen(port int) (net.Listener, error) {
	return net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}

// Start prepares the server for a listener and returns the address of its first page, including the
// token.
func (s *Server) Start(l net.Listener) string {
	s.token, s.host, s.kept = rand.Text(), l.Addr().String(), newKept(s.Logs...)
	s.kept.many, s.kept.unread = s.Many, s.Unread
	return "http://" + s.host + "/" + s.token + "/rules"
}

// Serve answers requests until the context ends, which is no error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s.guard(s.pages()),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	scratch, err := host.NewTemp("bcrules-ui-")
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer os.RemoveAll(scratch)
	s.ctx, s.scratch = ctx, scratch
	read := make(chan error, 1)
	go func() { read <- s.kept.follow(ctx) }()
	go s.looks.get(ctx, s)
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-read
}

var errNowhere = errors.New("found no page at this address, want one of those above")

// pages maps addresses below the token to handlers.
func (s *Server) pages() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "rules", http.StatusSeeOther) })
	mux.HandleFunc("GET /{page}", func(w http.ResponseWriter, r *http.Request) { s.refused(w, http.StatusNotFound, errNowhere) })
	mux.HandleFunc("GET /rules", s.showRules)
	mux.HandleFunc("GET /source", s.showSource)
	mux.HandleFunc("GET /decisions", s.showDecisions)
	mux.HandleFunc("GET /decisions/stream", s.stream)
	mux.HandleFunc("GET /decision", s.showDecision)
	mux.HandleFunc("GET /playground", s.showPlayground)
	mux.HandleFunc("GET /guide", s.showGuide)
	mux.HandleFunc("POST /playground", s.tryRules)
	mux.HandleFunc("GET /playground/event", s.showEvent)
	mux.HandleFunc("GET /playground/desk", s.openDesk)
	mux.HandleFunc("POST /playground/desk/{id}", s.tellDesk)
	mux.Handle("GET /assets/{file}", http.FileServerFS(assets))
	return mux
}
