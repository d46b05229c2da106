package store

import (
	"encoding/json"
	"fmt"
	"time"
)

// Format is the number of the format of requests and answers. Programs of different
// formats don't understand each other, and say so.
const Format = 3

// A Request is one transaction on a store.
type Request struct {
	Format int    `json:"format"`
	Store  string `json:"store"` // its name
	// Open describes the store. It comes with the first request about it.
	Open *Opening `json:"open,omitempty"`
	Do   []Step   `json:"do"`
	Read bool     `json:"read,omitempty"` // it changes nothing
	// Try asks the database to check all statements of the opening without running them.
	Try bool `json:"try,omitempty"`
	// Late says that nobody reads the answer.
	Late bool `json:"late,omitempty"`
	// Later, if not nil, says that nobody waits for the answer: Do returns an empty one, and the
	// request is sent after all others, when the keeper is closed. Later is called if it then can't
	// be sent or, by a keeper that waits, if it fails.
	Later func(error) `json:"-"`
}

// A Step is a statement's name with its arguments in the order of its placeholders. Each is a text,
// a number, true, false or nil.
type Step struct {
	Name string `json:"name"`
	Args []any  `json:"args,omitempty"`
}

// An Opening is what a keeper needs to open a store, for one kind of database.
type Opening struct {
	Name string `json:"name"`           // of the store
	File string `json:"file,omitempty"` // SQLite: absolute path
	Root string `json:"root,omitempty"` // SQLite: a folder above it, out of which no link leads; "" for the file's own
	URL  string `json:"url,omitempty"`  // PostgreSQL: its address
	// Hung is a file that records since when the server hasn't answered, beside the files of its
	// queue; with "" the server is asked in any case, without a queue.
	Hung string `json:"hung,omitempty"`
	// Faults is a file that records failed requests of earlier events that nobody waited for; ""
	// records none.
	Faults string `json:"faults,omitempty"`
	// Namespace is the schema in which PostgreSQL has the tables; "" for the server's
	// default.
	Namespace string `json:"namespace,omitempty"`
	// Schema migrates the store when it is opened: the text at i brings version i to i+1.
	Schema     []string             `json:"schema,omitempty"`
	Statements map[string]Statement `json:"statements"`
	ReadOnly   bool                 `json:"readOnly,omitempty"` // it is another program's, and neither created nor changed
	Absent     bool                 `json:"absent,omitempty"`   // SQLite: there is no file, and none is created
	Dry        bool                 `json:"dry,omitempty"`      // all changes are rolled back in the end
	Within     time.Duration        `json:"within"`             // time limit for opening it, and for each request, ns
}

// Queue is how long a request waits for its turn at a file or server, in addition to the store's
// own time, so that none of many concurrent requests is lost.
const Queue = 10 * time.Second

// Queues reports whether requests wait for their turn at the store.
func (o *Opening) Queues() bool {
	if o.URL != "" {
		return o.Hung != ""
	}
	return !o.Absent && !o.ReadOnly && !o.Dry
}

// A Statement is SQL, and the columns of its rows with their kinds (string, int, number, bool,
// list, object, any); Row is nil if it returns no rows.
type Statement struct {
	SQL string            `json:"sql"`
	Row map[string]string `json:"row,omitempty"`
}

// AllColumns stands in a Row for all columns that it doesn't name.
const AllColumns = "*"

// An Answer is the result of a request.
type Answer struct {
	Format int `json:"format"`
	// Rows has a list of objects for each step, nil for a statement that returns no rows.
	Rows    []json.RawMessage `json:"rows,omitempty"`
	Changed int               `json:"changed,omitempty"` // rows changed by all steps
	Tried   map[string]Trial  `json:"tried,omitempty"`   // by statement, for a request to Try
	Made    []Deed            `json:"made,omitempty"`    // SQLite: what the schema did, for a request to Try
	Rights  *Rights           `json:"rights,omitempty"`  // PostgreSQL, for a request to Try
	Earlier string            `json:"earlier,omitempty"` // what failed at an earlier event; in the first answer
	Error   string            `json:"error,omitempty"`   // why it failed; nothing of it was done
	Down    bool              `json:"down,omitempty"`    // it failed because the store can't be asked now
}

// A Trial is what a database says of a statement without running it.
type Trial struct {
	Columns []string `json:"columns,omitempty"` // SQLite: of its rows
	Types   []string `json:"types,omitempty"`   // declared types of the columns, "" for a computed one
	Does    []Deed   `json:"does,omitempty"`    // SQLite: what it would do, each once
	Error   string   `json:"error,omitempty"`   // why it is rejected, "" if it isn't
}

// A Deed is what SQL does to a table or another object of a database, in words of SQL.
type Deed struct {
	Verb string `json:"does"`
	To   string `json:"to"` // "table NAME" and such
}

// Rights are what the role of a PostgreSQL store may do beyond its database; May is empty if it may
// do nothing else.
type Rights struct {
	Role string   `json:"role"`
	May  []string `json:"may"`
}

// A Keeper carries out requests. It may be called concurrently. Close it.
type Keeper interface {
	// Do carries out a request. Its error is a Fault if the store can't be asked at all.
	Do(Request) (Answer, error)
	// Opened reports whether the keeper has opened a store.
	Opened(name string) bool
	Close() error
}

// A Fault is why a store can't be asked, or why a request failed.
type Fault struct {
	Store, Why string
	Down       bool // the store can't be asked at all now
}

func (f *Fault) Error() string { return fmt.Sprintf("store %s: %s", f.Store, f.Why) }
