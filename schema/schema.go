// Package schema compiles rule files to a plan: it reads CUE, checks it, and reports every fault at
// its place.
//
//	*.cue ─ load.go ─► Layers ─ packs.go, scope.go ─► a scope for the author's own rules, one per pack
//	                                           │
//	                                           ▼ source.go: Source, one value each; unread.go
//	                                           ▼ compile.go, or part.go if it was kept
//	    settings.go, marks.go, table.go, lexicon.go, predicate.go, then hook by hook:
//	    hook.go, rule.go ─► Hook, as written
//	                          │ binding.go: texts.go compiles its expressions, uses.go checks
//	                          ▼ its actions, asks.go records what these use
//	                        Binding, the hook at one of its events
//	                          │
//	                          ▼
//	                        a scope's Set; join.go merges them
//	                          │
//	                          ▼
//	                        plan.Plan, and its description for people (list.go, ability.go, running.go);
//	                        clause.go takes apart two plans of which one has further layers,
//	                        and weakened.go, later.go and differ.go compare them
//
// Each pack has a scope of its own. Scopes meet only in the plan, where a pack's hooks are
// PACK/HOOK and what its rules share is named likewise (plan.Scoped). So they are compiled in
// parallel, each in a CUE context of its own, and a pack that was compiled before is restored,
// unless its rules are to be inspected (Schema.Parts).
//
// Faults go to one Report (report.go), each with the place of the piece that is wrong. All pieces
// are Nodes (node.go): values that carry their hook and rule and know where they are written
// (place.go, origin.go), so that no function needs a place as an argument. faults.go rewords the
// faults that CUE finds, check.go finds what doesn't meet a definition. Package vet then searches
// the Bindings for what compiles but can't be meant.
//
// Nothing that answers a hook imports CUE, whose start takes longer than a hook may: neither
// package engine nor bchook does. The schema itself is CUE, in this folder: rules.cue is the
// reference of a rule file, events.cue and tools.cue are the table of what agents send and honour
// (events.go, tool.go, known.go). The arguments of an action are defined beside its code; they come
// with the library.
//
// Package expr compiles conditions and templates to the code that runs at hook time, so that an
// expression that passes here runs there. The names in them come from stacked vocabularies:
// settings, facts and tables are the same for all hooks, the event and the outcomes of steps belong
// to a binding, and its lets come last. A rule may add names of its own: values (value.go), the
// item of a list, and the event as its own matcher selects it. So each rule of a binding has its
// scope.
//
// A condition may have parts (condition.go), which are joined to one expression; its offsets lead
// back to them. Predicates and choices (predicate.go) are compiled once, for their faults; package
// expr then inlines them at each call. Sets of words (lexicon.go) are values. So the plan has only
// code for the three, by which explain recognises them (expr.Known).
//
// A rule that a comprehension made has two places: where its texts are, and where the value is that
// it was made from, which counts as the rule's own. A fault in a text of the comprehension names
// both (Place.From).
//
// Package test loads tests of rules beside the rules, never with them; package page writes
// documents about a rule set for people.
package schema

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine"
	"bcrules.dev/engine/store"
	"bcrules.dev/rules"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

//go:embed agents.cue events.cue reads.cue rules.cue tests.cue tools.cue
var cueFiles embed.FS

// forMessages matches the attributes by which faults and editors say more of a field.
var forMessages = regexp.MustCompile(`(?m)[ \t]+@\w+\([^)\n]*\)`)

// Language returns the definitions of rule sets and of their tests, as CUE with its docs, for people
// to read.
func Language() string {
	var b strings.Builder
	for _, name := range []string{"rules.cue", "tests.cue"} {
		text, _ := cueFiles.ReadFile(name) // it exists
		_, text, _ = bytes.Cut(text, []byte("package schema\n\n"))
		b.Write(forMessages.ReplaceAll(text, nil))
	}
	return b.String()
}

// agentsFile is read separately, on demand: rules rarely need it, and it is long. The type of an
// entry (agent.cue) takes longer to evaluate than the entries, so only a test checks the table
// against it.
const agentsFile = "agents.cue"

// readsFile is about agents' settings files, and is also read separately.
const readsFile = "reads.cue"

// A Schema checks and compiles rule sets. Except for Locked, it is not safe for concurrent use.
type Schema struct {
	Library engine.Library // what rules may name
	Events  *EventTable
	Packs   fs.FS    // one folder per pack
	For     []string // agents that vet checks rules for, besides those that rule sets name
	// Supply returns the supply of a folder's layer; nil if nothing is fetched or trusted.
	Supply func(dir string) Supply
	// Alone makes vet judge rules by themselves: it reads no file that they name.
	Alone bool
	// Parts keeps compiled packs; nil if each is to be compiled in full, and none kept.
	Parts Parts
	// Looks says that rules will be inspected: packs that are layers, or that layers change, are
	// compiled in full, and kept for others. Those that layers take as they are, or that are clear
	// (Schema.Clear), may be kept ones.
	Looks bool
	// Compares says that rule sets will be compared, and that packs are inspected for this: packs
	// that weren't kept stay in their compiled form.
	Compares bool
	// Made, if not nil, is a rule set that was compiled before. A caller that inspects packs gets
	// its scopes if their sources are the same.
	Made *Set
	// Aside, if not nil, calls evaluate while nothing else runs. It evaluates only what ships with
	// this program, whose cost is known.
	Aside func(evaluate func())
	// Stores returns the keeper that vet tries the SQL of stores with; nil to skip that.
	Stores func() store.Keeper

	plain    sync.Map   // shipped packs without changes, compiled: func() *Set by name and path
	mu       sync.Mutex // held by Locked
	supposed []supposition
	ctx      *cue.Context
	defs     cue.Value        // this folder's definitions of rules and tests
	tables   func() cue.Value // its tables of events and tools
	actions  cue.Value        // arguments by action
	top      cue.Value        // the value _
}

// New returns a schema for rules that may use the facts and actions of a library and import
// the packs.
func New(lib engine.Library, packs fs.FS) *Schema { return NewKept(lib, packs, nil) }

// NewKept is New with a place where the tables of events and agents are kept; nil for none.
func NewKept(lib engine.Library, packs fs.FS, tables Parts) *Schema {
	s := &Schema{Library: lib, Packs: packs, Events: events(tables), ctx: cuecontext.New()}
	names := fmt.Sprintf("_events: %q\n", strings.Join(s.Events.Names(), "|"))
	s.defs = s.ctx.CompileString(inOne(ofRules)+names, cue.Filename(Path))
	s.tables = sync.OnceValue(func() cue.Value { return s.ctx.CompileString(inOne(ofTables), cue.Filename(Path)) })
	var actions strings.Builder
	for _, name := range slices.Sorted(maps.Keys(lib.Actions)) {
		fmt.Fprintf(&actions, "%q: %s\n", name, lib.Actions[name].Args)
	}
	s.actions = s.ctx.CompileString("#Args: {\n"+actions.String()+"}", cue.Filename(Path))
	s.top = s.ctx.CompileString("_")
	for _, v := range []cue.Value{s.defs, s.actions} {
		rules.Shipped(v, v.Err())
	}
	return s
}

// another returns a copy of this schema with a CUE context of its own, whose values are independent
// of this one's.
func (s *Schema) another() *Schema {
	own := New(s.Library, s.Packs)
	own.For, own.Supply, own.Alone = s.For, s.Supply, s.Alone
	own.Stores, own.supposed = s.Stores, s.supposed
	return own
}

// aside evaluates what ships with this program, alone if Aside is set.
func (s *Schema) aside(evaluate func()) {
	if s.Aside == nil {
		evaluate()
		return
	}
	s.Aside(evaluate)
}

// Path is CUE's name for the schema; faults are never placed there.
const Path = "bcrules.dev/schema"

// packageHead and importHead begin this folder's files: all have the package clause, some the
// import.
const (
	packageHead = "package schema\n"
	importHead  = "\nimport \"strings\"\n"
)

// The files that are evaluated together. Each pack is compiled by a schema of its own, which needs
// only the tables' names: evaluating the tables takes ten times as long as the definitions.
var (
	ofRules  = []string{"rules.cue", "tests.cue"}
	ofTables = []string{"events.cue", "tools.cue"}
)

// Text joins this folder's CUE files to one, as CUE would take each for a package.
func Text() string { return inOne(slices.Concat(ofTables[:1], ofRules, ofTables[1:])) }

// inOne joins files.
func inOne(files []string) string {
	head, all := packageHead, ""
	for _, n := range files {
		text, imports := strings.CutPrefix(strings.TrimPrefix(string(rules.Shipped(cueFiles.ReadFile(n))), packageHead), importHead)
		if all += text; imports {
			head = packageHead + importHead
		}
	}
	return head + all
}

// Def returns a definition of rules or tests, such as #Hook.
func (s *Schema) Def(name string) cue.Value { return s.defs.LookupPath(cue.ParsePath(name)) }

// Table returns what the tables of events and tools say of a name, such as #Tools.
func (s *Schema) Table(name string) cue.Value { return s.tables().LookupPath(cue.ParsePath(name)) }

// Args returns the definition of an action's arguments.
func (s *Schema) Args(action string) cue.Value {
	return s.actions.LookupPath(cue.MakePath(cue.Def("Args"), cue.Str(action)))
}

// Written returns the source of a definition of the schema with its comment; "" if there is
// none.
func Written(name string) string {
	lines := strings.SplitAfter(Text(), "\n")
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

// Locked calls f with the CUE context of the schema's values, one f at a time: tests check
// constraints concurrently.
func (s *Schema) Locked(f func(*cue.Context)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.ctx)
}
