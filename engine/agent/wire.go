package agent

import "bcrules.dev/engine/wire"

// The stored form of an agent: a function for each type encodes and decodes it.

// Code encodes or decodes an agent.
func (a *Agent) Code(c *wire.Coder) {
	c.String(&a.Name)
	c.String(&a.Client)
	a.Version.code(c)
	wire.Strings(c, &a.Variant)
	wire.Strings(c, &a.Project)
	c.String(&a.Roots)
	wire.Strings(c, &a.Names)
	wire.List(c, &a.Fields, field)
	wire.List(c, &a.Tools, laterTool)
	for _, s := range []*string{&a.Servers.Server, &a.Servers.Tool, &a.Servers.Before, &a.Servers.Between, &a.Servers.Said} {
		c.String(s)
	}
	wire.List(c, &a.Events, laterEvent)
	c.String(&a.Silent)
	wire.Strings(c, &a.Paths)
	c.Bool(&a.Folds)
}

// Of events and tools only the names are decoded until one is needed.

func laterEvent(c *wire.Coder, e *Event) {
	c.String(&e.Name)
	later(c, &e.stored, e.code)
}

func laterTool(c *wire.Coder, t *Tool) {
	c.String(&t.Name)
	later(c, &t.stored, t.code)
}

// later encodes what code writes as bytes, which are decoded when needed.
func later(c *wire.Coder, stored *[]byte, code func(*wire.Coder)) {
	if c.Reading() {
		c.Raw(stored)
		return
	}
	w := wire.NewWriter()
	code(w)
	rest := w.Bytes()
	c.Raw(&rest)
}

// now decodes stored bytes, if there are any.
func now(stored *[]byte, code func(*wire.Coder)) {
	if *stored != nil {
		code(wire.NewReader(*stored))
		*stored = nil
	}
}

func (e *Event) code(c *wire.Coder) {
	c.String(&e.Is)
	e.When.code(c)
	wire.List(c, &e.Fields, field)
	wire.List(c, &e.Says, say)
}

func (t *Tool) code(c *wire.Coder) {
	t.When.code(c)
	c.String(&t.Is)
	wire.List(c, &t.Input, field)
	wire.List(c, &t.Result, field)
	if c.String(&t.Patch); t.Patch != "" {
		wire.List(c, &t.Files, laterTool)
	}
}

func field(c *wire.Coder, f *Field) {
	c.String(&f.Name)
	f.From.code(c)
}

func (s *Source) code(c *wire.Coder) {
	wire.Strings(c, &s.Paths)
	c.String(&s.Always)
	c.Bool(&s.Parsed)
	c.Bool(&s.Joined)
	wire.Strings(c, &s.Lines)
	c.Bool(&s.Words)
	c.Bool(&s.Counts)
	wire.Map(c, &s.Values, (*wire.Coder).String)
}

func (t *Test) code(c *wire.Coder) {
	wire.Strings(c, &t.Has)
	wire.Strings(c, &t.Lacks)
	for _, texts := range []*[]Texts{&t.Is, &t.Holds} {
		wire.List(c, texts, func(c *wire.Coder, t *Texts) {
			c.String(&t.Path)
			wire.Strings(c, &t.Of)
		})
	}
}

func say(c *wire.Coder, s *Say) {
	c.String(&s.Output)
	c.String(&s.As)
	wire.Strings(c, &s.Unless)
	wire.List(c, &s.Set, func(c *wire.Coder, s *Set) {
		c.String(&s.Path)
		c.String(&s.JSON)
	})
	c.Int(&s.Exit)
	c.Bool(&s.Stderr)
	c.Bool(&s.Plain)
	c.Bool(&s.Merged)
	c.Int(&s.Max)
	c.String(&s.Blank)
}
