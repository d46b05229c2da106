package sql

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"bcrules.dev/engine/store"
)

// Check opens a store, as a dry run does, and prepares its statements on the database
// there is. It returns what is wrong, with the name of the statement before it; nothing
// is changed.
func Check(o *store.Opening) (faults []error) {
	dry := *o
	dry.Dry = true
	d, err := open(&dry, false)
	if err != nil {
		return []error{err}
	}
	defer d.close()
	for _, name := range slices.Sorted(maps.Keys(o.Statements)) {
		if err := d.prepared(o.Statements[name].SQL); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	return faults
}

func (l *lite) prepared(text string) error {
	s, err := l.conn.PrepareContext(context.Background(), text)
	if err != nil {
		return inWords(err, l.Opening)
	}
	return s.Close()
}

func (p *pg) prepared(text string) error {
	ctx, cancel := context.WithTimeout(context.Background(), p.Within+time.Second)
	defer cancel()
	if err := p.exec(ctx, "savepoint prepared"); err != nil {
		return p.inWords(err)
	}
	_, err := p.conn.Prepare(ctx, "", text, nil)
	p.exec(ctx, "rollback to savepoint prepared")
	return p.inWords(err)
}
