package cache

import (
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// What a plan is stored as: one function a type, for both ways.

func (r *root) code(c *wire.Coder) {
	c.String(&r.Rules)
	c.String(&r.Notice)
	c.Bool(&r.Log.Quiet)
	c.Bool(&r.Log.Inputs)
	c.Int64(&r.Log.Max)
	r.Stamp.code(c)
	r.Common.Code(c)
	r.Names.Code(c)
	wire.Map(c, &r.Tables, region)
	wire.Map(c, &r.Events, region)
}

func region(c *wire.Coder, r *wire.Region) { r.Code(c) }

func (p *part) code(c *wire.Coder) {
	matcher(c, &p.Matcher)
	p.Agenda.Code(c)
	p.Any.Code(c)
	wire.List(c, &p.Named, region)
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
		f.State.Code(c)
		c.Bool(&f.Compiler)
	})
	wire.List(c, &s.Folders, func(c *wire.Coder, f *Folder) {
		c.String(&f.Path)
		wire.Strings(c, &f.Names)
	})
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

func (p *page) code(c *wire.Coder) { wire.Map(c, (*map[string]wire.Region)(p), region) }

func (d *drawer) code(c *wire.Coder) {
	wire.List(c, &d.Hooks, func(c *wire.Coder, n *numbered) {
		c.Int(&n.N)
		hook(c, &n.Hook)
		n.Rest.Code(c)
	})
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
