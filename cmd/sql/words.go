package sql

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"bcrules.dev/cmd/sql/busy"
	"bcrules.dev/engine/store"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	code "modernc.org/sqlite/lib"
)

// An outage says that a store can't be asked at the moment, whatever the request.
type outage struct{ error }

func (o *outage) Unwrap() error { return o.error }

// ends reports whether a PostgreSQL error has nothing to do with the request: its classes of codes
// are those for connections, resources, operator intervention and system errors
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
func ends(code string) bool {
	class := code[:min(2, len(code))]
	return class == "08" || class == "53" || class == "57" || class == "58"
}

// inWords rewrites an error of SQLite without its number, and adds what it leaves out.
func inWords(err error, o *store.Opening) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	if busy.Is(err) {
		return &outage{fmt.Errorf("%s: found others still writing after %s, want them done", o.File, o.Within)}
	}
	text := e.Error()
	if i := strings.LastIndex(text, " ("); i > 0 {
		text = text[:i]
	}
	text = strings.TrimPrefix(text, "SQL logic error: ")
	before, _, _ := strings.Cut(err.Error(), e.Error())
	if o.File != "" && e.Code()&0xff != code.SQLITE_ERROR && e.Code()&0xff != code.SQLITE_CONSTRAINT {
		return &outage{errors.New(o.File + ": " + before + text)}
	}
	return errors.New(before + text)
}

// inWords describes an error without the address, which may hold a password, and without the values
// in the server's detail.
func (p *pg) inWords(err error) error {
	var refused *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		before, _, ok := strings.Cut(err.Error(), refused.Error())
		if !ok || strings.Contains(before, "failed to connect") {
			before = "PostgreSQL: "
		}
		if err = errors.New(before + refused.Message); ends(refused.Code) {
			return &outage{err}
		}
		return err
	case pgconn.Timeout(err) || errors.Is(err, context.DeadlineExceeded):
		p.hung.since()
		return &outage{fmt.Errorf("found no answer from the PostgreSQL server within %s, want one", p.Within)}
	case p.conn == nil:
		return errors.New("found no PostgreSQL server that answers at the address, want one")
	case p.conn.IsClosed():
		return &outage{errors.New("found that the PostgreSQL server ended the connection, want an answer")}
	}
	return err
}
