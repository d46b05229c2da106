package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Fact is something conditions may ask about: a function with typed parameters and
// a typed result, and all that is said of it. It reads and never writes, and it runs
// at most once an event for the same arguments, unless it is a Plain or Quick2. Its name
// is the key of the table it stands in.
//
// A fact is a variable with one literal. The compiler lays such a literal out in the
// binary if it holds no map and no call of a function, so that a process that asks no
// fact spends nothing on them.
type Fact struct {
	Doc    string
	Params string // names of the parameters, for people: "path, pattern"
	Ask    Func

	// Each of these names the parameter that is such a thing; "" says that none is.
	// What a rule set can learn follows from them (Abilities).
	Reads    string // a path, or a pattern of paths, that is looked at
	Path     string // a path that is not looked at: the answer goes by its words
	Marks    string // the name of marks, which are looked at
	Learns   string // the name of an environment variable
	Watches  string // words of processes' command lines
	Connects string // the address of a server

	// Field is the field of the event that it goes by: it is empty where the event has none.
	Field string

	// Looks is what the fact looks at that no argument says, for people.
	Looks string

	// Options are the keys that the last parameter may have, which is a map or a list
	// of maps; checked when rules are vetted. Any if there are none.
	Options []string
	// All says that a map written down there must have all of them.
	All bool
	// Words say what the texts of some parameters are like, which is checked where they
	// are written down.
	Words []Word
	// Gives are the texts that the answer is one of; any if there are none.
	Gives []string
	// Form says what the text of an answer is like, as Field.Form does of a field.
	Form string
	// Ready makes a text of an argument, where this is data of the rules: the plan has the
	// text, and the fact takes it for what it was made of. Its errors are what is wrong
	// with the data. Nil makes nothing.
	Ready func(data any) (string, error)
	// Readies names the parameter that Ready is for; the last if it is "".
	Readies string
	// Absent says in words what an answer of any type is of what isn't there, where it is
	// never nil; "" if it may be.
	Absent string
	// Long says that the whole answer may be as long as a file.
	Long bool
	// Holds says that the answer has of what stands in a file, as one that is Long does.
	Holds bool
	// Folder is what a reach calls the folder that the fact gives, "" if it gives none.
	Folder string
	// Project says that the answer is the project's folder.
	Project bool
	// Items says how deep in lists the items of the first argument stand in the answer,
	// so that their type is known there; 0 if they don't.
	Items int
	// Full says that only the full binary has the fact.
	Full bool
	// Slim are texts that the last argument may be, written down, with which every binary
	// has it.
	Slim []string
}

// Place returns the position of the parameter that is a path, -1 if none is.
func (f Fact) Place() int { return f.Param(cmp.Or(f.Reads, f.Path)) }

// A Word is what texts are like that a parameter takes; the last parameter may take many.
type Word struct {
	Param string `json:"param"`
	Form  string `json:"form"` // as Field.Form has it
}

// Takes returns the form of the texts that the argument at i may be, "" if it isn't said;
// of a path it need not be.
func (f Fact) Takes(i int) string {
	params := strings.Split(f.Params, ", ")
	name := strings.Trim(params[min(i, len(params)-1)], "[]")
	for _, w := range f.Words {
		if w.Param == name {
			return w.Form
		}
	}
	if i == f.Place() {
		return "place"
	}
	return ""
}

// Param returns the position of a parameter by its name, -1 for "" and if there is none.
// One that may be left out stands in brackets.
func (f Fact) Param(name string) int {
	if name == "" {
		return -1
	}
	return slices.IndexFunc(strings.Split(f.Params, ", "), func(p string) bool { return strings.Trim(p, "[]") == name })
}

// private says whether the answers are not to be found in a log.
func (f Fact) private() bool { return f.Learns != "" || f.Marks != "" || f.Long || f.Holds }

// ReadyAt returns the position of the argument that Ready is for, -1 if it makes nothing.
func (f Fact) ReadyAt() int {
	switch {
	case f.Ready == nil:
		return -1
	case f.Readies == "":
		return strings.Count(f.Params, ", ")
	}
	return f.Param(f.Readies)
}

// Most returns how many arguments a call may have, -1 for any number.
func (f Fact) Most() int {
	switch {
	case f.Params == "":
		return 0
	case strings.HasSuffix(f.Params, "…"):
		return -1
	}
	return strings.Count(f.Params, ", ") + 1
}

// Signature returns the fact as a rule's author writes it, under the name given,
// with the type of what it gives; Fields are those of a struct.
func (f Fact) Signature(name string) string {
	return fmt.Sprintf("%s(%s) %s", name, f.Params, typeName(f.Ask.Type().Out(0)))
}

// A memo holds the answers of one fact at one event.
type memo struct {
	mu      sync.Mutex
	answers map[string]func() (any, error)
	// heard is told of each answer, when it is first given; it may be nil.
	heard func(args []any, v any, err error, took time.Duration)
	// left gives what the answer leaves out; nil but for tables.
	left func(args []any) []Left
	// learned is told of each answer that is private; it may be nil.
	learned func(v any)
}

func remember[R any](c *Call, m *memo, ask func() (R, error), args ...any) (R, error) {
	key := key(args...)
	m.mu.Lock()
	if m.answers == nil {
		m.answers = map[string]func() (any, error){}
	}
	answer, ok := m.answers[key]
	if !ok {
		heard, learned := m.heard, m.learned
		answer = sync.OnceValues(func() (any, error) {
			if heard == nil && learned == nil {
				return ask()
			}
			began := time.Now()
			v, err := ask()
			if learned != nil {
				learned(v)
			}
			if heard != nil {
				heard(args, v, c.Settled(err), time.Since(began))
			}
			return v, err
		})
		m.answers[key] = answer
	}
	m.mu.Unlock()
	v, err := answer()
	r, _ := v.(R)
	return r, c.Settled(err)
}
