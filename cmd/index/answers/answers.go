// Package answers reports what the code index knows to people: how complete it is (status.go), and
// the symbols with a name, their callers and a file's content (query.go). Like rules, it queries
// the index by statements of a store.
package answers

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/store"
)

// An Index is an index to query.
type Index struct {
	File   string
	Keeper store.Keeper
}

// within limits how long a query may take.
const within = 5 * time.Second

// rows runs a statement, and decodes each row into a T by column names. If there is no index, there
// are no rows.
func rows[T any](x Index, text string, args ...any) (all []T, err error) {
	if _, err := os.Stat(x.File); files.Absent(err) {
		return nil, nil
	}
	o := &store.Opening{Name: text, File: x.File, ReadOnly: true, Within: within,
		Statements: map[string]store.Statement{text: {SQL: text, Row: map[string]string{store.AllColumns: "any"}}}}
	a, err := x.Keeper.Do(store.Request{Store: text, Open: o, Read: true, Do: []store.Step{{Name: text, Args: args}}})
	var fault *store.Fault
	if errors.As(err, &fault) {
		return nil, errors.New(fault.Why)
	}
	if err != nil || len(a.Rows) == 0 {
		return nil, err
	}
	return all, json.Unmarshal(a.Rows[0], &all)
}
