package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/cmd/show"
	"bcrules.dev/rules"
)

// rows writes what isn't written yet: for people own hooks, then the number of each pack's. It uses
// a new table, as an earlier one may have other widths.
func (l *lister) rows() error {
	if l.c.Bool("json") {
		return l.items()
	}
	w, fresh := l.c.App.Writer, l.all[l.wrote:]
	on := show.On(w)
	if l.wrote > 0 && len(fresh) == 0 {
		return nil
	}
	var rows [][]string
	packs := map[string][]listed{}
	for _, item := range fresh {
		if pack, _, _ := strings.Cut(item.Name, "/"); item.owner == "pack" && !on.Piped && !l.c.Bool("all") && !given(l.c) {
			packs[pack] = append(packs[pack], item)
		} else {
			rows = append(rows, item.row(on))
		}
	}
	names := []string{"hook", "on", "state", "from", "match", "place", "fails", "rules", "doc"}
	var out string
	switch {
	case !on.Piped:
		if out = on.Telling(names, rows, "hook", "on", "place", "doc", "state", "match", "from", "fails", "rules"); len(packs) > 0 {
			out += folded(on, packs, len(rows) > 0)
		}
	case l.wrote == 0:
		l.table = on.List(names)
		fallthrough
	default:
		out = l.table.Add(rows...)
	}
	l.wrote = len(l.all)
	_, err := io.WriteString(w, out)
	return err
}

// folded returns a table with a row for each pack instead of each of its hooks.
func folded(on show.Screen, packs map[string][]listed, below bool) string {
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(packs)) {
		states, events := map[string]int{}, map[string]bool{}
		for _, h := range packs[name] {
			states[h.State]++
			for _, event := range h.On {
				events[event] = true
			}
		}
		var is []string
		for _, state := range []string{"on", "observes", "off", "untrusted"} {
			if n := states[state]; n > 0 {
				is = append(is, fmt.Sprintf("%d %s", n, state))
			}
		}
		rows = append(rows, []string{name, strings.Join(is, ", "), strings.Join(slices.Sorted(maps.Keys(events)), ", ")})
	}
	out := on.Table([]string{"pack", "hooks", "events"}, rows) + show.Faint.Sprint("list --all has a line for each hook of packs") + "\n"
	if below {
		out = "\n" + out
	}
	return out
}

// row returns a hook's row, faint if the hook does nothing.
func (l listed) row(on show.Screen) []string {
	place := fmt.Sprintf("%s:%d", strings.TrimPrefix(l.At.File, rules.Path+"/"), l.At.Line)
	if !on.Piped {
		place = show.End(place, on.Width/5)
	}
	doc := strings.Join(strings.Fields(l.Doc), " ")
	var also []string
	if l.Forbids != "" {
		also = append(also, "forbids "+l.Forbids)
	}
	if len(l.Stores) > 0 {
		also = append(also, "asks "+strings.Join(l.Stores, ", "))
	}
	if len(also) > 0 {
		doc = strings.TrimSpace(doc + " (" + strings.Join(also, "; ") + ")")
	}
	r := []string{l.Name, strings.Join(l.On, ","), l.State, l.owner, cmp.Or(l.Match, "-"), place,
		l.OnError, strconv.Itoa(l.Rules), cmp.Or(doc, "-")}
	if l.State != "on" {
		for i := range r {
			r[i] = show.Faint.Sprint(r[i])
		}
	}
	return r
}
