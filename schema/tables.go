package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
	"bcrules.dev/rules"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

// Evaluating the tables of events, tools and agents took 70 of the 120 ms of processor time of
// commands that look at rules with kept packs. So the tables are kept as packs are (part.go), under
// a sum of their text.

// shared is the event table, which all schemas of the process share.
var shared struct {
	sync.Once
	table *EventTable
}

// events returns the kept event table. It evaluates the table if parts are nil, or none is kept
// yet.
func events(kept Parts) *EventTable {
	shared.Do(func() {
		text := inOne(ofTables)
		if kept == nil {
			shared.table = evaluated(text)
			return
		}
		sum := sha256.Sum256(append([]byte(text), agentsText()...))
		key := "tables " + hex.EncodeToString(sum[:])
		if shared.table = decodeTables(kept.Get(key)); shared.table == nil {
			shared.table = evaluated(text)
			kept.Put(key, shared.table.encode())
		}
	})
	return shared.table
}

// evaluated returns the event table that the text of the tables evaluates to.
func evaluated(text string) *EventTable {
	tables := cuecontext.New().CompileString(text, cue.Filename(Path))
	return readEvents(rules.Shipped(tables, tables.Err()).LookupPath)
}

// encode encodes the table, including the table of agents.
func (t *EventTable) encode() []byte {
	c := wire.NewWriter()
	t.code(c)
	return c.Bytes()
}

// decodeTables decodes a kept table; nil if there is none, or it is damaged.
func decodeTables(data []byte) *EventTable {
	if data == nil {
		return nil
	}
	t := &EventTable{}
	c := wire.NewReader(data)
	if t.code(c); c.Err() != nil || len(c.Rest()) > 0 {
		return nil
	}
	return t
}

func (t *EventTable) code(c *wire.Coder) {
	wire.Map(c, &t.events, func(c *wire.Coder, e **event) { wire.Pointer(c, e, codeEvent) })
	plan.CodeShape(c, &t.common)
	wire.Map(c, &t.tools, codeTool)
	wire.Map(c, &t.aliases, (*wire.Coder).String)
	for _, list := range []*[]string{&t.does, &t.loose, &t.older, &t.replies} {
		wire.Strings(c, list)
	}
	c.String(&t.unknown)
	var agents []byte
	if !c.Reading() {
		agents = t.agentsData()
	}
	c.Raw(&agents)
	if c.Reading() {
		t.withAgents(func() []byte { return agents })
	}
}

func codeEvent(c *wire.Coder, e *event) {
	for _, text := range []*string{&e.Doc, &e.Since, &e.Matcher, &e.Exact, &e.Refuse, &e.Again, &e.Failed, &e.Must} {
		c.String(text)
	}
	for _, is := range []*bool{&e.Base, &e.Specific, &e.Plugin} {
		c.Bool(is)
	}
	wire.Strings(c, &e.Values)
	c.Int(&e.Timeout)
	wire.Map(c, &e.Outputs, func(c *wire.Coder, o *plan.Output) { o.Code(c) })
	wire.Map(c, &e.limits, func(c *wire.Coder, l *Limits) {
		c.Int(&l.Max)
		c.String(&l.Skips)
		c.String(&l.Lost)
		wire.Map(c, &l.Void, (*wire.Coder).String)
	})
	plan.CodeShape(c, &e.shape)
	e.traits.code(c)
}

func codeTool(c *wire.Coder, t *tool) {
	plan.CodeShape(c, &t.input)
	plan.CodeShape(c, &t.response)
	c.String(&t.first)
	wire.Map(c, &t.does, (*wire.Coder).String)
	wire.Strings(c, &t.musts)
	t.traits.code(c)
}

func (t *Traits) code(c *wire.Coder) {
	for _, set := range []*map[string]bool{&t.Long, &t.Absolute, &t.Optional, &t.Single} {
		wire.Map(c, set, (*wire.Coder).Bool)
		if *set == nil { // Coder reads an empty list so
			*set = map[string]bool{}
		}
	}
	wire.Map(c, &t.Values, wire.Strings)
	wire.Map(c, &t.Forms, (*wire.Coder).String)
	if t.Values == nil {
		t.Values = map[string][]string{}
	}
	if t.Forms == nil {
		t.Forms = map[string]string{}
	}
}
