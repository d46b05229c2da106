package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// A Trace records how an answer came about. It is for people and tests; a hook's process has none.
// Its values are fit for JSON.
type Trace struct {
	Hooks   []*HookTrace `json:"hooks"`             // in the order they ran
	Changed []string     `json:"changed,omitempty"` // files that a dry run would change
	Said    []string     `json:"said,omitempty"`    // outputs in the reply, as in Answer
	Unread  []string     `json:"unread,omitempty"`  // outputs that the event's sender ignores
	Would   []string     `json:"would,omitempty"`   // outputs that observing hooks would use
	Refused bool         `json:"refused,omitempty"` // the event was refused

	// Parts takes an expression apart, if a compiler is available. It may be nil.
	Parts Parts `json:"-"`

	mu sync.Mutex
}

// Parts evaluates the parts of an expression with the values of its names, and says how they
// combine. The Finding it returns has no source and value.
type Parts func(x *plan.Expression, names map[string]any) Finding

// A HookTrace is what one hook did.
type HookTrace struct {
	Name  string       `json:"name"`
	Pos   plan.Pos     `json:"pos"`
	Match string       `json:"match,omitempty"`
	When  *Finding     `json:"when,omitempty"`
	Each  *Finding     `json:"each,omitempty"`  // the list the rules were run for
	Lets  []Finding    `json:"lets,omitempty"`  // those evaluated, in order
	Facts []Asked      `json:"facts,omitempty"` // those first asked here, in order
	Rules []*RuleTrace `json:"rules,omitempty"`
	Error string       `json:"error,omitempty"` // what ended the hook
	// Closed says that the error refused the event and dropped what the hook had said.
	Closed bool `json:"closed,omitempty"`
	// Observes says that the hook adds nothing to the reply.
	Observes bool `json:"observes,omitempty"`
	// Yielded says that it was not asked, because other hooks refused the event.
	Yielded bool `json:"yielded,omitempty"`
	// Over says that it is of the upper of two rule sets.
	Over bool `json:"over,omitempty"`
}

// A RuleTrace is what one rule did.
type RuleTrace struct {
	Number int          `json:"number"` // from 1
	ID     string       `json:"id,omitempty"`
	Pos    plan.Pos     `json:"pos"`
	Doc    string       `json:"doc,omitempty"`
	Result Result       `json:"result"`
	Lifted bool         `json:"lifted,omitempty"` // a person lifted it, so nothing it says is in the reply
	When   *Finding     `json:"when,omitempty"`
	Steps  []*StepTrace `json:"steps,omitempty"`
	Error  string       `json:"error,omitempty"`
	// Background says that the steps run after the answer is written.
	Background bool `json:"background,omitempty"`
	// Each is the rule's own list. Items are the traces for each item of it or of the hook's list;
	// Result is then the result of all of them.
	Each  *Finding     `json:"each,omitempty"`
	Items []*RuleTrace `json:"items,omitempty"`
	As    string       `json:"as,omitempty"`   // if this is one of Items, the item's name
	Item  any          `json:"item,omitempty"` // and the item
}

// A Result says how far a rule came.
type Result string

// The results of a rule.
const (
	Held       Result = "held"        // its condition held, or it has none
	NotHeld    Result = "not held"    // its condition didn't hold
	NotReached Result = "not reached" // an earlier rule of the table decided, or the hook didn't get to it
	Failed     Result = "failed"      // its condition or one of its actions failed
	Elsewhere  Result = "elsewhere"   // it is for other events of its hook, or its matcher didn't hold
)

// A StepTrace is what one action did.
type StepTrace struct {
	Action   string     `json:"action"`
	Pos      plan.Pos   `json:"pos"`
	When     *Finding   `json:"when,omitempty"`    // if it doesn't hold, the action was skipped
	Args     any        `json:"args"`              // with templates filled in
	Value    any        `json:"value,omitempty"`   // its result
	Said     []Said     `json:"said,omitempty"`    // what it added to the reply
	NotRun   any        `json:"notRun,omitempty"`  // the program and arguments that a dry run did not start; Value is not its output
	Rejected []Rejected `json:"left,omitempty"`    // candidates it rejected
	Skip     bool       `json:"skipped,omitempty"` // it found nothing to do, and the rule ended
	Error    string     `json:"error,omitempty"`   // also why there is nothing to do, if there is a reason

	named bool // its failure doesn't fail the rule
}

// A Said is what an action said at one output.
type Said struct {
	Output string `json:"output"`          // "" for a field that belongs to no output
	Value  string `json:"value,omitempty"` // of a choice
	Field  string `json:"field,omitempty"` // of the change, or of the reply
	Lost   bool   `json:"lost,omitempty"`  // it has no effect on the reply
	Same   bool   `json:"same,omitempty"`  // it is lost because the event already has the value
}

// A Finding is an expression with its value.
type Finding struct {
	Src      string     `json:"src"`
	Doc      string     `json:"doc,omitempty"` // of a documented part
	Value    any        `json:"value,omitempty"`
	Error    string     `json:"error,omitempty"`
	Skip     bool       `json:"notEvaluated,omitempty"` // an earlier part decided
	Data     bool       `json:"data,omitempty"`         // data of the rule set, the same at each event
	Op       Op         `json:"op,omitempty"`
	Rejected []Rejected `json:"left,omitempty"` // objects of a list that were filtered out
	Parts    []Finding  `json:"parts,omitempty"`
}

// An Op is how the parts of an expression combine; "" if they are merely what its value was made
// of.
type Op string

// The ops.
const (
	And  Op = "and"  // all parts must hold; those after one that doesn't are skipped
	Or   Op = "or"   // one part must hold; those after it are skipped
	Not  Op = "not"  // the part must not hold
	If   Op = "if"   // the first part chooses which of the others counts
	Item Op = "item" // an item of the preceding list, and what was asked of it
	// Stands is for a call of a predicate: the part is its condition.
	Stands Op = "stands for"
)

// An Asked is a fact's answer and how long it took.
type Asked struct {
	Call     string        `json:"call"`
	Value    any           `json:"value,omitempty"`
	Error    string        `json:"error,omitempty"`
	Took     time.Duration `json:"ns"`
	Table    string        `json:"table,omitempty"` // the table, if the answer is rows
	Rejected []Rejected    `json:"left,omitempty"`  // its rows that were not asked for
	Keys     []string      `json:"keys,omitempty"`  // its columns, the key column first
}

// Result returns how far a rule came, by the hook's name and the rule's number from 1; NotReached
// if the hook wasn't run.
func (t *Trace) Result(hook string, rule int) Result {
	for _, h := range t.Hooks {
		if h.Name == hook && rule <= len(h.Rules) {
			return h.Rules[rule-1].Result
		}
	}
	return NotReached
}

// hook begins the trace of a hook. It returns nil for a nil trace.
func (t *Trace) hook(h *plan.Hook) *HookTrace {
	if t == nil {
		return nil
	}
	h.Load() // an error is reported when the rules are asked
	ht := &HookTrace{Name: h.Name, Pos: h.Pos, Match: h.Match, Observes: h.Observes, Over: h.Over}
	for i, r := range h.Rules {
		ht.Rules = append(ht.Rules, &RuleTrace{Number: i + 1, ID: r.ID, Pos: r.Pos, Doc: r.Doc, Result: NotReached, Background: r.Background})
	}
	t.Hooks = append(t.Hooks, ht)
	return ht
}

// yielded records a hook that was not asked because the event is refused.
func (t *Trace) yielded(h *plan.Hook) {
	if ht := t.hook(h); ht != nil {
		ht.Yielded = true
	}
}

func found(src string, v any, err error) Finding {
	f := Finding{Src: src}
	if err != nil {
		f.Error = err.Error()
	} else {
		f.Value = Shown(v)
	}
	return f
}

// Shown makes a value of an expression fit for JSON: struct fields have their expression names,
// times and durations become text.
func Shown(v any) any {
	switch v := v.(type) {
	case nil, string, bool, int, float64, json.RawMessage, json.Number:
		return v
	case plan.Ready:
		return json.RawMessage(v.Written)
	case *Late:
		return Shown(v.came)
	case Object:
		out := map[string]any{}
		for _, m := range v {
			out[m.Name] = Shown(m.Value)
		}
		return out
	case time.Time:
		return plan.Stamp(v)
	case time.Duration:
		if v == files.Never {
			return "endless"
		}
		if v > time.Second {
			v = v.Round(time.Millisecond)
		}
		return v.String()
	}
	return shownOf(reflect.ValueOf(v))
}

// shownOf is Shown for composite values.
func shownOf(r reflect.Value) any {
	switch r.Kind() {
	case reflect.Struct:
		out := map[string]any{}
		for _, f := range reflect.VisibleFields(r.Type()) {
			if name := f.Tag.Get("expr"); name != "" {
				out[name] = Shown(r.FieldByIndex(f.Index).Interface())
			}
		}
		return out
	case reflect.Slice:
		out := []any{}
		for i := range r.Len() {
			out = append(out, Shown(r.Index(i).Interface()))
		}
		return out
	case reflect.Map:
		out := map[string]any{}
		for _, k := range r.MapKeys() {
			out[fmt.Sprint(k)] = Shown(r.MapIndex(k).Interface())
		}
		return out
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return fmt.Sprintf("%T", r.Interface())
	}
	return r.Interface()
}
