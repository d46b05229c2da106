package show

import (
	"cmp"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/engine/files"

	"github.com/jedib0t/go-pretty/v6/text"
)

// mostParts limits the parts of a condition that are shown.
const mostParts = 4

// because writes the parts of a condition that decided, a line or two each.
func (y why) because(r *answer.Reason) {
	if r == nil {
		return
	}
	for i, p := range r.Parts {
		if i == y.most(mostParts) {
			y.line(2, "%s", Faint.Sprintf("… %s more (--all)", Count(len(r.Parts)-i, "part")))
			return
		}
		y.withValues(2, []string{"because ", "and "}[min(i, 1)]+y.part(p, r.Holds), y.values(p))
		if next := i + 1; p.Item != nil && (next == len(r.Parts) || !reflect.DeepEqual(r.Parts[next].Item, p.Item)) {
			y.line(6, "# = %s", Brief(p.Item.Value))
		}
	}
}

// withValues writes a condition and its values, on a line or two.
func (y why) withValues(indent int, what, values string) { y.pair(indent, what, ": ", values, 4) }

// pair writes two texts on one line if they fit, else on two.
func (y why) pair(indent int, what, between, more string, step int) {
	switch {
	case more == "":
		y.line(indent, "%s", what)
	case indent+text.StringWidthWithoutEscSequences(what+between+more) <= y.width:
		y.line(indent, "%s", what+between+more)
	default:
		y.line(indent, "%s", what)
		y.line(indent+step, "%s", more)
	}
}

// part returns a part of a condition, with its value if it isn't the expected one.
func (y why) part(p answer.Part, holds bool) string {
	src, doc := flat(p.Src), ""
	if name := cmp.Or(p.Doc, flat(p.Predicate)); name != "" {
		doc = Printable(name) + ": "
	}
	if p.Value == true && holds {
		return doc + src
	}
	return doc + text.Snip(src, y.width*2/3, "…") + " is " + Brief(p.Value)
}

// values returns the values of a part on a line, each with an equal share of it.
func (y why) values(p answer.Part) string {
	share := y.width
	if n := len(p.Values); n > 1 {
		share = max(y.width/n-2, leastShare)
	}
	var all []string
	for _, v := range p.Values {
		all = append(all, text.Snip(one(v), share, "…"))
	}
	return strings.Join(all, ", ")
}

// leastShare is the minimum width of a value on a line, in columns.
const leastShare = 24

func one(v answer.Value) string {
	if v.Error != "" {
		return flat(v.Src) + " failed: " + Printable(v.Error)
	}
	return flat(v.Src) + " = " + Brief(v.Value)
}

// flat returns an expression on one line, with long constants shortened.
func flat(src string) string {
	src = constant.ReplaceAllStringFunc(Printable(strings.Join(strings.Fields(src), " ")), func(c string) string { return cutInside(c, 40) })
	return constants.ReplaceAllStringFunc(src, func(c string) string { return cutInside(c, 60) })
}

// constant matches a string in an expression; constants matches a list.
var (
	constant  = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`")
	constants = regexp.MustCompile(`\[[^\[\]]*\]`)
)

// cutInside shortens text between two delimiters.
func cutInside(c string, most int) string {
	if r := []rune(c); len(r) > most {
		return string(r[:most-2]) + "…" + string(r[len(r)-1])
	}
	return c
}

// Brief returns a value as JSON without empty fields.
func Brief(v any) string { return Printable(string(files.JSON(filled(v)))) }

// filled returns a value without the empty fields of its objects.
func filled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, field := range v {
			if !empty(field) {
				out[name] = filled(field)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, item := range v {
			out = append(out, filled(item))
		}
		return out
	}
	return v
}

// notChosen writes some of the rows and texts that were not chosen, the nearest first, with the
// reasons, and the number of the others.
func (y why) notChosen(a *answer.Answer) {
	all := slices.Clone(a.Because.NotChosen)
	slices.SortStableFunc(all, func(a, b answer.NotChosen) int { return answer.Order(!a.Near) - answer.Order(!b.Near) })
	if len(all) > 0 {
		y.line(0, "not chosen")
	}
	for i, n := range all {
		if i == y.most(mostLeft) {
			y.line(2, "%s", Faint.Sprintf("… %s more (--all)", Count(len(all)-i, "row")))
			return
		}
		y.line(2, "%s of %s: %s", text.Snip(Printable(n.Name), y.most(y.width/2), "…"), n.Of, Printable(n.Why))
	}
}
