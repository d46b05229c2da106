package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Fact is something conditions may ask about: a function with typed parameters and a typed
// result, and its description. It reads and never writes. It runs at most once an event for the
// same arguments, unless its Ask is one that isn't cached (Quick2, plain.go). Its name is its key
// in the table.
//
// A fact is a variable with one literal. The compiler lays such a literal out in the binary if it
// holds no map and no function call, so a process that asks no fact spends nothing on them.
type Fact struct {
	Doc    string
	Params string // names of the parameters, for people: "path, pattern"
	Ask    Func

	// Each of these names the parameter that plays this role; "" if none does. Abilities derives
	// from them what a rule set can learn.
	Reads    string // a path, or a pattern of paths, that is read
	Path     string // a path that is compared but not read
	Marks    string // the name of marks, which are read
	Learns   string // the name of an environment variable
	Watches  string // words of processes' command lines
	Connects string // the address of a server

	// Within says that the answer is whether the path of the first argument lies in the folder of
	// the second.
	Within bool

	// Field is the event field the fact is computed from; without that field the answer is empty.
	Field string

	// Looks describes what the fact reads that no argument names.
	Looks string

	// Options are the keys the last parameter may have if it is a map or a list of maps; vetted.
	// Empty for any.
	Options []string
	// All says that a literal map there must have all of them.
	All bool
	// Words give the form of text parameters; literal arguments are vetted against it.
	Words []Word
	// Gives lists the possible texts of the answer; empty for any.
	Gives []string
	// Form is the form of the answer's text (Field.Form).
	Form string
	// Ready compiles an argument that is data of the rules to a text, which the plan stores and the
	// fact receives instead. Its errors say what is wrong with the data. It may be nil.
	Ready func(data any) (string, error)
	// Readies names the parameter that Ready compiles; "" for the last.
	Readies string
	// Sought is an option that the compiler, never a rule, sets to an item if a rule only asks
	// whether the answer, a list, contains that item. The answer is then the item or nothing, which
	// saves looking for others. "" if there is no such option.
	Sought string
	// Absent describes the answer about something that doesn't exist, if it is never nil; "" if it
	// may be nil.
	Absent string
	// Long says that the answer may be as long as a file.
	Long bool
	// Holds says that the answer contains parts of a file, as a Long one does.
	Holds bool
	// Folder is the name by which a reach refers to the folder the fact returns, "" if it returns
	// none.
	Folder string
	// Project says that the answer is a project's folder.
	Project bool
	// Items is the list depth at which items of the first argument appear in the answer, which
	// gives their type there; 0 if they don't.
	Items int
	// Keys names the parameter with a value for each item of the first argument, "" for none.
	Keys string
	// Among names the parameter, a list of texts, that the answer's items are among.
	Among string
	// Fills says that each {NAME} in the first argument is replaced by the value of that name in the
	// second.
	Fills bool
	// AtMost names the parameter that says how many characters the answer has at most, as len() counts
	// them; "" for none.
	AtMost string
	// Length is how many characters each answer has; 0 if that varies.
	Length int
	// Never is a field that is false in every item of the answer, "" for none.
	Never string
	// Full says that only the full binary has the fact.
	Full bool
	// Slim lists the literal last arguments for which every binary has the fact.
	Slim []string
}

// Place returns the position of the path parameter, -1 if there is none.
func (f Fact) Place() int { return f.Param(cmp.Or(f.Reads, f.Path)) }

// A Word gives the form of the texts a parameter takes; the last parameter may take many.
type Word struct {
	Param string `json:"param"`
	Form  string `json:"form"` // as in Field.Form
}

// Takes returns the form of the texts that argument i may be, "" if unknown. A path parameter needs
// no Word.
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

// Param returns the position of a parameter by name, -1 for "" or an unknown name. Optional
// parameters are in brackets.
func (f Fact) Param(name string) int {
	if name == "" {
		return -1
	}
	return slices.IndexFunc(strings.Split(f.Params, ", "), func(p string) bool { return strings.Trim(p, "[]") == name })
}

// private reports whether the answers must not appear in a log.
func (f Fact) private() bool { return f.Learns != "" || f.Marks != "" || f.Long || f.Holds }

// ReadyAt returns the position of the argument that Ready compiles, -1 if there is none.
func (f Fact) ReadyAt() int {
	switch {
	case f.Ready == nil:
		return -1
	case f.Readies == "":
		return strings.Count(f.Params, ", ")
	}
	return f.Param(f.Readies)
}

// Most returns the greatest number of arguments of a call, -1 for no limit.
func (f Fact) Most() int {
	switch {
	case f.Params == "":
		return 0
	case strings.HasSuffix(f.Params, "…"):
		return -1
	}
	return strings.Count(f.Params, ", ") + 1
}

// Signature returns the fact as a rule's author writes it, under the given name, with its result
// type; Fields lists a struct's fields.
func (f Fact) Signature(name string) string {
	return fmt.Sprintf("%s(%s) %s", name, f.Params, typeName(f.Ask.Type().Out(0)))
}

// A memo caches the answers of one fact during one event.
type memo struct {
	mu      sync.Mutex
	answers map[string]func() (any, error)
	// onAnswer is called with each new answer; it may be nil.
	onAnswer func(args []any, v any, err error, took time.Duration)
	// rejected returns what an answer leaves out; nil except for tables.
	rejected func(args []any) []Rejected
	// onPrivate is called with each new private answer; it may be nil.
	onPrivate func(v any)
}

// remember returns the cached answer, or asks for it and caches it as an any, because converting a
// large answer at each call would copy it.
func remember[R any](c *Call, m *memo, ask func() (R, error), args ...any) (any, error) {
	key := key(args...)
	m.mu.Lock()
	if m.answers == nil {
		m.answers = map[string]func() (any, error){}
	}
	answer, ok := m.answers[key]
	if !ok {
		answered, private := m.onAnswer, m.onPrivate
		answer = sync.OnceValues(func() (any, error) {
			if answered == nil && private == nil {
				return ask()
			}
			began := time.Now()
			v, err := ask()
			if private != nil {
				private(v)
			}
			if answered != nil {
				answered(args, v, c.Settled(err), time.Since(began))
			}
			return v, err
		})
		m.answers[key] = answer
	}
	m.mu.Unlock()
	v, err := answer()
	return v, c.Settled(err)
}
