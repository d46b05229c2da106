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

// A clash is a pair of conflicting values for one field. CUE reports both, but not which one
// an author would change.
type clash struct {
	at, see plan.Pos
	err     error // nil if there is no conflict
}

// clash returns the conflict that an error is about; ok is false for other errors.
func (r cueReader) clash(e errors.Error) (c clash, ok bool) {
	if forbidden(e) {
		return c, false
	}
	path := r.path(e)
	if n := len(path); n > 0 && isIndex(path[n-1]) { // lists conflict as a whole
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

// between returns the conflict among values that authors gave; ok is false if they agree.
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

// otherWay reports whether an error is about one alternative of a field whose value fits another
// alternative. The actual fault is then elsewhere.
func (r cueReader) otherWay(e errors.Error) bool {
	c, _ := r.clash(e)
	f, _ := e.Msg()
	return strings.HasPrefix(f, "conflicting values") && c.at.Line > 0 && c.err == nil
}

// sides splits the values and constraints of a field into the values that authors gave, last layer
// first, and those that packs and types allow.
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

// refused returns why a value conflicts with what is allowed, and the place of the constraint; nil
// if they don't conflict. If there are several reasons, it returns the one that lists most
// alternatives.
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

// shortly formats a value as CUE, elided if it is long.
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

// tight removes the commas that joining lines puts next to brackets.
var tight = strings.NewReplacer("{, ", "{", ", }", "}", "[, ", "[", ", ]", "]", ",,", ",")

// lookup returns the value, or the constraint, at the path of an error.
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

// firstOf returns the first of some selectors' values that exists in v, else in one of its
// alternatives.
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
