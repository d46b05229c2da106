package sql

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
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

// A link is the connection that all stores on a server share. A request that takes too long closes
// it, as nobody knows what the server still sends; it is opened again once, for all of them.
type link struct {
	conn    *pgconn.PgConn // nil before the first
	renewed bool
	seat    seat
}

// Type numbers of PostgreSQL; 0 leaves the type to the server.
const (
	oidBool    = 16
	oidInt8    = 20
	oidInt2    = 21
	oidInt4    = 23
	oidFloat4  = 700
	oidFloat8  = 701
	oidNumeric = 1700
)

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

// call connects to the server.
func (p *pg) call(ctx context.Context) error {
	c, err := parsed(p.URL)
	if err != nil {
		return err
	}
	c.ConnectTimeout = p.Within
	c.RuntimeParams["application_name"] = "bcrules" // poolers know this one
	conn, err := connected(ctx, c)
	if err == nil {
		p.conn = conn
	}
	return p.inWords(err)
}

// renew connects again if the connection was closed, once.
func (p *pg) renew(ctx context.Context) error {
	if p.Dry || p.renewed || !p.conn.IsClosed() {
		return nil
	}
	p.renewed = true
	if err := p.hung.asked(); err != nil {
		return err
	}
	return p.call(ctx)
}

// uniqueViolation is the error code for a duplicate value.
const uniqueViolation = "23505"

// tooMany is the error code of a server that accepts no more connections.
const tooMany = "53300"

// connected connects to the server, and retries while that has too many callers: each asks one thing
// only. A random pause keeps those that wait from returning together. If time is over during another
// try, the server has answered all the same: it refused.
func connected(ctx context.Context, c *pgconn.Config) (conn *pgconn.PgConn, err error) {
	for refused := error(nil); ; {
		conn, err = pgconn.ConnectConfig(ctx, c)
		var e *pgconn.PgError
		switch {
		case errors.As(err, &e) && e.Code == tooMany:
			refused = err
		case err != nil && refused != nil && ctx.Err() != nil:
			return nil, refused
		default:
			return conn, err
		}
		select {
		case <-ctx.Done():
			return nil, refused
		case <-time.After(100*time.Millisecond + rand.N(200*time.Millisecond)):
		}
	}
}

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

// bound returns arguments in the form of the server, and their types.
func bound(args []any) (values [][]byte, oids []uint32) {
	values, oids = make([][]byte, len(args)), make([]uint32, len(args))
	for i, v := range args {
		switch v := argument(v).(type) {
		case nil:
		case string:
			values[i] = []byte(strings.ReplaceAll(v, "\x00", "\uFFFD")) // the server can't store it
		case bool:
			values[i], oids[i] = strconv.AppendBool(nil, v), oidBool
		case int64:
			values[i], oids[i] = strconv.AppendInt(nil, v, 10), oidInt8
		case int:
			values[i], oids[i] = strconv.AppendInt(nil, int64(v), 10), oidInt8
		case float64:
			values[i], oids[i] = strconv.AppendFloat(nil, v, 'g', -1, 64), oidFloat8
		}
	}
	return values, oids
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

// rowsOf returns the result of a statement.
func rowsOf(s store.Statement, found *pgconn.Result) (json.RawMessage, error) {
	to := &rows{kinds: s.Row}
	names := make([]string, len(found.FieldDescriptions))
	for i, f := range found.FieldDescriptions {
		names[i] = f.Name
	}
	for _, row := range found.Rows {
		if s.Row == nil {
			break
		}
		if err := to.add(names, func(i int) any { return fromPostgres(found.FieldDescriptions[i].DataTypeOID, row[i]) }); err != nil {
			return nil, err
		}
	}
	return to.list(), nil
}

// fromPostgres parses a value in the server's text form.
func fromPostgres(oid uint32, text []byte) any {
	if text == nil {
		return nil
	}
	switch oid {
	case oidBool:
		return text[0] == 't'
	case oidInt2, oidInt4, oidInt8:
		if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			return n
		}
	case oidFloat4, oidFloat8, oidNumeric:
		if n, err := strconv.ParseFloat(string(text), 64); err == nil {
			return n
		}
	}
	return string(text)
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
