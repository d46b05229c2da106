package plan

import (
	"slices"
	"strings"

	"bcrules.dev/engine/ecma"
)

// A Need is what an event must have for a hook to do anything: in the text of the field at Path
// stands one of Words, whatever the case of its letters. It lets an event find the few of many hooks
// that it may concern (package cache); the hook's own conditions still decide.
type Need struct {
	Path  []string
	Words []string
}

// Many is how many hooks, or rules of one, make it worth to look an event up for them.
const Many = 64

// Gram is the fewest bytes of a word, folded, that an event can be looked up by.
const Gram = 4

// Seekable reports whether an event can be looked up for what has a need, which may be nil.
func (n *Need) Seekable() bool {
	return n != nil && !slices.ContainsFunc(n.Words, func(word string) bool { return len(ecma.Fold(word)) < Gram })
}

// Key tells needs in one field from those in others.
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

// Again returns hooks that the plan left out because the event as sent lacks what they need, and
// that need to be asked about it as rules have changed it. A plan that left out none has none.
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
