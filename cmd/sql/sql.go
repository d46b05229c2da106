// Package sql contains the databases of stores: it opens them, migrates them to the rules' version,
// and runs requests, or says what is wrong with statements (try.go). Only bcstore links it, so
// neither hooks nor builds of bcrules pay for databases.
//
//	stdin ─ serve.go: a line a request ─ keeper ─ database ─┬─ sqlite.go    modernc.org/sqlite
//	stdout ◄─ a line an answer ─────────────────────────────┴─ postgres.go  pgx's connection
//
// A request is a transaction. If it only reads, the connection is read-only, so it can't write. A
// store's version is the number of texts of its schema that have run, in order, each once. A store
// of a newer version isn't touched: older rules don't know what is in it.
//
// SQLite works with files in the folder that the host has checked, even if something else has taken
// its place since (held_unix.go).
//
// A dry run (Opening.Dry) is one transaction, which is rolled back at the end of stdin. Nobody else
// can write to the store meanwhile.
package sql

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"bcrules.dev/engine/store"
)

// A keeper runs requests, one after the other.
type keeper struct {
	open map[string]database
	why  map[string]error // why stores couldn't be opened

	faults map[string]string // by store, the file that records what failed earlier
	read   map[string]bool   // stores whose file has been read
	links  map[string]*link  // to servers, by address
}

func newKeeper() *keeper {
	return &keeper{map[string]database{}, map[string]error{}, map[string]string{}, map[string]bool{}, map[string]*link{}}
}

// answer runs a request, and adds what failed of earlier ones.
func (k *keeper) answer(r store.Request) (store.Answer, error) {
	if r.Open != nil {
		k.faults[r.Store] = r.Open.Faults
	}
	if r.Late {
		a, err := k.do(r)
		if err != nil {
			k.undone(r, err)
		}
		return a, err
	}
	earlier := k.earlier(r.Store)
	a, err := k.do(r)
	a.Earlier = earlier
	return a, err
}

// A database is an open store.
type database interface {
	// do runs the steps of a request, in a transaction unless one is open.
	do(steps []store.Step, read bool, until time.Time) (store.Answer, error)
	close() error
	// prepared prepares a statement and drops it.
	prepared(store.Statement) (store.Trial, error)
}

// do runs a request.
func (k *keeper) do(r store.Request) (a store.Answer, err error) {
	if r.Open != nil && k.open[r.Store] == nil {
		if d, err := k.opened(r.Open); err != nil {
			k.why[r.Store] = &outage{err}
		} else {
			k.open[r.Store] = d
		}
	}
	switch d := k.open[r.Store]; {
	case d != nil && r.Try && r.Open != nil:
		if l, ok := d.(*lite); ok {
			a.Made = l.done()
		}
		a.Tried = tried(d, r.Open.Statements)
		if p, ok := d.(*pg); ok {
			rights, err := p.rights()
			a.Rights = &rights
			return a, err
		}
		return a, nil
	case d != nil:
		return d.do(r.Do, r.Read, time.Time{})
	case k.why[r.Store] != nil:
		return a, k.why[r.Store]
	}
	return a, errors.New("found no such store, want it opened before it is asked")
}

// close closes all stores.
func (k *keeper) close() {
	for _, d := range k.open {
		d.close()
	}
}

// opened opens a store. Stores on one server with one role share a connection, as an event asks one
// thing after the other. A dry run has a connection for each, since it is one transaction.
func (k *keeper) opened(o *store.Opening) (database, error) {
	if o.URL == "" {
		return openSQLite(o)
	}
	if o.Dry {
		return openPostgres(o, &link{})
	}
	if k.links[o.URL] == nil {
		k.links[o.URL] = &link{}
	}
	return openPostgres(o, k.links[o.URL])
}

// newer is the error for a store that newer rules made.
func newer(found int64, o *store.Opening) error {
	return fmt.Errorf("found version %d of the store, want %d at most: newer rules have made it, and it is left alone", found, len(o.Schema))
}

// statement returns a statement by its name.
func statement(o *store.Opening, name string) (store.Statement, error) {
	s, ok := o.Statements[name]
	switch {
	case !ok:
		return s, fmt.Errorf("found statement %q, want one of the store", name)
	case !begins(s.SQL) && nothing().MatchString(s.SQL):
		return s, fmt.Errorf("%s: found no statement, want one", name)
	}
	return s, nil
}

// begins reports whether SQL begins with a letter, as nearly all does.
func begins(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && 'a' <= text[0]|0x20 && text[0]|0x20 <= 'z'
}

// nothing matches SQL without a statement: blanks and comments. It is compiled on demand, like
// others here, since otherwise every start of bcstore would pay for it.
var nothing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\s|;|\x00|--[^\n]*|/\*(?s:.*?)(\*/|$))*$`)
})

// maxRows limits the rows of a query, and maxBytes their size, so that a mistaken query doesn't fill
// a hook's memory.
const (
	maxRows  = 10_000
	maxBytes = 4 << 20
)

// rows collects the rows of a query.
type rows struct {
	kinds map[string]string
	all   []json.RawMessage
	bytes int
}

// add adds a row with the named columns.
func (r *rows) add(names []string, value func(i int) any) error {
	row := make(map[string]any, len(names))
	for i, name := range names {
		kind, ok := r.kinds[name]
		if !ok {
			kind, ok = r.kinds[store.AllColumns]
		}
		if ok {
			row[name] = of(kind, value(i))
		}
	}
	text, err := json.Marshal(row)
	if r.bytes += len(text); err == nil && (len(r.all) == maxRows || r.bytes > maxBytes) {
		err = fmt.Errorf("found more than %d rows or %d bytes, want fewer (limit)", maxRows, maxBytes)
	}
	r.all = append(r.all, text)
	return err
}

// list returns the rows as JSON, nil for a statement that returns none.
func (r *rows) list() json.RawMessage {
	if r.kinds == nil {
		return nil
	}
	text, _ := json.Marshal(append([]json.RawMessage{}, r.all...))
	return text
}
