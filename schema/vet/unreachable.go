package vet

import (
	"fmt"
	"path/filepath"
	"slices"

	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"
)

// checkUnreached is the name of the check for rows of a table that are never reached.
const checkUnreached = "unreachable"

// unreached judges whether a row of a table is never reached.
func (b *Binding) unreached(share *prove.Budget, h *Hook, i int) judgement {
	known := []prove.Prop{b.match, b.by, b.when, b.rules[i].holds}
	from := max(0, i-maxRows)
	for n := range i {
		if !b.Hook.Rules[n].Off && (n >= from || !h.Rules[n].When.Exists()) {
			known = append(known, b.rules[n].fails())
		}
	}
	if share.Possible(known...) {
		return judgement{}
	}
	at := h.Rules[i].Written()
	j := judgement{finding: finding{at: at, check: checkUnreached, text: "can't be reached: the rows before it take every case", mild: rests(known)}}
	known[1] = prove.Always()
	j.asked = share.Possible(known...)
	for n := range i {
		known := []prove.Prop{b.match, b.by, b.when, b.rules[i].holds, b.rules[n].fails()}
		if !b.Hook.Rules[n].Off && !share.Possible(known...) {
			j.text = fmt.Sprintf("can't be reached: the row at %s takes every case", beside(h.Rules[n].Written(), at))
			if h.Rules[i].When.Exists() {
				j.text += " of it"
			}
			j.mild = rests(known)
			break
		}
	}
	return j
}

// rests reports whether a proof depends on settings, which may change.
func rests(known []prove.Prop) bool {
	return slices.ContainsFunc(known, func(p prove.Prop) bool { return p.Open })
}

// beside returns a position as text, relative to another.
func beside(at, from schema.Place) string {
	file := at.File
	at.File = ""
	if file == from.File {
		return at.Pos.String()[1:]
	}
	return schema.Display(file, filepath.Dir(filepath.FromSlash(from.File))) + at.Pos.String()
}

// maxRows limits how many earlier rows of a table are considered.
const maxRows = 150
