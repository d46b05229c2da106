package sql

import (
	"context"
	"time"

	"bcrules.dev/engine/store"

	"modernc.org/sqlite"
)

// tried prepares all statements of a store without running them.
func tried(d database, statements map[string]store.Statement) map[string]store.Trial {
	all := map[string]store.Trial{}
	for name, s := range statements {
		t, err := d.prepared(s)
		if err != nil {
			t.Error = err.Error()
		}
		all[name] = t
	}
	return all
}

// prepared implements database. A statement that returns rows must not write.
func (l *lite) prepared(s store.Statement) (t store.Trial, err error) {
	var found []sqlite.ColumnInfo
	l.noted = nil
	err = l.theirs(s.Row != nil, func() error {
		return l.conn.Raw(func(conn any) (err error) {
			found, err = conn.(interface {
				ColumnInfo(string) ([]sqlite.ColumnInfo, error)
			}).ColumnInfo(s.SQL)
			return err
		})
	})
	t.Does = l.done()
	for _, f := range found {
		t.Columns, t.Types = append(t.Columns, f.Name), append(t.Types, f.DeclType)
	}
	return t, inWords(err, l.Opening)
}

// prepared implements database.
func (p *pg) prepared(s store.Statement) (t store.Trial, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), p.Within+time.Second)
	defer cancel()
	if err := p.exec(ctx, "savepoint prepared"); err != nil {
		return t, p.inWords(err)
	}
	if _, err = p.conn.Prepare(ctx, "", explained(s.SQL), nil); err == nil {
		_, err = p.conn.Prepare(ctx, "", s.SQL, nil)
	}
	p.exec(ctx, "rollback to savepoint prepared")
	return t, p.inWords(err)
}
