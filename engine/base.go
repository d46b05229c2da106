package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"

	"github.com/tidwall/gjson"
)

// QueryFact returns a store's query as a fact: NAME({argument: value}) returns the rows, or the one
// row.
func QueryFact(s *plan.Statement) Fact {
	f := Fact{Doc: "the rows of a query", Params: "arguments", Options: append([]string{}, s.Args...), All: true, Holds: true,
		Ask: Plain{(func(...any) (any, error))(nil)}}
	if len(s.Args) == 0 {
		f.Params = ""
	}
	return f
}

// A Base is a store as seen by a run. Its location is resolved on first use.
type Base struct {
	name  string
	plan  *plan.Store
	host  *host.Host
	names map[string]any // visible to its templates

	up      sync.Once // done once it has answered
	once    sync.Once
	opening *store.Opening
	err     error
}

// ErrNowhere is the fault of a store whose file and address are both empty.
var ErrNowhere = errors.New("found neither a file nor an address, want one")

// ErrUntrusted is the fault of a store that exists only on a server, which untrusted rules may not
// reach.
var ErrUntrusted = errors.New("found rules that are not trusted, want trust before a server is asked")

// Base finds a store by its name.
func (c *Call) Base(name string) (*Base, error) {
	if b := c.bases[name]; b != nil {
		return b, nil
	}
	return nil, fmt.Errorf("found store %q, want %s", name, strings.Join(slices.Sorted(maps.Keys(c.bases)), ", "))
}

// basesOf returns the stores of a pack and binds their queries.
func (r *Run) basesOf(pack string, n *scope) map[string]*Base {
	all := map[string]*Base{}
	for name, s := range plan.OfScope(pack, r.plan.Stores) {
		b := &Base{name: plan.Scoped(pack, name), plan: s, host: r.host, names: n.bound}
		all[name] = b
		for _, query := range s.Queries() {
			m := &memo{onPrivate: func(v any) { r.privates.add(query, v) }}
			n.facts[query], n.bound[query] = m, plan.Function(func(args ...any) (any, error) {
				return remember(r.call, m, func() (any, error) { return b.query(query, args) }, args...)
			})
		}
	}
	return all
}

// query evaluates a query as a fact.
func (b *Base) query(name string, args []any) (any, error) {
	var named any = map[string]any{}
	if len(args) > 1 {
		return nil, fmt.Errorf("%s: found %d arguments, want one {name: value}", name, len(args))
	}
	if len(args) == 1 {
		named = args[0]
	}
	step, err := b.step(name, named)
	if err != nil {
		return nil, err
	}
	a, err := b.ask(store.Request{Read: true, Do: []store.Step{step}})
	if err != nil {
		return nil, err
	}
	return b.rows(name, a, 0), nil
}

// Do runs statements in one transaction. It returns the number of changed rows and the rows of each
// query by name. If later is set it returns an empty map at once, and later is called if the
// statements fail.
func (b *Base) Do(steps []Statement, later func(error)) (map[string]any, error) {
	r := store.Request{Later: later}
	for _, s := range steps {
		step, err := b.step(s.Name, s.Args)
		if err != nil {
			return nil, err
		}
		r.Do = append(r.Do, step)
	}
	a, err := b.ask(r)
	if err != nil {
		return nil, err
	}
	if later != nil {
		return map[string]any{}, nil
	}
	value := map[string]any{plan.Changed: a.Changed}
	for i, s := range steps {
		if b.plan.Statements[s.Name].Query {
			value[s.Name] = b.rows(s.Name, a, i)
		}
	}
	return value, nil
}

// A Statement is a call of a store's statement. Args is a map[string]any.
type Statement struct {
	Name string
	Args any
}

// step puts arguments into the statement's order.
func (b *Base) step(name string, args any) (s store.Step, err error) {
	st := b.plan.Statements[name]
	if st == nil {
		return s, fmt.Errorf("found statement %q, want one of the store %s", name, b.name)
	}
	named, ok := args.(map[string]any)
	if !ok {
		return s, fmt.Errorf("%s: found %s, want {argument: value}", name, kindOf(args))
	}
	s.Name = name
	for _, arg := range st.Args {
		v, ok := named[arg]
		if !ok {
			return s, fmt.Errorf("%s: found no argument %s, want one", name, arg)
		}
		s.Args = append(s.Args, Bindable(v))
	}
	for arg := range named {
		if !slices.Contains(st.Args, arg) {
			return s, fmt.Errorf("%s: found argument %s, want %s", name, arg, strings.Join(st.Args, ", "))
		}
	}
	return s, nil
}

// Bindable converts a value for a database: times and durations to milliseconds, lists and objects
// to JSON.
func Bindable(v any) any {
	switch v := v.(type) {
	case nil, string, bool, int, float64, json.Number:
		return v
	case time.Time:
		return v.UnixMilli()
	case time.Duration:
		return v.Milliseconds()
	case json.RawMessage:
		if r := gjson.ParseBytes(v); !r.IsObject() && !r.IsArray() {
			return v
		}
		return string(v)
	}
	return string(files.JSON(v))
}

// rows decodes the result of a query by the type of its rows.
func (b *Base) rows(query string, a store.Answer, i int) any {
	st := b.plan.Statements[query]
	var rows gjson.Result
	if i < len(a.Rows) {
		rows = gjson.ParseBytes(a.Rows[i])
	}
	if st.One {
		rows = rows.Get("0")
	}
	return st.Shape().Read(rows, nil)
}

// ask sends a request to the host's keeper.
func (b *Base) ask(r store.Request) (store.Answer, error) {
	keeper := b.host.Stores
	if keeper == nil {
		return store.Answer{}, &store.Fault{Store: b.name, Why: "found nothing that can ask it"}
	}
	b.once.Do(func() { b.opening, b.err = b.open() })
	if b.err != nil {
		return store.Answer{}, &store.Fault{Store: b.name, Why: b.err.Error()}
	}
	b.clock(r.Do)
	if r.Store = b.name; !keeper.Opened(b.name) {
		r.Open = b.opening
	}
	a, err := keeper.Do(r)
	if a.Earlier != "" {
		if text := "store: at an earlier event: " + a.Earlier; b.host.First(text) {
			b.host.Log.Print("warn", b.name, text)
		}
	}
	if err == nil && r.Later == nil {
		b.up.Do(func() { b.host.IsUp(b.name) })
	}
	return a, err
}

// clock appends the event's time to statements that use a clock, unless the store is a server and
// has its own.
func (b *Base) clock(steps []store.Step) {
	if b.opening.URL != "" {
		return
	}
	now := Bindable(b.host.Now())
	for i, s := range steps {
		if b.plan.Statements[s.Name].Clock {
			steps[i].Args = append(s.Args, now)
		}
	}
}

// storeOutcome returns the shape of a named step's result if its action works on a store, else nil.
func (s *scene) storeOutcome(step *plan.Step) *plan.Shape {
	action := s.engine.Actions.Get(step.Action)
	if action == nil || action.Store == "" {
		return nil
	}
	args := gjson.ParseBytes(step.Args)
	if st := s.plan.Stores[plan.Scoped(s.hook.Pack, args.Get(action.Store).String())]; st != nil {
		return st.Outcome(args.Get(action.Done))
	}
	return nil
}

// stored returns the result of such a step.
func stored(shape *plan.Shape, o Outcome, value any) any {
	none := shape.Read(gjson.Result{}, nil).(map[string]any)
	none["ran"], none["ok"], none["error"] = o.Ran, o.OK, o.Error
	zero := shape.Fields["value"].Read(gjson.Result{}, nil).(map[string]any)
	given, _ := value.(map[string]any)
	maps.Copy(zero, given)
	none["value"] = zero
	return none
}
