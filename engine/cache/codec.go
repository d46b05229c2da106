package cache

import (
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// What a plan is stored as: one function a type, for both ways.

func (h *head) code(c *wire.Coder) {
	c.String(&h.Version)
	if c.Reading() && h.Version != version {
		c.Fail(errVersion)
		return
	}
	c.String(&h.Rules)
	c.String(&h.Notice)
	c.Int64(&h.Size)
	c.Bool(&h.Quiet)
	c.Bool(&h.Inputs)
	c.Int64(&h.Max)
	h.Stamp.code(c)
	h.Common.code(c)
	h.Names.code(c)
	wire.Map(c, &h.Tables, func(c *wire.Coder, r *region) { r.code(c) })
	wire.List(c, &h.Events, func(c *wire.Coder, e *eventEntry) {
		c.Raw(&e.Name)
		c.Raw(&e.Raw)
	})
}

func (e *eventRegions) code(c *wire.Coder) {
	matcher(c, &e.Matcher)
	e.Agenda.code(c)
	e.Any.code(c)
	e.Table.code(c)
}

func matcher(c *wire.Coder, m *plan.Matcher) {
	c.String(&m.Field)
	c.String(&m.Exact)
	c.Bool(&m.Base)
	wire.Map(c, &m.Aliases, (*wire.Coder).String)
}

// common codes what stands for all events.
func common(c *wire.Coder, p *plan.Plan) {
	c.Int64((*int64)(&p.Timeout))
	c.String(&p.Log.File)
	template(c, &p.Log.Level)
	wire.Map(c, &p.Settings, func(c *wire.Coder, s **plan.Settings) {
		wire.Pointer(c, s, func(c *wire.Coder, s *plan.Settings) {
			c.String(&s.File)
			wire.Pointer(c, &s.Shape, shape)
		})
	})
	wire.Map(c, &p.Marks, func(c *wire.Coder, m **plan.Marks) {
		wire.Pointer(c, m, func(c *wire.Coder, m *plan.Marks) {
			c.String(&m.Env)
			template(c, &m.File)
			template(c, &m.Claims)
			wire.Strings(c, &m.Reach)
		})
	})
}

func (s *Stamp) code(c *wire.Coder) {
	c.Int64(&s.Taken)
	wire.List(c, &s.Files, func(c *wire.Coder, f *File) {
		c.String(&f.Path)
		c.Int64(&f.Size)
		c.Int64(&f.Time)
		c.Int64(&f.Inode)
		c.Bool(&f.Compiler)
	})
	wire.List(c, &s.Folders, func(c *wire.Coder, f *Folder) {
		c.String(&f.Path)
		wire.Strings(c, &f.Names)
	})
}

func (r *region) code(c *wire.Coder) {
	c.Int64(&r.At)
	c.Int64(&r.Len)
	c.Int64(&r.Sum)
}

func tableOf(c *wire.Coder, t *plan.Table) {
	t.Definition.Code(c)
	c.String(&t.ID)
	template(c, &t.File)
	c.Raw(&t.Rows)
}

// agenda codes all of an agenda but its hooks and matcher, which lie elsewhere.
func agenda(c *wire.Coder, a *plan.Agenda) {
	c.String(&a.Stamp)
	c.String(&a.Refuse)
	wire.Map(c, &a.Outputs, func(c *wire.Coder, o *plan.Output) {
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
	})
	wire.Pointer(c, &a.Tools, func(c *wire.Coder, t *plan.Tools) {
		c.String(&t.Field)
		c.String(&t.Input)
		wire.Map(c, &t.Does, func(c *wire.Coder, does *map[string]string) { wire.Map(c, does, (*wire.Coder).String) })
	})
}

func (d *drawer) code(c *wire.Coder) {
	wire.List(c, &d.Hooks, func(c *wire.Coder, n *numbered) {
		c.Int(&n.N)
		hook(c, &n.Hook)
		n.Rest.code(c)
	})
}

// A directory is what a hook's name alone tells.
type directory struct {
	Hooks  []string
	Takers plan.Takers
}

func (d *directory) code(c *wire.Coder) {
	wire.Strings(c, &d.Hooks)
	wire.Map(c, &d.Takers.Events, (*wire.Coder).String)
	wire.Strings(c, &d.Takers.Known)
}

func shape(c *wire.Coder, s *plan.Shape) {
	c.String(&s.Kind)
	wire.Map(c, &s.Fields, func(c *wire.Coder, p **plan.Shape) { wire.Pointer(c, p, shape) })
	c.Bool(&s.Open)
	wire.Pointer(c, &s.Item, shape)
	c.Raw((*[]byte)(&s.Default))
	wire.Pointer(c, &s.Min, (*wire.Coder).Float)
	c.Bool(&s.Join)
}

// hook codes what is asked of a hook at once, rest the rest of it.
func hook(c *wire.Coder, h *plan.Hook) {
	c.String(&h.Name)
	position(c, &h.Pos)
	wire.Pointer(c, &h.Event, shape)
	c.String(&h.Match)
	wire.Pointer(c, &h.When, expression)
	c.Bool(&h.Early)
	wire.Strings(c, &h.Reach)
	wire.Strings(c, &h.Tables)
	c.Int64((*int64)(&h.Timeout))
	c.Bool(&h.First)
	c.Bool(&h.Closed)
	c.Bool(&h.Full)
}

func rest(c *wire.Coder, h *plan.Hook) {
	wire.List(c, &h.Let, func(c *wire.Coder, l *plan.Let) {
		c.String(&l.Name)
		expression(c, &l.Expr)
	})
	wire.Strings(c, &h.Prefetch)
	wire.List(c, &h.Rules, func(c *wire.Coder, r *plan.Rule) {
		position(c, &r.Pos)
		c.String(&r.ID)
		c.String(&r.Doc)
		wire.Pointer(c, &r.When, expression)
		wire.List(c, &r.Do, step)
	})
}

func step(c *wire.Coder, s *plan.Step) {
	c.String(&s.Action)
	position(c, &s.Pos)
	c.String(&s.As)
	c.Raw((*[]byte)(&s.Args))
	wire.Map(c, &s.Texts, template)
}

func position(c *wire.Coder, p *plan.Pos) {
	c.String(&p.File)
	c.Int(&p.Line)
	c.Int(&p.Col)
}

func expression(c *wire.Coder, x *plan.Expression) {
	c.String(&x.Src)
	position(c, &x.Pos)
	c.Raw((*[]byte)(&x.Code))
}

func template(c *wire.Coder, t *plan.Template) {
	wire.List(c, (*[]plan.Part)(t), func(c *wire.Coder, p *plan.Part) {
		c.String(&p.Text)
		c.Raw((*[]byte)(&p.Code))
	})
}
