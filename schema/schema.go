// Package schema turns rule files into a plan: it reads CUE, checks it, and says every
// fault at its place.
//
//	*.cue ─ load.go ─► Layers ─ packs.go, scope.go ─► a scope for the author's own rules, one a pack
//	                                           │
//	                                           ▼ source.go: Source, one value each; unread.go
//	                                           ▼ compile.go, or part.go: as it was kept
//	    settings.go, marks.go, table.go, lexicon.go, predicate.go, then hook by hook:
//	    hook.go, rule.go ─► Hook, as it is written
//	                          │ binding.go: texts.go compiles its expressions, uses.go checks
//	                          ▼ its actions, asks.go says what these ask
//	                        Binding, as it stands at one of its events
//	                          │
//	                          ▼
//	                        a scope's Set; join.go puts them together
//	                          │
//	                          ▼
//	                        plan.Plan, and what people are told of it (list.go, ability.go, running.go),
//	                        or of two of which one has further layers: clause.go takes
//	                        both apart, weakened.go, later.go and differ.go compare them
//
// Packs stand under packs, each in a scope of its own. Scopes have nothing to do with each
// other but in the plan, where a pack's hooks are PACK/HOOK and what its rules share bears
// its name, too (plan.Scoped). So they are compiled side by side, each in a CUE context of
// its own, and a pack that was compiled before is taken as it was kept, where nobody looks
// into its rules (Schema.Parts).
//
// What is wrong goes to one Report (report.go), with the place of the piece that is
// wrong. All pieces are Nodes (node.go): values that have their hook and rule with them
// and know where they are written (place.go, origin.go), so that nothing has to be told
// where it is. What CUE finds wrong is put into words by faults.go, against a definition
// by check.go. Package vet looks further, at the Bindings, for what compiles and can't be
// meant so.
//
// It is with vet, test and page the only package that imports CUE, which costs more to
// start than a hook may take. The schema itself is CUE, in this folder: rules.cue is the
// reference of a rule file, events.cue and tools.cue are the table of what the agent
// sends and honours (events.go, tool.go, known.go). The arguments of an action are
// defined beside its code; they come in with the library.
//
// Conditions and templates are compiled by package expr to the code that runs at hook
// time, so that what passes here runs there. The names that they may use are
// vocabularies, one over the other: settings, facts and tables are the same for all
// hooks, the event and the outcomes of steps are a binding's, and its lets come last. A
// rule may add names of its own: values (value.go), the item of a list, and the event as
// its own matcher finds it. So each rule of a binding has its scope.
//
// A condition may have parts (condition.go): it is one expression, put together of theirs,
// whose places lead back to them. Predicates and choices (predicate.go) are compiled once, for
// their faults, and then put by package expr into the place of each call; sets of words
// (lexicon.go) are values. So the plan has nothing of the three but code, and what explain
// says of them is known by that code (expr.Known).
//
// A rule that a comprehension made has two places: those of its texts, and what it was
// made of, which is the rule's own place. A fault in a text of the comprehension's has the
// other beside it (Place.From).
//
// Tests of rules are loaded beside the rules and never with them, by package test; what
// people read of a rule set is made by package page.
package schema

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine"
	"bcrules.dev/engine/store"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

//go:embed agents.cue events.cue reads.cue rules.cue tests.cue tools.cue
var cueFiles embed.FS

// agentsFile is read by itself, where somebody asks for agents: rules need it rarely, and
// it is long. What an entry may have (agent.cue) takes longer than what it has, and is for a
// test to hold the table against.
const agentsFile = "agents.cue"

// readsFile is about settings of agents, and is read by itself, too.
const readsFile = "reads.cue"

// A Schema checks and compiles rule sets. It is not safe for parallel use, but for
// Locked.
type Schema struct {
	Library engine.Library // what rules may name
	Events  *EventTable
	Packs   fs.FS    // a folder a pack
	For     []string // agents that vet holds rules against, beside those that rule sets name
	// Supply is that of the layer of a folder; nil where nothing is fetched or trusted.
	Supply func(dir string) Supply
	// Alone has vet judge rules by themselves: it reads no file that they name.
	Alone bool
	// Parts keeps compiled packs; nil if each is to be compiled whole, for who looks into it.
	Parts Parts
	// Compares says that rule sets will be compared, which looks into packs: of those that were not
	// kept, what was compiled is held.
	Compares bool
	// Aside calls evaluate, and nothing else goes on meanwhile: what it evaluates is this
	// program's alone, whose author answers for what it takes. nil calls it as it is.
	Aside func(evaluate func())
	// Stores returns what vet asks to try the SQL of stores; nil if it isn't tried.
	Stores func() store.Keeper

	plain    sync.Map   // packs as they are, compiled: func() *Set by name and path
	mu       sync.Mutex // held by Locked
	supposed []supposition
	ctx      *cue.Context
	defs     cue.Value // this folder's definitions
	actions  cue.Value // arguments by action
	top      cue.Value // what any value is
}

// New returns a schema for rules that may use the facts and actions of a library and
// import the packs.
func New(lib engine.Library, packs fs.FS) (*Schema, error) {
	s := &Schema{Library: lib, Packs: packs, ctx: cuecontext.New()}
	text, err := Text()
	if err != nil {
		return nil, err
	}
	s.defs = s.ctx.CompileString(text, cue.Filename(Path))
	var actions strings.Builder
	for _, name := range slices.Sorted(maps.Keys(lib.Actions)) {
		fmt.Fprintf(&actions, "%q: %s\n", name, lib.Actions[name].Args)
	}
	s.actions = s.ctx.CompileString("#Args: {\n"+actions.String()+"}", cue.Filename(Path))
	s.top = s.ctx.CompileString("_")
	for _, v := range []cue.Value{s.defs, s.actions} {
		if err := v.Err(); err != nil {
			return nil, err
		}
	}
	s.Events, err = events(s.Def)
	return s, err
}

// another returns a schema like this one with a CUE context of its own, for values that have
// nothing to do with those of this one.
func (s *Schema) another() (*Schema, error) {
	own, err := New(s.Library, s.Packs)
	if err == nil {
		own.For, own.Supply, own.Alone = s.For, s.Supply, s.Alone
		own.Stores, own.supposed = s.Stores, s.supposed
	}
	return own, err
}

// aside evaluates what this program alone has written, apart from what others have.
func (s *Schema) aside(evaluate func()) {
	if s.Aside == nil {
		evaluate()
		return
	}
	s.Aside(evaluate)
}

// Path is the name under which CUE knows the schema; faults are never placed there.
const Path = "bcrules.dev/schema"

// Heads of this folder's files: all are of one package, some import.
const (
	packageHead = "package schema\n"
	importHead  = "\nimport \"strings\"\n"
)

// Text joins this folder's files into one; CUE would take each for a package.
func Text() (string, error) {
	names, err := fs.Glob(cueFiles, "*.cue")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(packageHead + importHead)
	for _, n := range names {
		if n == agentsFile || n == readsFile {
			continue
		}
		data, err := cueFiles.ReadFile(n)
		if err != nil {
			return "", err
		}
		b.WriteString(strings.TrimPrefix(strings.TrimPrefix(string(data), packageHead), importHead))
	}
	return b.String(), nil
}

// Def returns a definition of the schema, such as #Hook.
func (s *Schema) Def(name string) cue.Value { return s.defs.LookupPath(cue.ParsePath(name)) }

// Args returns the definition of what may stand after the name of an action.
func (s *Schema) Args(action string) cue.Value {
	return s.actions.LookupPath(cue.MakePath(cue.Def("Args"), cue.Str(action)))
}

// Written returns a definition of the schema as it is written, with its comment; "" if there
// is none.
func Written(name string) string {
	text, err := Text()
	if err != nil {
		return ""
	}
	lines := strings.SplitAfter(text, "\n")
	first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, name+":") })
	if first < 0 {
		return ""
	}
	last := first
	for opened := strings.HasSuffix(lines[first], "({\n"); opened && !strings.HasPrefix(lines[last], "}"); {
		last++
	}
	for first > 0 && strings.HasPrefix(lines[first-1], "//") {
		first--
	}
	return strings.Join(lines[first:last+1], "")
}

// Locked calls f with the CUE context that all values of the schema are of, one f at a
// time: constraints of tests are checked side by side.
func (s *Schema) Locked(f func(*cue.Context)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.ctx)
}
