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
	// Open says what the store is. It comes with the first request that a keeper gets
	// about it.
	Open *Opening `json:"open,omitempty"`
	Do   []Step   `json:"do"`
	Read bool     `json:"read,omitempty"` // nothing is to be changed
	// Try asks of all statements of the opening what the database makes of them, and has
	// none of them done.
	Try bool `json:"try,omitempty"`
	// Late says that nobody reads the answer.
	Late bool `json:"late,omitempty"`
	// Later says that nobody waits for the answer: Do gives none, and the request is done
	// after all others, when the keeper is closed. Later is told why it was not, by a
	// keeper that waits then.
	Later func(error) `json:"-"`
}

// A Step is a statement by its name, with its arguments in the order of its
// placeholders: a text, a number, true, false or nil each.
type Step struct {
	Name string `json:"name"`
	Args []any  `json:"args,omitempty"`
}

// An Opening is what a keeper must know of a store, for one kind of database.
type Opening struct {
	Name string `json:"name"`           // of the store
	File string `json:"file,omitempty"` // SQLite: absolute path
	Root string `json:"root,omitempty"` // SQLite: a folder above it, out of which no link leads; "" for the file's own
	URL  string `json:"url,omitempty"`  // PostgreSQL: its address
	// Hung is a file that says since when the server doesn't answer, beside those of the queue for it;
	// "" has it asked whatever was, without a queue.
	Hung string `json:"hung,omitempty"`
	// Faults is a file that says what of earlier events was not done that nobody waited for; "" has
	// that said nowhere.
	Faults string `json:"faults,omitempty"`
	// Namespace is the schema in which PostgreSQL has the tables; "" for the server's
	// default.
	Namespace string `json:"namespace,omitempty"`
	// Schema is made when it is missing: the text at i brings version i to i+1.
	Schema     []string             `json:"schema,omitempty"`
	Statements map[string]Statement `json:"statements"`
	ReadOnly   bool                 `json:"readOnly,omitempty"` // another program's: it is neither made nor changed
	Absent     bool                 `json:"absent,omitempty"`   // SQLite: there is no file, and none is to be made
	Dry        bool                 `json:"dry,omitempty"`      // whatever is changed is taken back in the end
	Within     time.Duration        `json:"within"`             // in which it must be opened, and each request done, ns
}

// Queue is how long who writes to a file or calls a server waits for its turn beyond what the store
// is given, as others that have come before are done soon: so none of many at once is lost.
const Queue = 10 * time.Second

// Queues reports whether who asks the store waits for its turn.
func (o *Opening) Queues() bool {
	if o.URL != "" {
		return o.Hung != ""
	}
	return !o.Absent && !o.ReadOnly && !o.Dry
}

// A Statement is the text of one, and the columns of its rows with the kinds that they
// are to be of (string, int, number, bool, list, object, any); nil if it gives none.
type Statement struct {
	SQL string            `json:"sql"`
	Row map[string]string `json:"row,omitempty"`
}

// AllColumns stands in a row for all columns that are not named there.
const AllColumns = "*"

// An Answer is what came of a request.
type Answer struct {
	Format int `json:"format"`
	// Rows are those of each step: a list of objects, nil for a statement that gives none.
	Rows    []json.RawMessage `json:"rows,omitempty"`
	Changed int               `json:"changed,omitempty"` // how many rows were changed by all steps
	Tried   map[string]Trial  `json:"tried,omitempty"`   // of each statement, where it was asked
	Made    []Deed            `json:"made,omitempty"`    // SQLite: what the schema did, likewise
	Rights  *Rights           `json:"rights,omitempty"`  // PostgreSQL, where it was tried
	Earlier string            `json:"earlier,omitempty"` // what was not done at an earlier event, in the first answer
	Error   string            `json:"error,omitempty"`   // why it was not done; nothing of it was
	Down    bool              `json:"down,omitempty"`    // it was not as the store can't be asked now
}

// A Trial is what a database makes of a statement that it has not done.
type Trial struct {
	Columns []string `json:"columns,omitempty"` // SQLite: those of what it gives
	Types   []string `json:"types,omitempty"`   // that they were declared to have, "" for what is worked out
	Does    []Deed   `json:"does,omitempty"`    // SQLite: what it would do, each once
	Error   string   `json:"error,omitempty"`   // why it isn't taken, "" if it is
}

// A Deed is what SQL does to a table or another thing of a database, in words of SQL.
type Deed struct {
	Verb string `json:"does"`
	To   string `json:"to"` // "table NAME" and such
}

// Rights are what the role of a PostgreSQL store may do beyond its database; May is empty for
// one that is held to it.
type Rights struct {
	Role string   `json:"role"`
	May  []string `json:"may"`
}

// A Keeper does what is asked of stores. It may be asked side by side. Close it.
type Keeper interface {
	// Do does a request. Its error is a Fault if the store can't be asked at all.
	Do(Request) (Answer, error)
	// Opened reports whether the keeper knows a store.
	Opened(name string) bool
	Close() error
}

// A Fault is why a store can't be asked, or what it was asked was not done.
type Fault struct {
	Store, Why string
	Down       bool // it can't be asked now, whatever is asked
}

func (f *Fault) Error() string { return fmt.Sprintf("store %s: %s", f.Store, f.Why) }
