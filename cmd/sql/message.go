package sql

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
)

// A line is a statement with its arguments, on its way to a PostgreSQL server.
type line struct {
	text  string
	args  []any
	ruled bool // rules bring it: it is done only if the server can explain it
}

// begin is what a transaction begins with. All that is set is set within it: a pooler between
// (PgBouncer in transaction mode) takes no settings when it is called, and gives the next
// transaction to another connection.
func (p *pg) begin(mode string) []line {
	ms := strconv.FormatInt(max(p.Within.Milliseconds(), 1), 10)
	set := line{text: "select set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', '60000', true)", args: []any{ms}}
	if p.Namespace != "" {
		set.text, set.args = set.text+", set_config('search_path', $2, true)", append(set.args, identifier(p.Namespace))
	}
	return []line{{text: "begin " + mode}, set}
}

// reads does statements that only read in a transaction of their own, in one message to and fro.
func (p *pg) reads(ctx context.Context, lines ...line) ([]*pgconn.Result, error) {
	begin := p.begin("read only")
	found, err := p.send(ctx, append(append(begin, lines...), line{text: "commit"})...)
	if err != nil {
		p.exec(ctx, "rollback")
	}
	return found[min(len(begin), len(found)):], err
}

// send does statements in turn, in one message to and fro, and returns what they gave. The first that fails
// ends it: the error is of the one after those that gave something.
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

// ask does one statement with its arguments, in the transaction that there is.
func (p *pg) ask(ctx context.Context, text string, args ...any) (*pgconn.Result, error) {
	found, err := p.send(ctx, line{text: text, args: args})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// exec does a text that needs no arguments.
func (p *pg) exec(ctx context.Context, text string) error {
	_, err := p.conn.Exec(ctx, text).ReadAll()
	return err
}
