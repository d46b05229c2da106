package sql

import (
	"encoding/json"
	"strconv"
	"strings"

	"bcrules.dev/engine/store"

	"github.com/jackc/pgx/v5/pgconn"
)

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
