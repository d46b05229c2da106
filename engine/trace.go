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

// A Trace is how an answer came about, noted by Run. It is for people and tests;
// a hook's process has none. Its values are fit for JSON.
type Trace struct {
	Hooks   []*HookTrace `json:"hooks"`             // in the order they ran
	Changed []string     `json:"changed,omitempty"` // files that a dry run's actions would change
	Said    []string     `json:"said,omitempty"`    // outputs that the reply uses, as in Answer
	Unread  []string     `json:"unread,omitempty"`  // outputs of which who sent the event reads nothing
	Would   []string     `json:"would,omitempty"`   // outputs that hooks would use that only observe
	Refused bool         `json:"refused,omitempty"` // the event was

	// Parts takes an expression apart, where a compiler is at hand: with the values of
	// its names it gives the value of each part. It may be nil.
	Parts Parts `json:"-"`

	mu sync.Mutex
}

// Parts takes an expression apart, and says how the parts make it: it gives a Finding
// without source and value. See Trace.
type Parts func(x *plan.Expression, names map[string]any) Finding

// A HookTrace is what one hook did.
type HookTrace struct {
	Name  string       `json:"name"`
	Pos   plan.Pos     `json:"pos"`
	Match string       `json:"match,omitempty"`
	When  *Finding     `json:"when,omitempty"`
	Each  *Finding     `json:"each,omitempty"`  // the list for whose items the rules were asked
	Lets  []Finding    `json:"lets,omitempty"`  // those that were asked, in order
	Facts []Asked      `json:"facts,omitempty"` // those that were first asked here, in order
	Rules []*RuleTrace `json:"rules,omitempty"`
	Error string       `json:"error,omitempty"` // what ended the hook
	// Closed says that the error refuses the event, and what the hook had said is dropped.
	Closed bool `json:"closed,omitempty"`
	// Observes says that nothing of what the hook says is part of the reply.
	Observes bool `json:"observes,omitempty"`
}

// A RuleTrace is what one rule did.
type RuleTrace struct {
	Number int          `json:"number"` // from 1
	ID     string       `json:"id,omitempty"`
	Pos    plan.Pos     `json:"pos"`
	Doc    string       `json:"doc,omitempty"`
	Result Result       `json:"result"`
	When   *Finding     `json:"when,omitempty"`
	Steps  []*StepTrace `json:"steps,omitempty"`
	Error  string       `json:"error,omitempty"`
	// Background says that the steps are done when the answer is out.
	Background bool `json:"background,omitempty"`
	// Each is the rule's own list, and Items are what the rule did for each item of it
	// or of its hook's: the result above is that of all of them.
	Each  *Finding     `json:"each,omitempty"`
	Items []*RuleTrace `json:"items,omitempty"`
	As    string       `json:"as,omitempty"`   // of one that stands in Items: the item's name
	Item  any          `json:"item,omitempty"` // and the item
}

// A Result says how far a rule came.
type Result string

// The results of a rule.
const (
	Held       Result = "held"        // its condition held, or it has none
	NotHeld    Result = "not held"    // its condition didn't hold
	NotReached Result = "not reached" // an earlier rule of the table decided, or the hook didn't get to it
	Failed     Result = "failed"      // its condition or one of its actions did
	Elsewhere  Result = "elsewhere"   // it is for other events of its hook, or its matcher didn't hold
)

// A StepTrace is what one action did.
type StepTrace struct {
	Action string   `json:"action"`
	Pos    plan.Pos `json:"pos"`
	When   *Finding `json:"when,omitempty"`    // if it doesn't hold, the action was not done
	Args   any      `json:"args"`              // with their templates filled in
	Value  any      `json:"value,omitempty"`   // what it gave
	Said   []Said   `json:"said,omitempty"`    // what it adds to the reply
	NotRun any      `json:"notRun,omitempty"`  // the program, with its arguments, that a dry run did not start: the value is none of it
	Left   []Left   `json:"left,omitempty"`    // what it was given and did not choose
	Skip   bool     `json:"skipped,omitempty"` // it found nothing to do, and the rule ended
	Error  string   `json:"error,omitempty"`

	named bool // its failure is its own
}

// Said is that an action had something to say at an output.
type Said struct {
	Output string `json:"output"`          // "" for a field that no output has
	Value  string `json:"value,omitempty"` // of a choice
	Field  string `json:"field,omitempty"` // of what is changed, or of the reply
}

// A Finding is an expression with what it came to.
type Finding struct {
	Src   string    `json:"src"`
	Doc   string    `json:"doc,omitempty"` // of a part that has one
	Value any       `json:"value,omitempty"`
	Error string    `json:"error,omitempty"`
	Skip  bool      `json:"notEvaluated,omitempty"` // what stands before it decided
	Data  bool      `json:"data,omitempty"`         // it is data of the rule set, the same at each event
	Op    Op        `json:"op,omitempty"`
	Left  []Left    `json:"left,omitempty"` // objects of a list that were filtered out
	Parts []Finding `json:"parts,omitempty"`
}

// An Op is how the parts of an expression make its value, where that is known; "" where
// they are what its value was made of.
type Op string

// The ops.
const (
	And  Op = "and"  // all parts have to hold; what stands after one that doesn't is skipped
	Or   Op = "or"   // one part has to hold; what stands after it is skipped
	Not  Op = "not"  // the part must not hold
	If   Op = "if"   // the first part chooses which of the others counts
	Item Op = "item" // an item of the list that stands before it, and what was asked of it
	// Stands is of a call of a predicate: the part is its condition.
	Stands Op = "stands for"
)

// An Asked is a fact's answer and how long it took.
type Asked struct {
	Call  string        `json:"call"`
	Value any           `json:"value,omitempty"`
	Error string        `json:"error,omitempty"`
	Took  time.Duration `json:"ns"`
	Table string        `json:"table,omitempty"` // of rows, if it is one
	Left  []Left        `json:"left,omitempty"`  // rows of it that were not asked for
	Keys  []string      `json:"keys,omitempty"`  // columns of it, those first by which its author tells rows apart
}

// Result returns how far a rule came, by the hook's name and the rule's number
// from 1; NotReached if the hook wasn't run.
func (t *Trace) Result(hook string, rule int) Result {
	for _, h := range t.Hooks {
		if h.Name == hook && rule <= len(h.Rules) {
			return h.Rules[rule-1].Result
		}
	}
	return NotReached
}

// hook begins the trace of a hook. A nil trace gives nil, to which nothing is noted.
func (t *Trace) hook(h *plan.Hook) *HookTrace {
	if t == nil {
		return nil
	}
	h.Whole() // what keeps it from that is said where the rules are asked
	ht := &HookTrace{Name: h.Name, Pos: h.Pos, Match: h.Match, Observes: h.Observes}
	for i, r := range h.Rules {
		ht.Rules = append(ht.Rules, &RuleTrace{Number: i + 1, ID: r.ID, Pos: r.Pos, Doc: r.Doc, Result: NotReached, Background: r.Background})
	}
	t.Hooks = append(t.Hooks, ht)
	return ht
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

// Shown returns a value of an expression as JSON can have it: structs by the
// names that expressions use, times and durations as text.
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

// shownOf is Shown of what is made of other values.
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
