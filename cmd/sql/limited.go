package sql

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"modernc.org/sqlite"
)

// limitAttached is SQLITE_LIMIT_ATTACHED (https://www.sqlite.org/c3ref/c_limit_attached.html).
const limitAttached = 7

// limit keeps SQL of rules within the store's file and its transaction, by SQLite's own means: no
// other database can be attached (as VACUUM INTO does, too), and SQLite asks, while it compiles a
// statement, what that may do.
func (l *lite) limit() error {
	if _, err := sqlite.Limit(l.conn, limitAttached, 0); err != nil {
		return err
	}
	return l.conn.Raw(func(conn any) error { return conn.(sqlite.AuthorizerRegisterer).RegisterAuthorizer(l.may) })
}

// theirs runs SQL of rules, which may do less than this package; with reading it may only read.
func (l *lite) theirs(reading bool, do func() error) error {
	l.limited, l.reading, l.refused = true, reading, ""
	err := do()
	l.limited = false
	switch {
	case l.refused == "":
		return err
	case reading:
		return errors.New("found one that doesn't only read, want a select")
	}
	return fmt.Errorf("found %s, want SQL that stays in the store's own file and leaves transactions and settings alone", l.refused)
}

// modules are the modules of SQLite that keep a virtual table in tables of the store. Others read or
// write something else.
var modules = []string{"fts5", "fts5vocab", "rtree", "rtree_i32"}

// pages is the table of the file's raw pages: writing to it destroys all others
// (https://www.sqlite.org/dbpage.html).
const pages = "sqlite_dbpage"

// may answers SQLite's question about a statement that it compiles
// (https://www.sqlite.org/c3ref/set_authorizer.html).
func (l *lite) may(action sqlite.AuthorizerActionCode, first, second, _, _ string) sqlite.AuthorizerReturnCode {
	if !l.limited {
		return sqlite.AuthorizerOK
	}
	l.note(action, first, second)
	what := ""
	switch action {
	case sqlite.AuthRead, sqlite.AuthSelect, sqlite.AuthRecursive:
		return sqlite.AuthorizerOK
	case sqlite.AuthFunction:
		if !strings.EqualFold(second, "load_extension") {
			return sqlite.AuthorizerOK
		}
		what = "load_extension"
	case sqlite.AuthAttach:
		what = "attach"
	case sqlite.AuthDetach:
		what = "detach"
	case sqlite.AuthPragma:
		if first == "data_version" && second == "" { // FTS5 asks for it
			return sqlite.AuthorizerOK
		}
		what = "pragma " + first
	case sqlite.AuthTransaction, sqlite.AuthSavepoint:
		what = strings.ToLower(first)
	default:
		switch {
		case strings.EqualFold(first, pages):
			what = "a change of the file's pages"
		case action == sqlite.AuthCreateVTable && !slices.Contains(modules, strings.ToLower(second)):
			what = "a table of the module " + second
		case !l.reading:
			return sqlite.AuthorizerOK
		default:
			what = "a change"
		}
	}
	l.refused = what
	return sqlite.AuthorizerDeny
}
