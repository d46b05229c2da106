package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/format"
)

// A compiled pack is kept under a hash of its sources: the pack's content, what layers say about
// it, and the positions of that. After a change of an author's rules, only these are compiled; what
// ships with this program is compiled once after installation. Five packs take 1.2 to 2 s to
// compile and 8 ms to read; embedded in the program they would add 1.2 MB to it, and would have to
// be rebuilt at each change of the engine.

// Parts keeps compiled packs between processes, by a hash of their sources. It must not be writable
// by others. A part that can't be kept is compiled again.
type Parts interface {
	Get(key string) []byte // nil if there is none
	Put(key string, part []byte)
}

// A part is the kept form of a scope without faults.
type part struct {
	Hooks   []Listed
	At      []int // order and layer of each hook, to sort hooks of several scopes
	Can     []Ability
	Clauses map[string]map[string]any // what each says, nil for the pack's own
	Used    []uint32                  // sums of the code that something is known about (Set.Parts)
	Clear   bool                      // vet found nothing in it
	Names   map[string][]string       // the names that Source.has returns, by field
}

// Clear keeps that vet found nothing in a pack with what layers change of it, so that the next vet
// needn't look into the same again.
func (s *Schema) Clear(of *Set) {
	if s.Parts != nil && of.key != "" && !of.kept && !of.Source.AsShipped() {
		of.clear = true
		s.Parts.Put(of.key, of.encode())
	}
}

// wanted reports whether somebody will look into a scope though it is kept.
func (s *Schema) wanted(kept *Set) bool {
	return s.Looks && !kept.Source.AsShipped() && !kept.clear
}

// made returns the scope of Made that was compiled in full from the same sources without faults;
// nil if there is none.
func (s *Schema) made(key string) *Set {
	if s.Made == nil {
		return nil
	}
	i := slices.IndexFunc(s.Made.Scopes, func(of *Set) bool { return of.key == key && !of.kept && of.Source.Report.Faults() == 0 })
	if i < 0 {
		return nil
	}
	return s.Made.Scopes[i]
}

// encode encodes a compiled scope.
func (s *Set) encode() []byte {
	p := part{Hooks: s.Hooks, Can: s.Can, Clauses: s.says(), Clear: s.clear, Names: map[string][]string{}}
	for _, field := range []string{"", "hooks"} {
		p.Names[field] = s.Source.has(field)
	}
	for _, h := range s.Hooks {
		p.At = append(p.At, h.position.order, h.position.layer)
	}
	for code := range s.used {
		p.Used = append(p.Used, crc32.ChecksumIEEE([]byte(code)))
	}
	slices.Sort(p.Used)
	head, err := json.Marshal(p)
	if err != nil {
		return nil // can't happen, as JSON has a form for all of it
	}
	c := wire.NewWriter()
	c.Raw(&head)
	codeWhole(c, s.Plan)
	return c.Bytes()
}

// decode decodes a kept scope; nil if it is damaged.
func decode(data []byte, src *Source, key string) *Set {
	if data == nil {
		return nil
	}
	s := &Set{Plan: &plan.Plan{Events: map[string]*plan.Agenda{}}, Source: src, key: key, kept: true}
	c := wire.NewReader(data)
	var head []byte
	c.Raw(&head)
	codeWhole(c, s.Plan)
	var p part
	if c.Err() != nil || json.Unmarshal(head, &p) != nil || len(p.At) != 2*len(p.Hooks) {
		return nil
	}
	for i := range p.Hooks {
		p.Hooks[i].position = position{order: p.At[2*i], layer: p.At[2*i+1], at: p.Hooks[i].At}
	}
	s.Hooks, s.Can, s.said, s.clear, src.names = p.Hooks, p.Can, p.Clauses, p.Clear, p.Names
	opened := sync.OnceValue(func() expr.Used { return s.Source.schema.fresh(s.Source).used })
	s.known = func(code plan.Code) (expr.Known, bool) {
		if _, is := slices.BinarySearch(p.Used, crc32.ChecksumIEEE(code)); !is {
			return expr.Known{}, false
		}
		known, is := opened()[string(code)]
		return known, is
	}
	return s
}

// codeWhole codes a plan in full, including the parts that a plan file keeps apart.
func codeWhole(c *wire.Coder, p *plan.Plan) {
	p.Code(c)
	wire.Map(c, &p.Tables, func(c *wire.Coder, t **plan.Table) {
		wire.Pointer(c, t, func(c *wire.Coder, t *plan.Table) { t.Code(c) })
	})
	wire.Map(c, &p.Stores, func(c *wire.Coder, s **plan.Store) {
		wire.Pointer(c, s, func(c *wire.Coder, s *plan.Store) { s.Code(c) })
	})
	wire.Map(c, &p.Takers.Events, (*wire.Coder).String)
	wire.Strings(c, &p.Takers.Known)
	wire.Map(c, &p.Events, func(c *wire.Coder, a **plan.Agenda) {
		wire.Pointer(c, a, func(c *wire.Coder, a *plan.Agenda) {
			a.Matcher.Code(c)
			a.Code(c)
			var common plan.Common
			wire.List(c, &a.Hooks, func(c *wire.Coder, h *plan.Hook) {
				h.Head(c, &common)
				h.Rest(c)
			})
		})
	})
}

// key returns a hash of a scope's sources.
func (s *scope) key() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q\n", s.pack, s.path)
	if !s.foreign {
		return "plain " + hex.EncodeToString(h.Sum(nil))
	}
	read := map[*build.Instance]bool{}
	for _, says := range s.said {
		for i, x := range says.exprs {
			fmt.Fprintf(h, "layer %d\n", says.rank)
			hashNode(h, says.in[i].Filename, x)
		}
		for _, d := range says.lets() {
			hashNode(h, says.in[0].Filename, d)
		}
		for _, i := range says.layer.Imports {
			hashPackage(h, i, read)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// hashNode writes part of a file, with the positions of its fields.
func hashNode(h io.Writer, file string, n ast.Node) {
	text, err := format.Node(n)
	fmt.Fprintf(h, "%q %s %v\n", file, text, err)
	ast.Walk(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Field, *ast.EmbedDecl, *ast.BasicLit:
			fmt.Fprintf(h, "%d:%d ", n.Pos().Line(), n.Pos().Column())
		}
		return true
	}, nil)
}

// hashPackage writes the files of a package and of its imports, except shipped packs, which change
// only with the program.
func hashPackage(h hash.Hash, inst *build.Instance, read map[*build.Instance]bool) {
	if read[inst] || Shipped(inst.ImportPath) {
		return
	}
	read[inst] = true
	for _, f := range inst.BuildFiles {
		data, _ := f.Source.([]byte)
		fmt.Fprintf(h, "%q %d\n", f.Filename, len(data))
		h.Write(data)
	}
	for _, i := range inst.Imports {
		hashPackage(h, i, read)
	}
}
