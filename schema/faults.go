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

// An about says what an error of CUE is about.
type about struct {
	dir  string    // of the layer, where a fault is placed that has no other place
	root cue.Value // that the error's path, after base, leads from
	base []string
	want cue.Value // the definition that was not met, if it is that
	hook string
}

// cueFault notes what CUE found; what has no place of its own is at.
func (src *Source) cueFault(err error, at token.Pos, a about) {
	for _, f := range (cueReader{src, a}).faults(err, at) {
		src.Report.Fault(f)
	}
}

// A cueReader turns CUE's errors into faults.
type cueReader struct {
	*Source
	about
}

// faults returns a fault for each path: of errors at several the deepest, of those at
// one path the plainest.
func (r cueReader) faults(err error, at token.Pos) []*plan.Error {
	all := errors.Errors(errors.Promote(err, ""))
	if len(all) == 1 && len(errors.Positions(all[0])) == 0 && len(all[0].Path()) == 0 {
		return []*plan.Error{{Pos: plan.Pos{File: r.dir}, Err: errors.New(strings.Join(strings.Fields(all[0].Error()), " "))}}
	}
	var out []*plan.Error
	for _, e := range r.telling(all) {
		out = append(out, r.fault(e, at))
	}
	return out
}

// telling returns the errors that say most.
func (r cueReader) telling(all []errors.Error) []errors.Error {
	paths := make([]string, len(all))
	for i, e := range all {
		paths[i] = strings.Join(r.path(e), "\x00") + "\x00"
	}
	var best []errors.Error
	at := map[string]int{} // where the best of a path stands
	for i, e := range all {
		deeper := func(p string) bool { return len(p) > len(paths[i]) && strings.HasPrefix(p, paths[i]) }
		if len(r.path(e)) > 0 && slices.ContainsFunc(paths, deeper) {
			continue
		}
		key := paths[i]
		if len(r.path(e)) == 0 {
			key = e.Error()
		}
		if old, ok := at[key]; !ok {
			at[key], best = len(best), append(best, e)
		} else if r.plainness(e) > r.plainness(best[old]) {
			best[old] = e
		}
	}
	return best
}

// fault returns an error as a fault.
func (r cueReader) fault(e errors.Error, at token.Pos) *plan.Error {
	pos := at
	for _, p := range errors.Positions(e) {
		if own(p) && (pos == at || r.weight(p) > r.weight(pos)) {
			pos = p
		}
	}
	f := &plan.Error{Pos: Pos(pos), Hook: cmp.Or(r.hook, hookIn(r.path(e))), Err: errors.New(r.message(e))}
	if v, ok := r.written(r.path(e)); ok && own(posOf(v)) && !forbidden(e) {
		f.Pos = placeOf(v)
	}
	if r.betweenLayers(e) {
		f.Pos = r.latest(e)
	}
	for _, p := range errors.Positions(e) {
		if other := Pos(p); own(p) && other.File != f.File && !r.refers[other] {
			f.See = other
			break
		}
	}
	return f
}

func (r cueReader) plainness(e errors.Error) int {
	f, args := e.Msg()
	switch {
	case r.betweenLayers(e):
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
func (r cueReader) path(e errors.Error) []string { return slices.Concat(r.base, e.Path()) }

// weight says which of several places of a fault its author would mend: what is
// written there, not where that is referred to, nor what a pack says.
func (r cueReader) weight(p token.Pos) int {
	switch {
	case ofPack(p):
		return 0
	case r.refers[Pos(p)]:
		return 1
	}
	return 2
}

// betweenLayers reports whether an error is that two layers contradict each other.
func (r cueReader) betweenLayers(e errors.Error) bool {
	if f, _ := e.Msg(); !strings.HasPrefix(f, "conflicting values") {
		return false
	}
	layer := 0
	for _, p := range r.places(e) {
		switch rank := r.ranks[p.File]; {
		case layer == 0:
			layer = rank
		case rank != 0 && rank != layer:
			return true
		}
	}
	return false
}

// latest is where the last of the layers that an error is about says its part.
func (r cueReader) latest(e errors.Error) plan.Pos {
	return slices.MaxFunc(r.places(e), func(a, b plan.Pos) int { return cmp.Compare(r.ranks[a.File], r.ranks[b.File]) })
}

// places are where the parts of an error are written.
func (r cueReader) places(e errors.Error) []plan.Pos {
	var all []plan.Pos
	for _, p := range errors.Positions(e) {
		if at := Pos(p); !r.refers[at] {
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
func (r cueReader) message(e errors.Error) string {
	if p := new(load.PackageError); errors.As(e, &p) { // wrapped by each package on the way
		return strings.Join(strings.Fields(p.Message.Error()), " ")
	}
	f, args := e.Msg()
	text := fmt.Sprintf(f, args...)
	if forbidden(e) && r.want.Exists() {
		return r.notAllowed(e.Path())
	}
	found := ""
	v, known := r.written(r.path(e))
	if known {
		found = fmt.Sprint(v)
	}
	switch {
	case strings.HasPrefix(text, "want ") && known:
		text = fmt.Sprintf("found %s, %s", found, text)
	case r.betweenLayers(e):
		text = "two layers contradict each other: found " + strings.TrimPrefix(text, "conflicting values ") + ", want one of them"
	case strings.HasPrefix(f, "conflicting values %s and %s") && len(args) >= 2:
		a, b := fmt.Sprint(args[0]), fmt.Sprint(args[1])
		if known && b == found {
			a, b = b, a
		}
		text = fmt.Sprintf("found %s, want %s", a, b)
	}
	if p := r.path(e); len(p) > 0 {
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
func (r cueReader) written(path []string) (cue.Value, bool) {
	v, ok := lookup(r.root, path)
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
