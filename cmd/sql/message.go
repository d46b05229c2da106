package sql

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
)

// A line is a statement with its arguments, to be sent to a PostgreSQL server.
type line struct {
	text  string
	args  []any
	ruled bool // it is from rules, and runs only if the server can explain it
}

// begin returns the beginning of a transaction. All settings are made within it: a pooler (PgBouncer
// in transaction mode) takes none from the connection, and gives the next transaction to another
// one.
func (p *pg) begin(mode string) []line {
	ms := strconv.FormatInt(max(p.Within.Milliseconds(), 1), 10)
	set := line{text: "select set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', '60000', true)", args: []any{ms}}
	if p.Namespace != "" {
		set.text, set.args = set.text+", set_config('search_path', $2, true)", append(set.args, identifier(p.Namespace))
	}
	return []line{{text: "begin " + mode}, set}
}

// reads runs statements that only read in a transaction of their own, in one round trip.
func (p *pg) reads(ctx context.Context, lines ...line) ([]*pgconn.Result, error) {
	begin := p.begin("read only")
	found, err := p.send(ctx, append(append(begin, lines...), line{text: "commit"})...)
	if err != nil {
		p.exec(ctx, "rollback")
	}
	return found[min(len(begin), len(found)):], err
}

// send runs statements one after the other, in one round trip, and returns their results. The first
// that fails ends it: the error belongs to the one after the last result.
func (p *pg) send(ctx context.Context, lines ...line) (all []*pgconn.Result, err error) {
	to := p.conn.StartPipeline(ctx)
	for _, l := range lines {
		values, oids := bound(l.args)
		if l.ruled {
			to.SendPrepare("", explained(l.text), oids)
		}
		to.SendQueryParams(l.text, values, oids, nil, nil)
	}
	err = to.Sync()
	for err == nil && len(all) < len(lines) {
		var part any
		if part, err = to.GetResults(); err != nil {
			break
		}
		if rows, is := part.(*pgconn.ResultReader); is {
			found := rows.Read()
			if err = found.Err; err == nil {
				all = append(all, found)
			}
		}
	}
	if closed := to.Close(); err == nil {
		err = closed
	}
	return all, err
}

// ask runs a statement with its arguments in the open transaction.
func (p *pg) ask(ctx context.Context, text string, args ...any) (*pgconn.Result, error) {
	found, err := p.send(ctx, line{text: text, args: args})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// exec runs a text that needs no arguments.
func (p *pg) exec(ctx context.Context, text string) error {
	_, err := p.conn.Exec(ctx, text).ReadAll()
	return err
}
