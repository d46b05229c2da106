// Package schema turns rule files into a plan: it loads CUE, checks it, and says
// every fault at its place.
//
//	*.cue ─ load.go ─► value ─ check.go ─► hooks, rules, actions as the schema has them
//	                             │
//	                             ▼
//	     compile.go, hook.go, expression.go ─► engine.Plan   (events.go: the event table; place.go: where a fault stands)
//
// vet.go looks further, for what compiles and can't be meant so: prove.go,
// matcher.go, conflict.go, prompt.go, length.go and late.go. checks.go names all checks.
//
// It is the only package that imports CUE, which costs more to start than a hook
// may take. The schema itself is CUE, in this folder: rules.cue is the reference
// of a rule file, events.cue and tools.cue are the table of what the agent sends
// and honours. The arguments of an action are defined beside its code; they come
// in with the tables.
//
// Conditions and templates are compiled by engine/compile to the code that runs at
// hook time, so that what passes here runs there.
//
// Tests of rules (test.go, constraint.go; tests.cue is their reference) are loaded
// beside the rules and never with them. What they want of a reply stays CUE until
// it is checked. Of both, page.go and setting.go make what people read of a rule set.
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

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

//go:embed *.cue
var files embed.FS

// A Schema checks and compiles rule sets. It is not safe for parallel use, but for
// the constraints of tests.
type Schema struct {
	mu      sync.Mutex // held by constraints
	tables  engine.Library
	packs   fs.FS // a folder a pack
	frozen  map[string][]File
	ctx     *cue.Context
	defs    cue.Value // this folder's definitions
	actions cue.Value // arguments by action
	top     cue.Value // what any value is
	events  map[string]*event
	tools   map[string]tool
	aliases map[string]string
	older   []string // tools of older clients
	replies []string // fields of the reply that are no outputs
}

// New returns a schema for rules that may use the facts and actions of the
// tables and import the packs.
func New(t engine.Library, packs fs.FS) (*Schema, error) {
	s := &Schema{tables: t, packs: packs, ctx: cuecontext.New()}
	text, err := joined()
	if err != nil {
		return nil, err
	}
	s.defs = s.ctx.CompileString(text, cue.Filename(schemaFile))
	var actions strings.Builder
	for _, name := range slices.Sorted(maps.Keys(t.Actions)) {
		fmt.Fprintf(&actions, "%q: %s\n", name, t.Actions[name].Args)
	}
	s.actions = s.ctx.CompileString("#Args: {\n"+actions.String()+"}", cue.Filename(schemaFile))
	s.top = s.ctx.CompileString("_")
	for _, v := range []cue.Value{s.defs, s.actions} {
		if err := v.Err(); err != nil {
			return nil, err
		}
	}
	return s, s.readEvents()
}

// schemaFile is the name under which CUE knows the schema; faults are never placed there.
const schemaFile = "bcrules.dev/schema"

// joined joins this folder's files into one; CUE would take each for a package.
func joined() (string, error) {
	names, err := fs.Glob(files, "*.cue")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, n := range names {
		data, err := files.ReadFile(n)
		if err != nil {
			return "", err
		}
		b.WriteString(strings.TrimPrefix(string(data), "package schema\n"))
	}
	return b.String(), nil
}

func (s *Schema) def(name string) cue.Value { return s.defs.LookupPath(cue.ParsePath(name)) }
