package sql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bcrules.dev/cmd/sql/busy"
	"bcrules.dev/engine/store"
)

// A lite is a store in an SQLite file.
//
// It uses WAL mode, so readers wait for nobody. A commit is then one write to the log and one wait
// for the disk (synchronous FULL, on macOS with fullfsync): a hook that answered "yours" may not
// forget that in a power cut. This took 30 % of an event that asks a store, on a disk with 0.2 ms.
// If the log has grown much, close moves it into the file after this process has answered, and
// empties it: whoever opens the file alone reads the whole log, and would never write it from its
// beginning again.
type lite struct {
	*store.Opening
	db    *sql.DB
	conn  *sql.Conn
	queue *queue

	limited bool   // a statement of rules is being compiled (limited.go)
	reading bool   // which may only read
	refused string // what it tried to do and may not
	noted   []store.Deed
}

// much is the size of the log, in bytes, from which close moves it into the file if nobody waits to
// write, as that takes longer than a request. If somebody waits, the log may grow to times as much.
const (
	much  = 64 << 10
	times = 64
)

func openSQLite(o *store.Opening) (database, error) {
	name := o.File
	if o.Absent {
		name = ":memory:"
	} else if err := hold(o); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address(name, o))
	if err != nil {
		return nil, err
	}
	l := &lite{Opening: o, db: db, queue: queueOf(o)}
	until := time.Now().Add(o.Within)
	err = busy.Retry(until, func() error {
		if l.conn == nil {
			conn, err := db.Conn(context.Background())
			if err != nil {
				return err
			}
			l.conn = conn
			if err := l.limit(); err != nil {
				return err
			}
		}
		return l.prepare()
	})
	if errors.Is(err, errEmpty) {
		l.close()
		absent := *o
		absent.Absent = true
		return openSQLite(&absent)
	}
	if err != nil {
		err = inWords(err, o)
		l.close()
		return nil, err
	}
	return l, nil
}

// errEmpty says that another program's file has no tables, as while it is being created. It counts
// as missing.
var errEmpty = errors.New("found no tables")

// address returns the driver's address for a store, read-only if the store is.
func address(name string, o *store.Opening) string {
	ms := max(o.Within.Milliseconds(), 1)
	query := url.Values{"_pragma": {fmt.Sprintf("busy_timeout(%d)", ms), "synchronous(2)", "fullfsync(1)", "foreign_keys(1)", "trusted_schema(0)"}}
	if o.ReadOnly && !o.Absent {
		query.Set("mode", "ro")
	}
	if name == ":memory:" { // sorting stays in memory, too
		query.Add("_pragma", "temp_store(2)")
		return name + "?" + query.Encode()
	}
	return "file:" + (&url.URL{Path: filepath.ToSlash(name)}).EscapedPath() + "?" + query.Encode()
}

// prepare migrates the store to the version of its schema.
func (l *lite) prepare() error {
	if l.ReadOnly && !l.Absent {
		err := l.conn.QueryRowContext(context.Background(), "select 1 from sqlite_schema limit 1").Scan(new(int))
		if errors.Is(err, sql.ErrNoRows) {
			return errEmpty
		}
		return l.started(errors.Join(err, l.exec("pragma query_only = 1")))
	}
	version, err := l.version()
	if err != nil {
		return err
	}
	want := int64(len(l.Schema))
	switch {
	case version > want:
		return newer(version, l.Opening)
	case version == want:
		return l.started(nil)
	case l.Dry:
		if err := l.exec("begin immediate"); err != nil {
			return err
		}
		return l.migrate(version)
	}
	if err := l.queue.turn(l.Opening); err != nil {
		return err
	}
	defer l.queue.over()
	if version == 0 {
		if err := l.exec("pragma journal_mode = wal"); err != nil {
			return err
		}
	}
	if err := l.exec("begin immediate"); err != nil {
		return err
	}
	if version, err = l.version(); err == nil && version > want { // others were first
		err = newer(version, l.Opening)
	}
	if err == nil {
		err = l.migrate(version)
	}
	return l.end(err)
}

// started begins the transaction of a dry run, once the store is up to date.
func (l *lite) started(err error) error {
	if err != nil || !l.Dry {
		return err
	}
	if l.ReadOnly {
		return l.exec("begin")
	}
	return l.exec("begin immediate")
}

// migrate runs the texts of the schema after a version.
func (l *lite) migrate(version int64) error {
	for i, text := range l.Schema[version:] {
		if strings.TrimSpace(text) == "" {
			continue
		}
		if err := l.theirs(false, func() error { return l.exec(text) }); err != nil {
			return fmt.Errorf("schema %d: %w", int(version)+i+1, err)
		}
	}
	return l.exec(fmt.Sprintf("pragma user_version = %d", len(l.Schema)))
}

func (l *lite) version() (v int64, err error) {
	err = l.conn.QueryRowContext(context.Background(), "pragma user_version").Scan(&v)
	return v, err
}

func (l *lite) exec(text string) error {
	_, err := l.conn.ExecContext(context.Background(), text)
	return err
}

// end commits a transaction, or rolls it back after an error.
func (l *lite) end(err error) error {
	if err == nil {
		err = l.exec("commit")
	}
	if err != nil {
		l.exec("rollback") // it may already be over
	}
	return err
}

// do implements database.
func (l *lite) do(steps []store.Step, read bool, _ time.Time) (a store.Answer, err error) {
	begin, end := "begin immediate", l.end
	switch {
	case l.Dry: // within the one that is rolled back
		begin, end = "savepoint request", func(err error) error {
			if err != nil {
				l.exec("rollback to request")
			}
			return errors.Join(err, l.exec("release request"))
		}
	case read || l.ReadOnly:
		begin = "begin"
	}
	if err = l.exec(fmt.Sprintf("pragma query_only = %t", read || l.ReadOnly)); err != nil {
		return a, inWords(err, l.Opening)
	}
	if begin == "begin immediate" {
		if err = l.queue.turn(l.Opening); err != nil {
			return a, err
		}
		defer l.queue.over()
	}
	err = busy.Retry(time.Now().Add(l.Within), func() error { return l.exec(begin) })
	if err == nil {
		a, err = l.steps(steps)
		err = end(err)
	}
	return a, inWords(err, l.Opening)
}

// steps runs steps one after the other.
func (l *lite) steps(steps []store.Step) (a store.Answer, err error) {
	for _, step := range steps {
		s, err := statement(l.Opening, step.Name)
		if err != nil {
			return a, err
		}
		args := make([]any, len(step.Args))
		for i, v := range step.Args {
			args[i] = argument(v)
		}
		found := &rows{kinds: s.Row}
		n := 0
		err = l.theirs(false, func() (err error) {
			if s.Row != nil {
				return l.query(found, s.SQL, args)
			}
			n, err = l.change(s.SQL, args)
			return err
		})
		if err != nil {
			return a, fmt.Errorf("%s: %w", step.Name, err)
		}
		a.Changed += n
		a.Rows = append(a.Rows, found.list())
	}
	return a, nil
}

func (l *lite) change(text string, args []any) (int, error) {
	done, err := l.conn.ExecContext(context.Background(), text, args...)
	if err != nil {
		return 0, err
	}
	n, err := done.RowsAffected()
	return int(n), err
}

func (l *lite) query(to *rows, text string, args []any) error {
	found, err := l.conn.QueryContext(context.Background(), text, args...)
	if err != nil {
		return err
	}
	defer found.Close()
	names, err := found.Columns()
	if err != nil {
		return err
	}
	values, at := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		at[i] = &values[i]
	}
	for found.Next() {
		if err := found.Scan(at...); err != nil {
			return err
		}
		if err := to.add(names, func(i int) any { return values[i] }); err != nil {
			return err
		}
	}
	return found.Err()
}

// close implements database. It leaves the connection open, as the process ends: closing the last
// one moves the whole log into the file and waits for the disk, which would happen at every event.
func (l *lite) close() error {
	if l.conn == nil {
		return l.db.Close()
	}
	if l.Dry || l.ReadOnly {
		l.exec("rollback") // there may be none
		return nil
	}
	log, err := os.Stat(l.File + "-wal")
	if err == nil && log.Size() > much && (log.Size() > times*much || l.queue.idle()) && l.queue.turn(l.Opening) == nil {
		defer l.queue.over()
		// while others use the file, a later process does it
		return errors.Join(l.exec("pragma busy_timeout = 0; pragma query_only = 0"), l.exec("pragma wal_checkpoint(truncate)"))
	}
	return nil
}
