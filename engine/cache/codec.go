package cache

import (
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// The stored form of a plan: each type has one function that both encodes and decodes it.

func (r *root) code(c *wire.Coder) {
	c.String(&r.Rules)
	c.String(&r.Notice)
	c.String(&r.Digest)
	c.Bool(&r.Log.Quiet)
	c.Bool(&r.Log.Inputs)
	c.Int64(&r.Log.Max)
	c.Int64(&r.Log.Days)
	r.Stamp.code(c)
	r.Common.Code(c)
	r.Names.Code(c)
	wire.Strings(c, &r.Shed)
	wire.Map(c, &r.Tables, region)
	wire.Map(c, &r.Stores, region)
	wire.Map(c, &r.Events, region)
}

func region(c *wire.Coder, r *wire.Region) { r.Code(c) }

func (p *part) code(c *wire.Coder) {
	p.Matcher.Code(c)
	p.Agenda.Code(c)
	c.Bool(&p.Written)
	p.Any.Code(c)
	wire.Map(c, &p.Named, region)
}

func (s *Stamp) code(c *wire.Coder) {
	c.Int64(&s.Taken)
	wire.List(c, &s.Files, func(c *wire.Coder, f *File) {
		c.String(&f.Path)
		f.State.Code(c)
		c.Bool(&f.Compiler)
	})
	wire.List(c, &s.Folders, func(c *wire.Coder, f *plan.Folder) {
		c.String(&f.Path)
		wire.Strings(c, &f.Names)
		c.String(&f.Fault)
	})
}

func (d *drawer) code(c *wire.Coder) {
	var common plan.Common
	wire.List(c, &d.Hooks, func(c *wire.Coder, n *numbered) {
		c.Int(&n.N)
		n.Hook.Head(c, &common)
		n.Conditions.Code(c)
		n.Steps.Code(c)
		wire.List(c, &n.Rules, func(c *wire.Coder, t *table) { t.code(c) })
	})
	wire.List(c, &d.Sought, func(c *wire.Coder, s *sought) {
		s.table.code(c)
		wire.List(c, &s.Shapes, func(c *wire.Coder, sh **plan.Shape) { wire.Seen(c, sh, &common.Events, plan.CodeShape) })
	})
}

func (t *table) code(c *wire.Coder) {
	wire.Strings(c, &t.Path)
	t.Entries.Code(c)
	wire.List(c, &t.Boxes, region)
}

func (d *directory) code(c *wire.Coder) {
	wire.Strings(c, &d.Hooks)
	wire.Map(c, &d.Takers.Events, (*wire.Coder).String)
	wire.Strings(c, &d.Takers.Known)
	wire.Strings(c, &d.Closed)
}
