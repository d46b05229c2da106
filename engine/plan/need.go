package plan

import (
	"slices"
	"strings"

	"bcrules.dev/engine/ecma"
)

// A Need is a condition without which a hook does nothing: the text of the field at Path contains
// one of Words, whatever the case of letters. Package cache uses it to find the few of many hooks
// that an event may concern; the hook's own conditions still decide.
type Need struct {
	Path  []string
	Words []string
}

// Many is how many hooks, or rules of one hook, make an index of their needs pay.
const Many = 64

// Gram is the length in bytes, folded, of the shortest word that an index can find.
const Gram = 4

// Seekable reports whether an index can find the need. It can't find nil, which any event meets.
func (n *Need) Seekable() bool {
	return n != nil && !slices.ContainsFunc(n.Words, func(word string) bool { return len(ecma.Fold(word)) < Gram })
}

// Key identifies the need's field.
func (n *Need) Key() string { return strings.Join(n.Path, "\x00") }

// TextAt returns the text of a field; ok is false if the field is absent or anything but a text.
func (e *Event) TextAt(path []string) (text string, ok bool) {
	shape := &Shape{Kind: "any"}
	for i := len(path) - 1; i >= 0; i-- {
		shape = &Shape{Kind: "object", Fields: map[string]*Shape{path[i]: shape}}
	}
	v := e.Read(shape, nil)
	for _, name := range path {
		members, _ := v.(map[string]any)
		v = members[name]
	}
	text, ok = v.(string)
	return text, ok
}

// Again returns the hooks that the plan left out because the original event lacks what they need,
// but that the changed event may concern.
func (p *Plan) Again(changed *Event) []*Hook {
	if p.again == nil {
		return nil
	}
	return p.again(changed)
}

// Left reports whether the plan left hooks out.
func (p *Plan) Left() bool { return p.again != nil }

// Leave sets what Again returns.
func (p *Plan) Leave(again func(changed *Event) []*Hook) { p.again = again }
