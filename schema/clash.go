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
)

// A clash is that of what is said of one field not all can be so. CUE tells of two sides
// and not which of them an author would change.
type clash struct {
	at, see plan.Pos
	err     error // nil if it is none
}

// clash returns what an error is if it is that; ok is false if it is another.
func (r cueReader) clash(e errors.Error) (c clash, ok bool) {
	if forbidden(e) {
		return c, false
	}
	path := r.path(e)
	if n := len(path); n > 0 && isIndex(path[n-1]) { // lists differ as a whole
		v, _ := lookup(r.root, path[:n-1])
		lists, _ := r.sides(v)
		if c, ok := r.between(lists); ok {
			return c, true
		}
	}
	v, _ := lookup(r.root, path)
	given, allowed := r.sides(v)
	if r.want.Exists() {
		want, _ := lookup(r.want, e.Path())
		allowed = append(allowed, want)
	}
	if len(given) == 0 {
		return c, false
	}
	found := given[0]
	c.at = placeOf(found)
	if c, ok := r.between(given); ok {
		return c, true
	}
	c.see, c.err = refused(found, allowed)
	if f, args := e.Msg(); strings.HasPrefix(fmt.Sprintf(f, args...), "want ") {
		c.err = fmt.Errorf("found %s, "+f, append([]any{shortly(found)}, args...)...)
	}
	return c, c.err != nil
}

// between returns the clash of what authors gave; ok is false if that agrees.
func (r cueReader) between(given []cue.Value) (c clash, ok bool) {
	plain := func(v cue.Value) bool { return constant(v) || v.IncompleteKind() == cue.ListKind }
	i := slices.IndexFunc(given, func(v cue.Value) bool { return plain(v) && !v.Equals(given[0]) })
	if i < 1 {
		return c, false
	}
	c.at, c.see = placeOf(given[0]), placeOf(given[i])
	who, want := "two places contradict", "want one of them"
	if r.ranks[c.at.File] != r.ranks[c.see.File] {
		who = "two layers contradict"
	}
	if given[i].IncompleteKind() == cue.ListKind && given[0].IncompleteKind() == cue.ListKind {
		want = "want one list, with the items of both, at one of the two places and none at the other"
	}
	c.err = fmt.Errorf("%s each other: found %s and %s, %s", who, shortly(given[0]), shortly(given[i]), want)
	return c, true
}

// otherWay reports whether an error is of one way of several to read a field, and what
// was found fits another: what is wrong then stands elsewhere.
func (r cueReader) otherWay(e errors.Error) bool {
	c, _ := r.clash(e)
	f, _ := e.Msg()
	return strings.HasPrefix(f, "conflicting values") && c.at.Line > 0 && c.err == nil
}

// sides returns what authors gave as a field's value, that of the last layer first, and
// what packs and types say of it.
func (r cueReader) sides(v cue.Value) (given, allowed []cue.Value) {
	all := parts(v)
	if len(all) == 0 {
		all = []cue.Value{v}
	}
	for _, part := range all {
		switch pos := posOf(part); {
		case part.IsConcrete() && own(pos) && !ofPack(pos):
			given = append(given, part)
		case part.Exists():
			allowed = append(allowed, part)
		}
	}
	rank := func(v cue.Value) int { return r.ranks[placeOf(v).File] }
	slices.SortStableFunc(given, func(a, b cue.Value) int { return cmp.Compare(rank(b), rank(a)) })
	return given, allowed
}

// refused says why a value can't stand where something else is said, and where that is
// said; nil if it can. A choice says more than what was chosen from it.
func refused(found cue.Value, allowed []cue.Value) (see plan.Pos, err error) {
	most := 0
	for _, a := range allowed {
		if found.Unify(a).Validate(cue.Concrete(false)) == nil {
			continue
		}
		if ways := wanted(found, a); len(ways) > most {
			most, err, see = len(ways), Among(shortly(found), ways), plan.Pos{}
			if own(posOf(a)) {
				see = placeOf(a)
			}
		}
	}
	return see, err
}

// shortly writes a value as CUE, if it is a short one.
func shortly(v cue.Value) string {
	const most = 60
	if constant(v) {
		return OneLine(v)
	}
	lines := strings.Split(fmt.Sprint(v), "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	switch text := tight.Replace(strings.Join(lines, ", ")); {
	case len(text) <= most:
		return text
	case v.IncompleteKind() == cue.ListKind:
		return "[…]"
	}
	return "{…}"
}

// tight takes the commas away that stand inside of brackets' ends.
var tight = strings.NewReplacer("{, ", "{", ", }", "}", "[, ", "[", ", ]", "]", ",,", ",")

// lookup returns what stands at a path that an error names, or may stand there.
func lookup(v cue.Value, path []string) (cue.Value, bool) {
	for _, name := range path {
		name = unquoted(name)
		ways := []cue.Selector{cue.Str(name), cue.Str(name).Optional(), cue.Str(name).Required(), cue.AnyString}
		if i, err := strconv.Atoi(name); err == nil {
			ways = append([]cue.Selector{cue.Index(i), cue.AnyIndex}, ways...)
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
