package plan

import (
	"errors"

	"bcrules.dev/engine/wire"
)

// Each type has one function that both encodes and decodes it. Package cache decides where the
// parts are in a file.

// Code codes what is common to all events.
func (p *Plan) Code(c *wire.Coder) {
	c.Int64((*int64)(&p.Timeout))
	codeLog(c, &p.Log)
	wire.Map(c, &p.Logs, codeLog)
	wire.Map(c, &p.Settings, func(c *wire.Coder, s **Settings) {
		wire.Pointer(c, s, func(c *wire.Coder, s *Settings) {
			c.String(&s.File)
			wire.Pointer(c, &s.Shape, codeShape)
		})
	})
	wire.Map(c, &p.Marks, func(c *wire.Coder, m **Marks) {
		wire.Pointer(c, m, func(c *wire.Coder, m *Marks) {
			c.String(&m.Env)
			codeTemplate(c, &m.File)
			codeTemplate(c, &m.Claims)
			wire.Strings(c, &m.Reach)
		})
	})
}

// codeLog codes the destination and level of a log; retention settings belong to the whole plan.
func codeLog(c *wire.Coder, l *Logging) {
	c.String(&l.File)
	codeTemplate(c, &l.Level)
	c.String(&l.Asks)
}

// Code codes a matcher.
func (m *Matcher) Code(c *wire.Coder) {
	c.String(&m.Field)
	c.String(&m.Exact)
	c.Bool(&m.Base)
	wire.Map(c, &m.Aliases, (*wire.Coder).String)
}

// Code codes a table.
func (t *Table) Code(c *wire.Coder) {
	t.Definition.Code(c)
	c.String(&t.ID)
	codeTemplate(c, &t.File)
	c.Raw(&t.Rows)
}

// Code codes an agenda without its hooks and matcher, which are stored elsewhere.
func (a *Agenda) Code(c *wire.Coder) {
	c.String(&a.Stamp)
	c.String(&a.Refuse)
	c.String(&a.Again)
	wire.Map(c, &a.Outputs, func(c *wire.Coder, o *Output) { o.Code(c) })
	wire.Pointer(c, &a.Tools, func(c *wire.Coder, t *Tools) {
		c.String(&t.Field)
		c.String(&t.Input)
		c.String(&t.Does)
		c.String(&t.Loose)
		c.String(&t.Else)
	})
}

// Code codes an output.
func (o *Output) Code(c *wire.Coder) {
	c.String(&o.Kind)
	c.Bool(&o.Plain)
	c.String(&o.Path)
	wire.Strings(c, &o.Values)
	c.String(&o.Type)
	c.String(&o.Reason)
	wire.Strings(c, &o.ReasonFor)
	c.String(&o.From)
	c.String(&o.Field)
	wire.Map(c, &o.Only, (*wire.Coder).String)
	wire.Map(c, &o.Also, (*wire.Coder).String)
	c.Int(&o.Exit)
}

// CodeShape codes a shape that may be shared, or nil.
func CodeShape(c *wire.Coder, s **Shape) { wire.Pointer(c, s, codeShape) }

func codeShape(c *wire.Coder, s *Shape) {
	c.String(&s.Kind)
	wire.Map(c, &s.Fields, func(c *wire.Coder, p **Shape) { wire.Pointer(c, p, codeShape) })
	c.Bool(&s.Open)
	wire.Pointer(c, &s.Item, codeShape)
	c.Raw((*[]byte)(&s.Default))
	wire.Pointer(c, &s.Min, (*wire.Coder).Float)
	c.Bool(&s.Join)
}

// Common has the values that heads of hooks stored together share so far.
type Common struct {
	Events  []*Shape
	matches []string
	texts   [][]string
}

// Head codes the fields of a hook that every event needs. Hooks of a pack share many of the values,
// so common stores each once.
func (h *Hook) Head(c *wire.Coder, common *Common) {
	c.String(&h.Name)
	c.String(&h.Pack)
	codePosition(c, &h.Pos)
	wire.Seen(c, &h.Event, &common.Events, CodeShape)
	wire.Seen(c, &h.Match, &common.matches, (*wire.Coder).String)
	wire.Pointer(c, &h.When, codeExpression)
	c.Bool(&h.Early)
	wire.Seen(c, &h.Reach, &common.texts, wire.Strings)
	wire.Seen(c, &h.Facts, &common.texts, wire.Strings)
	wire.Seen(c, &h.Tables, &common.texts, wire.Strings)
	wire.Strings(c, &h.Stores)
	c.Int64((*int64)(&h.Timeout))
	c.Bool(&h.First)
	c.Bool(&h.Closed)
	c.Bool(&h.Observes)
	c.Bool(&h.Yields)
	c.Bool(&h.Written)
	c.Bool(&h.Full)
}

// Rest codes everything but the Head.
func (h *Hook) Rest(c *wire.Coder) { h.rest(c, false) }

// Conditions codes what is needed once a hook is known to be for the event: Rest without the steps
// that Steps codes.
func (h *Hook) Conditions(c *wire.Coder) { h.rest(c, true) }

// rest codes everything but Head; apart leaves out what Steps codes.
func (h *Hook) rest(c *wire.Coder, apart bool) {
	wire.List(c, &h.Let, func(c *wire.Coder, l *Let) {
		c.String(&l.Name)
		codeExpression(c, &l.Expr)
	})
	wire.Pointer(c, &h.Each, codeEach)
	wire.Strings(c, &h.Prefetch)
	var away []int
	if apart {
		away = h.Sought()
	}
	i := 0
	wire.Long(c, &h.Rules, func(c *wire.Coder, r *Rule) {
		left := len(away) > 0 && away[0] == i
		if i++; left {
			away = away[1:]
		}
		if c.Bool(&left); left {
			if c.Reading() {
				r.away, r.Off = true, true
			}
			return
		}
		codeRule(c, r, apart)
	})
}

// codeRule codes a rule; apart leaves out what Steps codes.
func codeRule(c *wire.Coder, r *Rule, apart bool) {
	codePosition(c, &r.Pos)
	c.String(&r.ID)
	c.String(&r.Doc)
	c.Bool(&r.Background)
	c.String(&r.Lift)
	c.Bool(&r.Off)
	c.String(&r.Match)
	wire.Pointer(c, &r.Event, codeShape)
	wire.Pointer(c, &r.Each, codeEach)
	wire.Pointer(c, &r.When, codeExpression)
	left := apart && !r.named()
	if c.Bool(&left); left {
		r.apart = c.Reading()
		return
	}
	wire.List(c, &r.Do, codeStep)
}

// Sought returns the indexes of the rules that Conditions leaves out, because an index finds the
// ones that an event's text may concern. It is nil if fewer than Many rules have such a Need.
func (h *Hook) Sought() (rules []int) {
	for i := range h.Rules {
		if r := &h.Rules[i]; r.Need.Seekable() && !r.Background && !r.named() {
			rules = append(rules, i)
		}
	}
	if len(rules) < Many {
		return nil
	}
	return rules
}

// Box codes the rules at these indexes, which Conditions leaves out. Reading puts them in their
// places in h.Rules.
func (h *Hook) Box(c *wire.Coder, rules []int) {
	wire.Ints(c, &rules)
	for _, i := range rules {
		if i < 0 || i >= len(h.Rules) {
			c.Fail(ErrNoRule)
			return
		}
		r := &h.Rules[i]
		codeRule(c, r, true)
		if c.Reading() {
			r.away = false
			h.storeSteps(r)
		}
	}
}

// ErrNoRule is the fault of a stored rule whose index its hook doesn't have.
var ErrNoRule = errors.New("found a rule that its hook has no place for")

// Steps writes the steps of each rule without named steps. They are stored apart because they make
// up half of a hook and most rules don't hold.
func (h *Hook) Steps(c *wire.Coder) {
	var all [][]byte
	for i := range h.Rules {
		if r := &h.Rules[i]; !r.named() {
			w := wire.NewWriter()
			wire.List(w, &r.Do, codeStep)
			all = append(all, w.Bytes())
		}
	}
	wire.List(c, &all, (*wire.Coder).Raw)
}

func codeEach(c *wire.Coder, e *Each) {
	c.String(&e.Name)
	codeExpression(c, &e.Expr)
}

func codeStep(c *wire.Coder, s *Step) {
	c.String(&s.Action)
	codePosition(c, &s.Pos)
	wire.Pointer(c, &s.When, codeExpression)
	c.String(&s.As)
	c.Raw((*[]byte)(&s.Args))
	wire.Map(c, &s.Texts, codeTemplate)
	wire.Strings(c, &s.Late)
	wire.Strings(c, &s.Runs)
	wire.Strings(c, &s.Named)
	wire.List(c, &s.Kept, func(c *wire.Coder, k *Kept) {
		c.String(&k.Path)
		c.String(&k.Root)
		c.Int64(&k.Size)
		c.String(&k.Sum)
	})
}

func codePosition(c *wire.Coder, p *Pos) {
	c.String(&p.File)
	c.Int(&p.Line)
	c.Int(&p.Col)
}

func codeExpression(c *wire.Coder, x *Expression) {
	c.String(&x.Src)
	codePosition(c, &x.Pos)
	c.Raw((*[]byte)(&x.Code))
}

func codeTemplate(c *wire.Coder, t *Template) {
	wire.List(c, (*[]Part)(t), func(c *wire.Coder, p *Part) {
		c.String(&p.Text)
		c.Raw((*[]byte)(&p.Code))
	})
}
