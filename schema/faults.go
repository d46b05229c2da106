package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/load"
	"cuelang.org/go/cue/token"
)

// cueFaults turns CUE's errors into ours, one for each path: the deepest, and of
// those at one path the plainest. Errors without a place get at.
func (c *compiler) cueFaults(err error, at token.Pos) []error {
	all := errors.Errors(err)
	if len(all) == 1 && len(errors.Positions(all[0])) == 0 && len(all[0].Path()) == 0 {
		return []error{&plan.Error{Pos: plan.Pos{File: c.dir}, Err: errors.New(strings.Join(strings.Fields(all[0].Error()), " "))}}
	}
	paths := make([]string, len(all))
	for i, e := range all {
		paths[i] = strings.Join(c.path(e), "\x00") + "\x00"
	}
	best := map[string]errors.Error{}
	var order []string
	for i, e := range all {
		deeper := false
		for j, p := range paths {
			deeper = deeper || i != j && len(p) > len(paths[i]) && strings.HasPrefix(p, paths[i]) && len(c.path(e)) > 0
		}
		if deeper {
			continue
		}
		key := paths[i]
		if len(c.path(e)) == 0 {
			key = e.Error()
		}
		old, ok := best[key]
		if !ok {
			order = append(order, key)
		}
		if !ok || c.plainness(e) > c.plainness(old) {
			best[key] = e
		}
	}
	var out []error
	for _, key := range order {
		e := best[key]
		pos := at
		for _, p := range errors.Positions(e) {
			if own(p) && (pos == at || c.weight(p) > c.weight(pos)) {
				pos = p
			}
		}
		at, text := place(pos), c.message(e)
		if v, ok := c.written(c.path(e)); ok && own(posOf(v)) && !forbidden(e) {
			at = placeOf(v)
		}
		if c.betweenLayers(e) {
			at = c.latest(e)
		}
		f := &plan.Error{Pos: at, Hook: cmp.Or(c.hook, hookIn(c.path(e))), Err: errors.New(text)}
		for _, p := range errors.Positions(e) {
			if other := place(p); own(p) && other.File != at.File && !c.refers[other] {
				f.See = other
				break
			}
		}
		out = append(out, f)
	}
	return out
}

func (c *compiler) plainness(e errors.Error) int {
	f, args := e.Msg()
	switch {
	case c.betweenLayers(e):
		return 4
	case strings.HasPrefix(fmt.Sprintf(f, args...), "want "):
		return 3
	case strings.HasSuffix(f, "empty disjunction:"):
		return 0
	case strings.Contains(f, "mismatched types"):
		return 1
	}
	return 2
}

// path is where in the rule set an error is.
func (c *compiler) path(e errors.Error) []string { return slices.Concat(c.base, e.Path()) }

// weight says which of several places of a fault its author would mend: what is
// written there, not where that is referred to, nor what a pack says.
func (c *compiler) weight(p token.Pos) int {
	switch {
	case ofPack(p):
		return 0
	case c.refers[place(p)]:
		return 1
	}
	return 2
}

// betweenLayers reports whether an error is that two layers contradict each other.
func (c *compiler) betweenLayers(e errors.Error) bool {
	if f, _ := e.Msg(); !strings.HasPrefix(f, "conflicting values") {
		return false
	}
	layer := 0
	for _, p := range c.places(e) {
		switch rank := c.ranks[p.File]; {
		case layer == 0:
			layer = rank
		case rank != 0 && rank != layer:
			return true
		}
	}
	return false
}

// latest is where the last of the layers that an error is about says its part.
func (c *compiler) latest(e errors.Error) plan.Pos {
	return slices.MaxFunc(c.places(e), func(a, b plan.Pos) int { return cmp.Compare(c.ranks[a.File], c.ranks[b.File]) })
}

// places are where the parts of an error are written.
func (c *compiler) places(e errors.Error) []plan.Pos {
	var all []plan.Pos
	for _, p := range errors.Positions(e) {
		if at := place(p); !c.refers[at] {
			all = append(all, at)
		}
	}
	return all
}

// hookIn is the name of the hook that a path leads into, "" for none.
func hookIn(path []string) string {
	if len(path) < 2 || path[0] != "hooks" {
		return ""
	}
	if name, err := strconv.Unquote(path[1]); err == nil {
		return name
	}
	return path[1]
}

// message says what was found and what is wanted, with the name it is about.
func (c *compiler) message(e errors.Error) string {
	if p := new(load.PackageError); errors.As(e, &p) { // wrapped by each package on the way
		return strings.Join(strings.Fields(p.Message.Error()), " ")
	}
	f, args := e.Msg()
	text := fmt.Sprintf(f, args...)
	if forbidden(e) && c.want.Exists() {
		return c.notAllowed(e.Path())
	}
	found := ""
	v, known := c.written(c.path(e))
	if known {
		found = fmt.Sprint(v)
	}
	switch {
	case strings.HasPrefix(text, "want ") && known:
		text = fmt.Sprintf("found %s, %s", found, text)
	case c.betweenLayers(e):
		text = "two layers contradict each other: found " + strings.TrimPrefix(text, "conflicting values ") + ", want one of them"
	case strings.HasPrefix(f, "conflicting values %s and %s") && len(args) >= 2:
		a, b := fmt.Sprint(args[0]), fmt.Sprint(args[1])
		if known && b == found {
			a, b = b, a
		}
		text = fmt.Sprintf("found %s, want %s", a, b)
	}
	if p := c.path(e); len(p) > 0 {
		if last := p[len(p)-1]; !strings.Contains(text, last) {
			text = last + ": " + text
		}
	}
	return text
}

// forbidden reports whether an error is that a field may not be there.
func forbidden(e errors.Error) bool {
	f, _ := e.Msg()
	return strings.HasSuffix(f, "field not allowed") && len(e.Path()) > 0
}

// written returns what the author wrote at a path, if it is one plain value.
func (c *compiler) written(path []string) (cue.Value, bool) {
	v, ok := lookup(c.root, path)
	plain := len(path) > 0 && ok && v.Err() == nil && v.IsConcrete() && v.IncompleteKind()&(cue.StructKind|cue.ListKind) == 0
	return v, plain
}

// lookup returns what stands at a path that an error names, or may stand there.
func lookup(v cue.Value, path []string) (cue.Value, bool) {
	for _, name := range path {
		if unquoted, err := strconv.Unquote(name); err == nil {
			name = unquoted
		}
		ways := []cue.Selector{cue.Str(name), cue.Str(name).Optional(), cue.Str(name).Required(), cue.AnyString}
		if i, err := strconv.Atoi(name); err == nil && v.IncompleteKind() == cue.ListKind {
			ways = []cue.Selector{cue.Index(i), cue.AnyIndex}
		}
		v = firstOf(v, ways)
	}
	return v, v.Exists()
}

// firstOf returns the first that exists of what a value, or one of those it may be,
// has under some selectors.
func firstOf(v cue.Value, ways []cue.Selector) cue.Value {
	for _, way := range ways {
		if found := v.LookupPath(cue.MakePath(way)); found.Exists() {
			return found
		}
	}
	if op, either := cue.Dereference(v).Expr(); op == cue.OrOp {
		for _, v := range either {
			if found := firstOf(v, ways); found.Exists() {
				return found
			}
		}
	}
	return cue.Value{}
}
