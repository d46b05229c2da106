package schema

import (
	"cmp"
	"path"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
)

// A Listed describes a hook of a rule set for people.
type Listed struct {
	Name    string   `json:"name"`
	Doc     string   `json:"doc,omitempty"`
	Forbids string   `json:"forbids,omitempty"` // what it prevents the agent from doing
	On      []string `json:"on"`                // events
	Match   string   `json:"match,omitempty"`
	Enabled bool     `json:"enabled"`
	OnError string   `json:"onError"` // open or closed
	Mode    string   `json:"mode"`    // enforce or observe
	Rules   int      `json:"rules"`   // how many
	From    string   `json:"from"`    // import path of its pack, or folder of its layer
	At      plan.Pos `json:"at"`
	Stores  []string `json:"stores,omitempty"` // that it uses

	position position
}

// listed describes a hook on some events.
func (h *Hook) listed(name string, on []string, whole filled) Listed {
	at := h.Field("on").Written().Pos
	if h.Node.From.Line > 0 {
		at = h.Node.From.Pos
	}
	l := Listed{Name: name, On: on, OnError: whole.text("onError"), From: path.Dir(at.File), At: at, Rules: len(h.Field("rules").Items())}
	l.Doc, _ = h.Field("doc").String()
	l.Forbids, _ = h.Field("forbids").String()
	l.Match = h.Field("match").Matcher()
	l.Mode = cmp.Or(modeOf(h.Node), modeOf(h.src.Root), Enforce)
	enabled, err := whole.field("enabled").Bool()
	l.Enabled = enabled || err != nil
	order, _ := whole.field("order").Int64()
	l.position = position{order: int(order), layer: h.src.ranks[at.File], at: at}
	return l
}

// Modes of hooks (#Hook).
const (
	Enforce = "enforce"
	Observe = "observe"
)

// modeOf returns the mode of a hook or of a rule set, "" for none.
func modeOf(n Node) string {
	mode, _ := n.Field("mode").String()
	return mode
}

// Shipped reports whether a pack of this program is the origin (Listed.From) of something.
func Shipped(from string) bool { return strings.HasPrefix(from, rules.Path+"/") }
