package ui

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"github.com/creachadair/jrpc2/channel"
)

// mostDesks limits the number of open editors, as each has a server with its texts and holds one of
// the six connections that a browser keeps.
const mostDesks = 12

// A desks holds the language servers of open editors, by unguessable names.
type desks struct {
	mu  sync.Mutex
	all map[string]channel.Channel
}

// deskFile returns the address of the playground editor's rule file. The file doesn't exist: only
// the editor has its text, and no other rule file is beside it.
func (s *Server) deskFile() string {
	path := filepath.ToSlash(filepath.Join(s.scratch, "bcrules", "rules.cue"))
	if path[0] != '/' { // C:/…
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// openDesk starts a language server for an editor, and streams the server's messages (server-sent
// events) until the page is closed. The first event, "desk", carries the name by which the page
// sends messages to the server.
func (s *Server) openDesk(w http.ResponseWriter, r *http.Request) {
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	editor, server := channel.Direct()
	id, err := s.desks.add(editor)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer s.desks.drop(id)
	go func() { // the page decides when to end, whatever the server does
		defer stop()
		s.Desk(ctx, server)
	}()
	said := make(chan []byte)
	go func() {
		defer stop()
		for {
			message, err := editor.Recv()
			if err != nil {
				return
			}
			select {
			case said <- message:
			case <-ctx.Done(): // keep receiving, as a server that is still sending doesn't stop
			}
		}
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	fmt.Fprintf(w, "event: desk\ndata: %s\n\n", id)
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		if out.Flush() != nil {
			return
		}
		select {
		case message := <-said: // JSON has newlines only between tokens
			_, err = fmt.Fprintf(w, "data: %s\n\n", bytes.ReplaceAll(message, []byte("\n"), []byte(" ")))
		case <-tick.C:
			_, err = io.WriteString(w, ": here\n\n")
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// tellDesk passes an editor's message to its server.
func (s *Server) tellDesk(w http.ResponseWriter, r *http.Request) {
	message, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostTried))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	if err := s.desks.send(r.PathValue("id"), message); err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (d *desks) add(c channel.Channel) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.all) >= mostDesks {
		return "", fmt.Errorf("found %d editors open, want fewer", mostDesks)
	}
	if d.all == nil {
		d.all = map[string]channel.Channel{}
	}
	id := rand.Text()
	d.all[id] = c
	return id, nil
}

// drop ends a desk's server by closing its channel.
func (d *desks) drop(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all[id].Close()
	delete(d.all, id)
}

func (d *desks) send(id string, message []byte) error {
	d.mu.Lock()
	c := d.all[id]
	d.mu.Unlock()
	if c == nil {
		return errors.New("found no such editor, want one that is open")
	}
	return c.Send(message)
}
