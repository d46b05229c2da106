package cache

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/adler32"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// firstRead is how much is read at once, bytes: the head and, of a small plan,
// what an event needs.
const firstRead = 8 << 10

var errVersion = errors.New("found a plan of another version")

// A Plan is a plan on disk. Close it.
type Plan struct {
	head  head
	file  *files.Handle
	first []byte // the start of the file
	at    int64  // where the body starts
}

// Read opens the plan of a rule set. It fails if there is none, or none of this
// version that is whole.
func (s Store) Read(rules string) (*Plan, error) {
	path := s.path(rules, "plan")
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	p := &Plan{file: f}
	if err := p.load(rules); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// open opens a file of the store. It fails if it is somebody else's.
func open(path string) (*files.Handle, error) {
	f, err := files.Open(path)
	if err == nil && !f.Own {
		f.Close()
		err = fmt.Errorf("%s: found a file of somebody else, want this user's own", path)
	}
	return f, err
}

// all returns what stands in a file of the store, if it is the user's own.
func (s Store) all(rules, kind string) ([]byte, error) {
	h, err := open(s.path(rules, kind))
	if err != nil {
		return nil, err
	}
	defer h.Close()
	data := make([]byte, h.Size)
	_, err = h.ReadAt(data, 0)
	return data, err
}

func (p *Plan) load(rules string) error {
	size := p.file.Size
	p.first = make([]byte, min(size, firstRead))
	if _, err := p.file.ReadAt(p.first, 0); err != nil {
		return err
	}
	const fixed = int64(len(magic) + 4)
	if int64(len(p.first)) < fixed || string(p.first[:len(magic)]) != magic {
		return errors.New("found no plan")
	}
	n := int64(binary.LittleEndian.Uint32(p.first[len(magic):]))
	p.at = fixed + n
	if p.at > size {
		return errors.New("found a plan that is cut off")
	}
	top, err := p.read(region{At: -n, Len: n})
	if err != nil {
		return err
	}
	c := wire.NewReader(top)
	p.head.code(c)
	switch {
	case c.Err() != nil:
		return c.Err()
	case p.head.Rules != rules:
		return fmt.Errorf("found a plan for %s, want one for %s", p.head.Rules, rules)
	case p.head.Size != size-p.at:
		return fmt.Errorf("found %d bytes, want %d", size-p.at, p.head.Size)
	}
	return nil
}

// Close lets go of the file.
func (p *Plan) Close() error { return p.file.Close() }

// Fresh reports whether the plan is that of the rules as they are now and of the
// compiler that would make it anew, "" if there is none.
func (p *Plan) Fresh(compiler string) bool {
	return p.head.Stamp.Rested() && p.head.Stamp.Holds(compiler)
}

func (p *Plan) read(r region) ([]byte, error) {
	if r.Len < 0 || r.Len > p.file.Size || r.At < -p.at || r.At > p.file.Size-p.at-r.Len {
		return nil, errors.New("found a part that lies outside of the file")
	}
	if from := p.at + r.At; from+r.Len <= int64(len(p.first)) {
		return p.first[from : from+r.Len], nil
	}
	b := make([]byte, r.Len)
	_, err := p.file.ReadAt(b, p.at+r.At)
	return b, err
}

// For returns as much of the plan as an event needs: the hooks its value may
// match, in their order, and what stands for all of them; if there are none, the
// notice and what is kept of decisions. A nil event gets what stands for all. The
// hooks are not whole (engine.Hook.Whole), and can't be made so once the plan on disk
// is closed.
func (p *Plan) For(ev *plan.Event) (*plan.Plan, error) {
	part := &plan.Plan{Notice: p.head.Notice, Log: plan.Logging{Quiet: p.head.Quiet, Inputs: p.head.Inputs, Max: p.head.Max}}
	var e eventRegions
	var drawers []region
	if ev != nil {
		i := slices.IndexFunc(p.head.Events, func(e eventEntry) bool { return string(e.Name) == ev.Name })
		if i < 0 {
			return part, nil
		}
		c := wire.NewReader(p.head.Events[i].Raw)
		e.code(c)
		if err := c.Err(); err != nil {
			return nil, err
		}
		var err error
		if drawers, err = p.drawers(e, ev); err != nil || len(drawers) == 0 {
			return part, err
		}
	}
	if err := p.decode(p.head.Common, func(c *wire.Coder) { common(c, part) }); err != nil || ev == nil {
		return part, err
	}
	a := &plan.Agenda{Matcher: e.Matcher}
	var hooks []numbered
	for _, r := range drawers {
		var d drawer
		if err := p.decode(r, d.code); err != nil {
			return nil, err
		}
		hooks = append(hooks, d.Hooks...)
	}
	if err := p.decode(e.Agenda, func(c *wire.Coder) { agenda(c, a) }); err != nil {
		return nil, err
	}
	slices.SortFunc(hooks, func(a, b numbered) int { return a.N - b.N })
	hooks = slices.CompactFunc(hooks, func(a, b numbered) bool { return a.N == b.N })
	for _, n := range hooks {
		n.Hook.Rest = func(h *plan.Hook) error { return p.decode(n.Rest, func(c *wire.Coder) { rest(c, h) }) }
		a.Hooks = append(a.Hooks, n.Hook)
	}
	part.Events = map[string]*plan.Agenda{ev.Name: a}
	return part, p.tables(part, a.Hooks)
}

// tables reads the tables that hooks ask into a plan.
func (p *Plan) tables(part *plan.Plan, hooks []plan.Hook) error {
	for _, h := range hooks {
		for _, name := range h.Tables {
			if part.Tables[name] != nil {
				continue
			}
			t := &plan.Table{}
			if err := p.decode(p.head.Tables[name], func(c *wire.Coder) { tableOf(c, t) }); err != nil {
				return err
			}
			if part.Tables == nil {
				part.Tables = map[string]*plan.Table{}
			}
			part.Tables[name] = t
		}
	}
	return nil
}

func (p *Plan) decode(r region, code func(*wire.Coder)) error {
	raw, err := p.read(r)
	if err != nil {
		return err
	}
	if int64(adler32.Checksum(raw)) != r.Sum {
		return errors.New("found a plan that was changed, want it as it was written")
	}
	c := wire.NewReader(raw)
	code(c)
	return c.Err()
}

// drawers are the regions of the drawers that an event's value may be in.
func (p *Plan) drawers(e eventRegions, ev *plan.Event) ([]region, error) {
	var found []region
	if e.Any.Len > 0 {
		found = append(found, e.Any)
	}
	n := int(e.Table.Len / rowSize)
	if n == 0 {
		return found, nil
	}
	for _, name := range e.Matcher.Spellings(e.Matcher.Subject(ev)) {
		h := hash(name)
		at := int(h) & (n - 1)
		for range n { // a whole table has free rows, which end the search before
			row, err := p.read(region{At: e.Table.At + int64(at*rowSize), Len: rowSize})
			if err != nil {
				return nil, err
			}
			r := region{int64(binary.LittleEndian.Uint64(row[8:])), int64(binary.LittleEndian.Uint64(row[16:])), int64(binary.LittleEndian.Uint64(row[24:]))}
			if r.Len == 0 {
				break
			}
			if binary.LittleEndian.Uint64(row) == h {
				found = append(found, r)
				break
			}
			at = (at + 1) & (n - 1)
		}
	}
	return found, nil
}

// Hooks returns the names of all hooks.
func (p *Plan) Hooks() []string {
	return p.directory().Hooks
}

func (p *Plan) directory() (d directory) {
	p.decode(p.head.Names, d.code)
	return d
}

// Takers are engine.Plan's.
func (p *Plan) Takers() plan.Takers { return p.directory().Takers }
