package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/cmd/sql/busy"
	"bcrules.dev/engine/files"
	"bcrules.dev/schema/codeindex"

	_ "modernc.org/sqlite"
)

// A base is an open index, used by one goroutine at a time.
type base struct {
	file string
	db   *sql.DB
	conn *sql.Conn
	made map[string]*sql.Stmt
}

// errOther is the fault of an index with another schema.
var errOther = errors.New("found an index of another version, want it made anew")

// wait limits how long an indexer waits for others that are opening or writing the index.
const wait = 10 * time.Second

// open opens an index, or makes it if there is none.
func open(file string) (*base, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	if f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600); err != nil { // private to its user
		return nil, err
	} else if err = f.Close(); err != nil {
		return nil, err
	}
	query := url.Values{"_pragma": {fmt.Sprintf("busy_timeout(%d)", wait.Milliseconds()), "synchronous(1)", "journal_mode(wal)", "cache_size(-16000)"}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: filepath.ToSlash(file)}).EscapedPath()+"?"+query.Encode())
	if err != nil {
		return nil, err
	}
	b := &base{file: file, db: db, made: map[string]*sql.Stmt{}}
	err = busy.Retry(time.Now().Add(wait), func() (err error) {
		if b.conn == nil {
			b.conn, err = db.Conn(context.Background())
		}
		if err == nil {
			err = b.change(b.make)
		}
		return err
	})
	if err != nil {
		b.close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return b, nil
}

// make makes the tables if there are none.
func (b *base) make() error {
	var version int
	if err := b.conn.QueryRowContext(context.Background(), "pragma user_version").Scan(&version); err != nil {
		return err
	}
	switch version {
	case codeindex.Version:
		return nil
	case 0:
		_, err := b.conn.ExecContext(context.Background(), fmt.Sprintf("%s\npragma user_version = %d", codeindex.Tables, codeindex.Version))
		return err
	}
	return errOther
}

// change runs do in a transaction.
func (b *base) change(do func() error) error {
	ctx := context.Background()
	_, err := b.conn.ExecContext(ctx, "begin immediate")
	if err != nil {
		return err
	}
	if err = do(); err == nil {
		_, err = b.conn.ExecContext(ctx, "commit")
	}
	if err != nil {
		b.conn.ExecContext(ctx, "rollback") // the transaction may already be over
	}
	return err
}

// exec runs a statement.
func (b *base) exec(text string, args ...any) error {
	_, err := b.insert(text, args...)
	return err
}

// insert runs a statement, prepared on first use, and returns the id of the inserted row.
func (b *base) insert(text string, args ...any) (int64, error) {
	stmt := b.made[text]
	if stmt == nil {
		var err error
		if stmt, err = b.conn.PrepareContext(context.Background(), text); err != nil {
			return 0, err
		}
		b.made[text] = stmt
	}
	done, err := stmt.Exec(args...)
	if err != nil {
		return 0, err
	}
	return done.LastInsertId()
}

func (b *base) close() error {
	var all []error
	for _, s := range b.made {
		all = append(all, s.Close())
	}
	if b.conn != nil {
		all = append(all, b.conn.Close())
	}
	return errors.Join(append(all, b.db.Close())...)
}

// remove deletes an unusable index and the symbols.json exported from it, as a new index wouldn't
// know that the latter is out of date.
func remove(file string) error {
	var all []error
	for _, name := range []string{file, file + "-wal", file + "-shm", exported(file)} {
		if err := os.Remove(name); err != nil && !files.Absent(err) {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}
