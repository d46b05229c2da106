// Package answers says to people what the code index knows: how whole it is (status.go),
// and what has a name, who calls it and what a file has (query.go). It asks the index as
// rules do, by statements of a store.
package answers

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/store"
)

// An Index is one that is asked.
type Index struct {
	File   string
	Keeper store.Keeper
}

// within is how long a question may take.
const within = 5 * time.Second

// rows asks a statement, and reads each row into a T by the names of its columns. Where
// there is no index there are none.
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
