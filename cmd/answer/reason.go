package answer

import (
	"reflect"
	"slices"

	"bcrules.dev/engine"
)

// A Reason says why a condition holds or doesn't.
type Reason struct {
	Src   string `json:"src"`
	Holds bool   `json:"holds"`
	Error string `json:"error,omitempty"`
	Parts []Part `json:"parts"` // the smallest parts that decided, in order
}

// A Part is a part of a condition that decided, alone or together with others.
type Part struct {
	Src       string  `json:"src"`
	Value     any     `json:"value"`
	Doc       string  `json:"doc,omitempty"`       // doc of the nearest documented part that contains it
	Let       string  `json:"let,omitempty"`       // the let that contains it, as called
	Predicate string  `json:"predicate,omitempty"` // the predicate that contains it, as called
	Item      *Value  `json:"item,omitempty"`      // the list item that it was evaluated for
	Values    []Value `json:"values,omitempty"`    // its operands: first those from the event and facts, then data of the rule set

	failed bool // Doc is that of alternatives that all failed, so it replaces the docs of these
}

// A Value is the value of an expression in a condition.
type Value struct {
	Src   string `json:"src"`
	Value any    `json:"value"`
	Error string `json:"error,omitempty"`
	Data  bool   `json:"data,omitempty"` // data of the rule set, the same at each event
}

// A reasons explains a hook's conditions, using the values of its lets.
type reasons struct {
	hook *engine.HookTrace
	lets map[string]engine.Finding
}

func explainer(h *engine.HookTrace) reasons {
	x := reasons{h, map[string]engine.Finding{}}
	for _, l := range h.Lets {
		if len(l.Parts) == 1 {
			x.lets[l.Src] = l.Parts[0]
		}
	}
	return x
}

// reason returns why a condition has its value; nil if there is no condition.
func (x reasons) reason(f *engine.Finding) *Reason {
	if f == nil {
		return nil
	}
	return &Reason{Src: f.Src, Holds: f.Value == true, Error: f.Error, Parts: x.parts(*f, Part{}, mostNested)}
}

// mostNested limits how deeply lets are followed.
const mostNested = 8

// parts returns the smallest parts of a condition that decided. in has the let and the item that
// contain the condition.
func (x reasons) parts(f engine.Finding, in Part, deep int) []Part {
	var all []Part
	switch {
	case f.Op == engine.Stands:
		in.Predicate, in.Doc, in.failed = f.Src, "", false
	case f.Doc != "" && !in.failed:
		in.Doc, in.failed = f.Doc, f.Op == engine.Or && f.Value != true
	}
	for _, p := range deciding(f) {
		for _, part := range x.parts(p, in, deep) {
			if !slices.ContainsFunc(all, part.equal) {
				all = append(all, part)
			}
		}
	}
	if all != nil {
		return all
	}
	if let, item := x.inner(f, deep); item != nil && deep > 0 {
		if let != "" {
			in.Let = let
		}
		if item.Src != "" {
			in.Item = &Value{Src: item.Src, Value: item.Value}
		}
		return x.parts(item.Parts[0], in, deep-1)
	}
	in.Src, in.Value = f.Src, f.Value
	x.values(f, &in.Values, deep)
	return []Part{in}
}

// Order returns 1 for true and 0 for false, to sort by.
func Order(is bool) int {
	if is {
		return 1
	}
	return 0
}

// equal reports whether two parts say the same, wherever they occur.
func (p Part) equal(o Part) bool {
	return p.Src == o.Src && reflect.DeepEqual(p.Item, o.Item) && reflect.DeepEqual(p.Value, o.Value)
}

// deciding returns the parts whose truth decided that of the whole; nil if there are none.
func deciding(f engine.Finding) []engine.Finding {
	one := func(v bool) []engine.Finding {
		i := slices.IndexFunc(f.Parts, func(p engine.Finding) bool { return p.Value == v })
		if i < 0 {
			return nil
		}
		return f.Parts[i : i+1]
	}
	switch f.Op {
	case engine.And:
		if f.Value != true {
			return one(false)
		}
		return f.Parts
	case engine.Or:
		if f.Value == true {
			return one(true)
		}
		return f.Parts
	case engine.Not, engine.Stands:
		return f.Parts
	case engine.If:
		return slices.DeleteFunc(slices.Clone(f.Parts), func(p engine.Finding) bool { return p.Skip })
	}
	return nil
}

// inner returns the list item that decided a part's value, and the let that contains the list, if
// there is one; item is nil if no single item decided.
func (x reasons) inner(f engine.Finding, deep int) (let string, item *engine.Finding) {
	if deep == 0 {
		return "", nil
	}
	if l, ok := x.lets[f.Src]; ok {
		if _, item = x.inner(l, deep-1); item == nil && (l.Op != "") {
			item = &engine.Finding{Parts: []engine.Finding{l}}
		}
		return f.Src, item
	}
	for _, p := range f.Parts {
		if p.Op == engine.Item && len(p.Parts) > 0 {
			return "", &p
		}
	}
	for _, p := range f.Parts {
		if let, item := x.inner(p, deep); item != nil {
			return let, item
		}
	}
	return "", nil
}

// values adds the operands of a part that have no parts themselves, data of the rule set last.
func (x reasons) values(f engine.Finding, all *[]Value, deep int) {
	parts := f.Parts
	if l, ok := x.lets[f.Src]; ok && deep > 0 && len(l.Parts) > 0 {
		parts, deep = l.Parts, deep-1
	}
	for _, p := range parts {
		if p.Op == engine.Item || p.Src == "#" || p.Skip { // the item is shown separately
			continue
		}
		if len(p.Parts) > 0 {
			x.values(p, all, deep)
			continue
		}
		v := Value{p.Src, p.Value, p.Error, p.Data}
		if !slices.ContainsFunc(*all, func(o Value) bool { return o.Src == v.Src }) {
			*all = append(*all, v)
		}
	}
	slices.SortStableFunc(*all, func(a, b Value) int { return Order(a.Data) - Order(b.Data) })
}
