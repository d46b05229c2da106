package schema

import (
	"fmt"
	"strconv"
	"strings"

	"bcrules.dev/engine"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"
)

// cueFaults turns CUE's errors into ours, one for each path: the deepest, and of
// those at one path the plainest. Errors without a place get at.
func (c *compiler) cueFaults(err error, at token.Pos) []error {
	all := errors.Errors(err)
	if len(all) == 1 && len(errors.Positions(all[0])) == 0 && len(all[0].Path()) == 0 {
		return []error{&engine.Error{Pos: engine.Pos{File: c.dir}, Err: errors.New(strings.Join(strings.Fields(all[0].Error()), " "))}}
	}
	paths := make([]string, len(all))
	for i, e := range all {
		paths[i] = strings.Join(e.Path(), "\x00") + "\x00"
	}
	best := map[string]errors.Error{}
	var order []string
	for i, e := range all {
		deeper := false
		for j, p := range paths {
			deeper = deeper || i != j && len(p) > len(paths[i]) && strings.HasPrefix(p, paths[i]) && len(e.Path()) > 0
		}
		if deeper {
			continue
		}
		key := paths[i]
		if len(e.Path()) == 0 {
			key = e.Error()
		}
		old, ok := best[key]
		if !ok {
			order = append(order, key)
		}
		if !ok || plainness(e) > plainness(old) {
			best[key] = e
		}
	}
	var out []error
	for _, key := range order {
		e := best[key]
		pos := at
		for _, p := range errors.Positions(e) {
			if own(p) && (pos == at || ofPack(pos) && !ofPack(p)) {
				pos = p
			}
		}
		at, text := place(pos), c.message(e)
		if v, ok := c.written(e.Path()); ok && own(v.Pos()) && !forbidden(e) {
			at = placeOf(v)
		}
		for _, p := range errors.Positions(e) {
			if other := place(p); own(p) && other.File != at.File {
				text += " (see " + other.String() + ")"
				break
			}
		}
		out = append(out, &engine.Error{Pos: at, Hook: c.hook, Err: errors.New(text)})
	}
	return out
}

func plainness(e errors.Error) int {
	f, args := e.Msg()
	switch {
	case strings.HasPrefix(fmt.Sprintf(f, args...), "want "):
		return 3
	case strings.HasSuffix(f, "empty disjunction:"):
		return 0
	case strings.Contains(f, "mismatched types"):
		return 1
	}
	return 2
}

// message says what was found and what is wanted, with the name it is about.
func (c *compiler) message(e errors.Error) string {
	f, args := e.Msg()
	text := fmt.Sprintf(f, args...)
	if forbidden(e) && c.want.Exists() {
		return c.notAllowed(e.Path())
	}
	found := ""
	v, known := c.written(e.Path())
	if known {
		found = fmt.Sprint(v)
	}
	switch {
	case strings.HasPrefix(text, "want ") && known:
		text = fmt.Sprintf("found %s, %s", found, text)
	case strings.HasPrefix(f, "conflicting values %s and %s") && len(args) >= 2:
		a, b := fmt.Sprint(args[0]), fmt.Sprint(args[1])
		if known && b == found {
			a, b = b, a
		}
		text = fmt.Sprintf("found %s, want %s", a, b)
	}
	if p := e.Path(); len(p) > 0 {
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
		v = first(v, ways)
	}
	return v, v.Exists()
}

// first returns the first that exists of what a value, or one of those it may be,
// has under some selectors.
func first(v cue.Value, ways []cue.Selector) cue.Value {
	for _, way := range ways {
		if found := v.LookupPath(cue.MakePath(way)); found.Exists() {
			return found
		}
	}
	if op, either := cue.Dereference(v).Expr(); op == cue.OrOp {
		for _, v := range either {
			if found := first(v, ways); found.Exists() {
				return found
			}
		}
	}
	return cue.Value{}
}
