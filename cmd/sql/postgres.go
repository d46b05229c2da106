package sql

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/engine/store"

	"github.com/jackc/pgx/v5/pgconn"
)

// A pg is a store on a PostgreSQL server.
//
// It sends and receives values as text: the server infers the type of a text from its place, so a
// statement takes one round trip and no table of types has to be set up.
type pg struct {
	*store.Opening
	*link
	hung *hung
}

// versions is the table with the versions of a database's stores.
const versions = "bcrules_stores"

// undefinedTable is the error code for a missing table.
const undefinedTable = "42P01"

// openPostgres opens a store over a link, and connects that if it isn't.
func openPostgres(o *store.Opening, by *link) (*pg, error) {
	p := &pg{Opening: o, hung: hungOf(o), link: by}
	made := by.conn == nil || by.conn.IsClosed()
	if made { // before taking a seat, as a server that hangs needs none
		if err := p.hung.asked(); err != nil {
			return nil, err
		}
	}
	if err := by.seat.take(o, store.Queue); err != nil {
		return nil, err
	}
	defer by.seat.rest()
	ctx, cancel := context.WithTimeout(context.Background(), o.Within)
	defer cancel()
	if made {
		if err := p.call(ctx); err != nil {
			return nil, err
		}
	}
	err := p.prepare(ctx)
	for again := 0; again < 3 && beaten(err); again++ {
		err = p.prepare(ctx)
	}
	if err = p.inWords(err); err != nil {
		if made {
			p.close()
		}
		return nil, err
	}
	p.hung.over()
	return p, nil
}

// beaten reports whether another process was first to create something: the server checks whether a
// name is free before it waits for the process that has just taken it.
func beaten(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == uniqueViolation && e.SchemaName == "pg_catalog"
}

// uniqueViolation is the error code for a duplicate value.
const uniqueViolation = "23505"

// prepare migrates the store to the version of its schema.
func (p *pg) prepare(ctx context.Context) error {
	if p.ReadOnly {
		return p.started(ctx)
	}
	found, err := p.reads(ctx, p.asks())
	version, err := versionIn(found, err)
	want := int64(len(p.Schema))
	switch {
	case err != nil:
		return err
	case version > want:
		return newer(version, p.Opening)
	case version == want:
		return p.started(ctx)
	}
	lines := append(p.begin("read write"),
		// One of several at once creates it, and the others find it.
		line{text: "select pg_advisory_xact_lock(hashtext($1))", args: []any{versions + " " + p.Namespace}})
	if p.Namespace != "" {
		lines = append(lines, line{text: "create schema if not exists " + identifier(p.Namespace)})
	}
	_, err = p.send(ctx, append(lines, line{text: "create table if not exists " + versions + " (name text primary key, version bigint not null)"})...)
	if err == nil {
		found, err = p.send(ctx, p.asks())
		version, err = versionIn(found, err)
	}
	if err == nil && version > want {
		err = newer(version, p.Opening)
	}
	if err == nil {
		err = p.migrate(ctx, version)
	}
	if p.Dry {
		return err // the transaction stays open
	}
	return p.end(ctx, err)
}

// started begins the transaction of a dry run, once the store is up to date.
func (p *pg) started(ctx context.Context) error {
	if !p.Dry {
		return nil
	}
	_, err := p.send(ctx, p.begin("read write")...)
	return err
}

// migrate runs the texts of the schema after a version.
func (p *pg) migrate(ctx context.Context, version int64) error {
	for i := version; i < int64(len(p.Schema)); i++ {
		if strings.TrimSpace(p.Schema[i]) == "" {
			continue
		}
		if _, err := p.ask(ctx, whole(p.Schema[i])); err != nil {
			return fmt.Errorf("schema %d: %w", i+1, err)
		}
	}
	_, err := p.ask(ctx, "insert into "+versions+" (name, version) values ($1, $2) on conflict (name) do update set version = excluded.version",
		p.Name, int64(len(p.Schema)))
	return err
}

// asks returns the query for the store's version.
func (p *pg) asks() line {
	return line{text: "select version from " + versions + " where name = $1", args: []any{p.Name}}
}

// versionIn returns the version from its result, 0 if the store doesn't exist.
func versionIn(found []*pgconn.Result, err error) (int64, error) {
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Code == undefinedTable {
		return 0, nil
	}
	if err != nil || len(found[0].Rows) == 0 {
		return 0, err
	}
	return strconv.ParseInt(string(found[0].Rows[0][0]), 10, 64)
}

// end commits a transaction, or rolls it back after an error.
func (p *pg) end(ctx context.Context, err error) error {
	if err == nil {
		return p.exec(ctx, "commit")
	}
	p.exec(ctx, "rollback")
	return err
}

// do implements database.
func (p *pg) do(steps []store.Step, read bool, _ time.Time) (a store.Answer, err error) {
	if err = p.seat.take(p.Opening, store.Queue); err != nil {
		return a, err
	}
	defer p.seat.rest()
	ctx, cancel := context.WithTimeout(context.Background(), p.Within)
	defer cancel()
	lines := make([]line, len(steps))
	asked := make([]store.Statement, len(steps))
	for i, step := range steps {
		if asked[i], err = statement(p.Opening, step.Name); err != nil {
			return a, err
		}
		lines[i] = line{asked[i].SQL, step.Args, true}
	}
	if err = p.renew(ctx); err != nil {
		return a, err
	}
	begin, end := p.begin("read write"), func(err error) error { return p.end(ctx, err) }
	switch {
	case p.Dry: // within the open transaction
		begin, end = []line{{text: "savepoint request"}}, func(err error) error {
			if err != nil {
				p.exec(ctx, "rollback to savepoint request")
			}
			return err
		}
	case read || p.ReadOnly:
		found, err := p.reads(ctx, lines...)
		a, err = answered(asked, steps, found, err)
		return a, p.inWords(err)
	}
	found, err := p.send(ctx, append(begin, lines...)...)
	a, err = answered(asked, steps, found[min(len(begin), len(found)):], err)
	return a, p.inWords(end(err))
}

// answered returns the results of steps. An error belongs to the first step without a result.
func answered(asked []store.Statement, steps []store.Step, found []*pgconn.Result, err error) (a store.Answer, _ error) {
	for i, s := range asked {
		if i == len(found) {
			return a, fmt.Errorf("%s: %w", steps[i].Name, err)
		}
		rows, err := rowsOf(s, found[i])
		if err != nil {
			return a, fmt.Errorf("%s: %w", steps[i].Name, err)
		}
		if s.Row == nil {
			a.Changed += int(found[i].CommandTag.RowsAffected())
		}
		a.Rows = append(a.Rows, rows)
	}
	return a, err
}

// close implements database.
func (p *pg) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if p.Dry {
		p.exec(ctx, "rollback")
	}
	return p.conn.Close(ctx)
}

// identifier quotes a name.
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
