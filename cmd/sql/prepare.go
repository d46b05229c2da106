package sql

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"sync"

	"bcrules.dev/engine/store"

	"modernc.org/sqlite"
)

// A Bench is an empty SQLite database in memory, on which the SQL of a store is tried
// before it is used. Close it.
type Bench struct {
	db   *sql.DB
	conn *sql.Conn
}

// NewBench returns a bench on which nothing has been made.
func NewBench() (*Bench, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(context.Background())
	if err != nil {
		db.Close()
		return nil, err
	}
	return &Bench{db, conn}, nil
}

// Make does a text of a schema.
func (b *Bench) Make(text string) error {
	_, err := b.conn.ExecContext(context.Background(), text)
	return misfit(err)
}

// Prepare prepares a statement, which is not done. It returns the columns of what it
// gives and the types that they were declared to have, "" for what is worked out. One
// that only reads must not write.
func (b *Bench) Prepare(text string, reads bool) (columns, types []string, err error) {
	err = b.conn.Raw(func(conn any) error {
		c := conn.(interface {
			ColumnInfo(string) ([]sqlite.ColumnInfo, error)
			sqlite.AuthorizerRegisterer
		})
		wrote := false
		if reads {
			c.RegisterAuthorizer(func(action sqlite.AuthorizerActionCode, _, _, _, _ string) sqlite.AuthorizerReturnCode {
				switch action {
				case sqlite.AuthRead, sqlite.AuthSelect, sqlite.AuthFunction, sqlite.AuthRecursive:
					return sqlite.AuthorizerOK
				}
				wrote = true
				return sqlite.AuthorizerDeny
			})
			defer c.RegisterAuthorizer(nil)
		}
		found, err := c.ColumnInfo(text)
		if wrote {
			return errors.New("found one that doesn't only read, want a select")
		}
		for _, f := range found {
			columns, types = append(columns, f.Name), append(types, f.DeclType)
		}
		return err
	})
	return columns, types, misfit(err)
}

// Close lets go of the database.
func (b *Bench) Close() error { return errors.Join(b.conn.Close(), b.db.Close()) }

// A Misfit is why a database doesn't take a text, with the name in it that is at fault;
// "" if none is said to be.
type Misfit struct{ Why, Name string }

func (m *Misfit) Error() string { return m.Why }

// Word is the name in the text that is at fault, "" if none is said to be.
func (m *Misfit) Word() string { return m.Name }

// atFault finds the name in what SQLite says.
var atFault = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:no such (?:table|column|function|module|index|view|collation sequence|trigger): |has no column named |ambiguous column name: |wrong number of arguments to function |near )"?([^\s"()]+)`)
})

// misfit says in words why SQLite doesn't take something.
func misfit(err error) error {
	if err == nil {
		return nil
	}
	why := inWords(err, &store.Opening{}).Error()
	m := &Misfit{Why: why}
	if found := atFault().FindStringSubmatch(why); found != nil {
		m.Name = found[1]
	}
	return m
}
