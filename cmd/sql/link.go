package sql

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// A link is the connection that all stores on a server share. A request that takes too long closes
// it, because the server may still send its answer. It is opened again once, for all stores.
type link struct {
	conn    *pgconn.PgConn // nil before the first
	renewed bool
	seat    seat
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

// tooMany is the error code of a server that accepts no more connections.
const tooMany = "53300"

// connected connects to the server. It retries while the server has too many callers, because each
// asks only one thing. A random pause keeps waiting callers from returning together. If time runs
// out during a retry, the answer is still that the server refused.
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
