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
// Values go and come as text: of a text the server works out the type from where it
// stands, so that there is one message to and fro for a statement, and no table of types
// to be made ready.
type pg struct {
	*store.Opening
	conn *pgconn.PgConn
}

// Numbers by which PostgreSQL knows types; 0 leaves it to the server.
const (
	oidBool    = 16
	oidInt8    = 20
	oidInt2    = 21
	oidInt4    = 23
	oidFloat4  = 700
	oidFloat8  = 701
	oidNumeric = 1700
)

// versions is the table in which a database keeps the versions of its stores.
const versions = "bcrules_stores"

// undefinedTable is the code of a table that is not there.
const undefinedTable = "42P01"

func openPostgres(o *store.Opening) (database, error) {
	c, err := parsed(o.URL)
	if err != nil {
		return nil, err
	}
	c.ConnectTimeout = o.Within
	ms := strconv.FormatInt(max(o.Within.Milliseconds(), 1), 10)
	for name, value := range map[string]string{"statement_timeout": ms, "lock_timeout": ms, "idle_in_transaction_session_timeout": "60000",
		"default_transaction_read_only": "on", "application_name": "bcrules"} {
		c.RuntimeParams[name] = value
	}
	if o.Namespace != "" {
		c.RuntimeParams["search_path"] = identifier(o.Namespace)
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.Within)
	defer cancel()
	p := &pg{Opening: o}
	if p.conn, err = pgconn.ConnectConfig(ctx, c); err != nil {
		return nil, p.inWords(err)
	}
	if err := p.inWords(p.prepare(ctx)); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// prepare brings the store to the version of its schema.
func (p *pg) prepare(ctx context.Context) error {
	if p.ReadOnly {
		return p.started(ctx)
	}
	version, err := p.version(ctx)
	want := int64(len(p.Schema))
	switch {
	case err != nil:
		return err
	case version > want:
		return newer(version, p.Opening)
	case version == want:
		return p.started(ctx)
	}
	if err := p.exec(ctx, "begin read write"); err != nil {
		return err
	}
	// Of several at once one makes it, and the others find it made.
	err = p.exec(ctx, "select pg_advisory_xact_lock(hashtext("+literal(versions+" "+p.Namespace)+"))")
	if err == nil && p.Namespace != "" {
		err = p.exec(ctx, "create schema if not exists "+identifier(p.Namespace))
	}
	if err == nil {
		err = p.exec(ctx, "create table if not exists "+versions+" (name text primary key, version bigint not null)")
	}
	if err == nil {
		version, err = p.version(ctx)
	}
	if err == nil && version > want {
		err = newer(version, p.Opening)
	}
	if err == nil {
		err = p.migrate(ctx, version)
	}
	if p.Dry {
		return err // the transaction goes on
	}
	return p.end(ctx, err)
}

// started begins what a dry run does, once the store is as it should be.
func (p *pg) started(ctx context.Context) error {
	if !p.Dry {
		return nil
	}
	return p.exec(ctx, "begin read write")
}

// migrate does what the schema has beyond a version.
func (p *pg) migrate(ctx context.Context, version int64) error {
	for i := version; i < int64(len(p.Schema)); i++ {
		if strings.TrimSpace(p.Schema[i]) == "" {
			continue
		}
		if _, err := p.ask(ctx, whole(p.Schema[i]), nil); err != nil {
			return fmt.Errorf("schema %d: %w", i+1, err)
		}
	}
	_, err := p.ask(ctx, "insert into "+versions+" (name, version) values ($1, $2) on conflict (name) do update set version = excluded.version",
		[]any{p.Name, int64(len(p.Schema))})
	return err
}

// version returns the version that the store has, 0 if it was never made.
func (p *pg) version(ctx context.Context) (int64, error) {
	found, err := p.ask(ctx, "select version from "+versions+" where name = $1", []any{p.Name})
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Code == undefinedTable {
		return 0, nil
	}
	if err != nil || len(found.Rows) == 0 {
		return 0, err
	}
	return strconv.ParseInt(string(found.Rows[0][0]), 10, 64)
}

func (p *pg) exec(ctx context.Context, text string) error {
	_, err := p.conn.Exec(ctx, text).ReadAll()
	return err
}

// ask does one statement with its arguments.
func (p *pg) ask(ctx context.Context, text string, args []any) (*pgconn.Result, error) {
	values, oids := bound(args)
	found := p.conn.ExecParams(ctx, text, values, oids, nil, nil).Read()
	return found, found.Err
}

// bound returns arguments as the server takes them, and which types they have.
func bound(args []any) (values [][]byte, oids []uint32) {
	values, oids = make([][]byte, len(args)), make([]uint32, len(args))
	for i, v := range args {
		switch v := argument(v).(type) {
		case nil:
		case string:
			values[i] = []byte(strings.ReplaceAll(v, "\x00", "\uFFFD")) // which it can't hold
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

// end ends a transaction: what was done in it counts unless there was an error.
func (p *pg) end(ctx context.Context, err error) error {
	if err == nil {
		return p.exec(ctx, "commit")
	}
	p.exec(ctx, "rollback")
	return err
}

// do implements database.
func (p *pg) do(steps []store.Step, read bool, _ time.Time) (a store.Answer, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), p.Within)
	defer cancel()
	end := func(err error) error { return p.end(ctx, err) }
	switch {
	case p.Dry:
		err = p.exec(ctx, "savepoint request")
		end = func(err error) error {
			if err != nil {
				p.exec(ctx, "rollback to savepoint request")
			}
			return err
		}
	case read || p.ReadOnly: // as the connection is, each statement by itself
		end = func(err error) error { return err }
		if len(steps) > 1 {
			err, end = p.exec(ctx, "begin read only"), func(err error) error { return p.end(ctx, err) }
		}
	default:
		err = p.exec(ctx, "begin read write")
	}
	if err == nil {
		a, err = p.steps(ctx, steps)
		err = end(err)
	}
	return a, p.inWords(err)
}

// steps does steps in turn.
func (p *pg) steps(ctx context.Context, steps []store.Step) (a store.Answer, err error) {
	for _, step := range steps {
		s, err := statement(p.Opening, step.Name)
		if err != nil {
			return a, err
		}
		found, err := p.theirs(ctx, s.SQL, step.Args)
		if err != nil {
			return a, fmt.Errorf("%s: %w", step.Name, err)
		}
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
				return a, fmt.Errorf("%s: %w", step.Name, err)
			}
		}
		if s.Row == nil {
			a.Changed += int(found.CommandTag.RowsAffected())
		}
		a.Rows = append(a.Rows, to.list())
	}
	return a, nil
}

// fromPostgres reads a value as the server writes it.
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

// literal quotes a text.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
