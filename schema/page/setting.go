package page

import (
	"cmp"
	"slices"
	"strings"

	"bcrules.dev/schema"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/token"
	"github.com/tidwall/gjson"
)

// A Setting is something that whoever imports rules may change: a field that the format doesn't
// define, and that has a default or no value.
type Setting struct {
	Name    string // its path, joined by dots; […] stands for any name
	Doc     string // its comment
	Type    string // the type of its values, as CUE
	Default string // as JSON, "" for none
	Wanted  bool   // it has @wanted(): people change it before others
	// Fields are the fields of a struct or, if the setting is a table, whose entries have names,
	// those of an entry.
	Fields []Setting
	// Idle are the entries that no rule is named after: with the present settings they make none.
	Idle []Entry
}

// An Entry is an entry of a table.
type Entry struct {
	Name  string
	Shown []Setting // fields with @shown()
}

// shownMark is the attribute of fields that are shown with the rule named after their entry.
const shownMark = "shown"

// wantedMark is the attribute of settings that people change before others.
const wantedMark = "wanted"

// topLevel are the top-level fields of a rule set that are not settings.
var topLevel = []string{"hooks", "settings", "log", "timeout", "tables", "stores", "predicates", "choices", "lexicons", schema.TestsField}

// A settingReader reads settings, and the fields of tables' entries that are shown with the rules
// named after the entries.
type settingReader struct {
	of    string          // prefix of a pack's settings, if the page has several packs
	ids   map[string]bool // of rules
	shown map[string][]Setting
}

// settings returns the top-level settings of a rule set; those in the file first precede the
// others.
func (r *settingReader) settings(root schema.Node, first string) []Setting {
	var all, others []Setting
	for name, n := range root.Members() {
		name, plain := r.of+name, name
		s := Setting{Name: name, Doc: docOf(n.Value), Wanted: marked(n.Value, wantedMark)}
		switch {
		case slices.Contains(topLevel, plain):
			continue
		case isTable(n.Value):
			s = r.table(s, n.Value)
		case n.IncompleteKind() == cue.StructKind:
			if s.Fields = changeable("", n.Value); len(s.Fields) > 0 {
				break
			}
			if !preset(n.Value) {
				continue
			}
			s = oneSetting(name, n.Value)
		case mayChange(n.Value):
			s = oneSetting(name, n.Value)
		default:
			continue
		}
		if n.Label().File == first {
			all = append(all, s)
		} else {
			others = append(others, s)
		}
	}
	return append(all, others...)
}

// tables returns the tables of a rule set that come from files.
func tables(root schema.Node) (all []Table) {
	for name, n := range root.Field("tables").Members() {
		if !n.Field("file").Exists() {
			continue
		}
		t := Table{Name: name}
		t.Doc, _ = n.Field("doc").String()
		for name, f := range schema.Members(n.Field("row").Value) {
			t.Columns = append(t.Columns, oneSetting(name, f))
		}
		all = append(all, t)
	}
	return all
}

// stores returns the stores of a rule set.
func stores(root schema.Node) (all []Store) {
	for name, n := range root.Field("stores").Members() {
		s := Store{Name: name}
		s.Doc, _ = n.Field("doc").String()
		for _, place := range []string{"file", "url"} {
			if at, err := n.Field(place).String(); err == nil {
				s.Places = append(s.Places, at)
			}
		}
		for _, kind := range []string{"queries", "statements"} {
			for name := range n.Field(kind).Members() {
				s.Asked = append(s.Asked, name)
			}
		}
		all = append(all, s)
	}
	return all
}

// changeable returns the settings within a struct.
func changeable(prefix string, v cue.Value) []Setting {
	var all []Setting
	for name, v := range schema.Members(v) {
		fields := []Setting(nil)
		if v.IncompleteKind() == cue.StructKind {
			fields = changeable(prefix+name+".", v)
		}
		if len(fields) == 0 && mayChange(v) {
			fields = []Setting{oneSetting(prefix+name, v)}
		}
		all = append(all, fields...)
	}
	return all
}

// mayChange reports whether a field can still change.
func mayChange(v cue.Value) bool {
	return preset(v) || v.IncompleteKind() != cue.StructKind && !v.IsConcrete()
}

// preset reports whether a field has a default.
func preset(v cue.Value) bool {
	_, has := v.Default()
	return has
}

// table reads a setting that is a table.
func (r *settingReader) table(s Setting, v cue.Value) Setting {
	of, depth := v, 0
	for ; isTable(of); depth++ {
		s.Name += "[…]"
		of = of.LookupPath(cue.MakePath(cue.AnyString))
	}
	if of.IncompleteKind() == cue.StructKind {
		for name, f := range schema.Members(of) {
			s.Fields = append(s.Fields, oneSetting(name, f))
		}
	}
	r.entries(&s, v, depth)
	return s
}

// entries reads the entries of a table, which are nested depth names deep.
func (r *settingReader) entries(s *Setting, v cue.Value, depth int) {
	for name, v := range schema.Members(v) {
		if depth > 1 {
			r.entries(s, v, depth-1)
			continue
		}
		e := Entry{Name: name}
		if v.IncompleteKind() != cue.StructKind {
			continue // only structs make rules
		}
		for name, f := range schema.Members(v) {
			if marked(f, shownMark) {
				e.Shown = append(e.Shown, oneSetting(name, f))
			}
		}
		if r.ids[name] {
			r.shown[name] = append(r.shown[name], e.Shown...)
		} else {
			s.Idle = append(s.Idle, e)
		}
	}
}

// isTable reports whether a struct may have any field names, with values of one type.
func isTable(v cue.Value) bool {
	if v.IncompleteKind() != cue.StructKind {
		return false
	}
	of := v.LookupPath(cue.MakePath(cue.AnyString))
	return of.Exists() && of.IncompleteKind() != cue.TopKind
}

func oneSetting(name string, v cue.Value) Setting {
	s := Setting{Name: name, Doc: docOf(v), Type: typeOf(v), Wanted: marked(v, wantedMark)}
	if d, ok := v.Default(); ok || v.IsConcrete() {
		if data, err := d.MarshalJSON(); err == nil {
			s.Default = spaced(data)
		}
	}
	return s
}

// marked reports whether a field has an attribute.
func marked(v cue.Value, attribute string) bool {
	mark := v.Attribute(attribute)
	return mark.Err() == nil
}

// spaced formats JSON with a space after each comma of a list.
func spaced(data []byte) string {
	v := gjson.ParseBytes(data)
	if !v.IsArray() {
		return string(data)
	}
	var items []string
	for _, item := range v.Array() {
		items = append(items, spaced([]byte(item.Raw)))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// docOf returns the comment on a field.
func docOf(v cue.Value) string {
	for _, doc := range v.Doc() {
		if text := strings.TrimSpace(doc.Text()); text != "" {
			return text
		}
	}
	return ""
}

// typeOf returns the type of a field: the alternatives as written, without a default that another
// alternative covers. If they are computed, it returns the result.
func typeOf(v cue.Value) string {
	var all, others []string
	open := false
	for _, way := range ways(schema.Node{Value: v}.Syntax()) {
		preset := false
		if u, ok := way.(*ast.UnaryExpr); ok && u.Op == token.MUL {
			way, preset = u.X, true
		}
		text, err := format.Node(way)
		if err != nil || !selfExplanatory(way) {
			continue
		}
		_, literal := way.(*ast.BasicLit)
		all = append(all, string(text))
		if !preset {
			others = append(others, string(text))
			open = open || !literal
		}
	}
	if len(all) == 0 {
		return possible(v)
	}
	if open {
		all = others
	}
	return strings.Join(all, " | ")
}

// selfExplanatory reports whether an expression, as written, shows which values it allows.
func selfExplanatory(x ast.Expr) bool {
	clear := true
	ast.Walk(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.IndexExpr, *ast.SelectorExpr, *ast.Interpolation, *ast.Comprehension:
			clear = false
		case *ast.Ident:
			clear = clear && !strings.HasPrefix(n.Name, "_")
		}
		return clear
	}, nil)
	return clear
}

// possible returns the values that a field may have if they are listed, else its kind.
func possible(v cue.Value) string {
	var all []string
	if op, parts := v.Expr(); op == cue.OrOp {
		for _, part := range parts {
			if data, err := part.MarshalJSON(); err == nil && !slices.Contains(all, string(data)) {
				all = append(all, string(data))
			}
		}
	}
	return cmp.Or(strings.Join(all, " | "), v.IncompleteKind().String())
}

// ways returns the alternatives of a disjunction.
func ways(x ast.Expr) []ast.Expr {
	switch b := x.(type) {
	case nil:
		return nil
	case *ast.ParenExpr:
		return ways(b.X)
	case *ast.BinaryExpr:
		if b.Op == token.OR {
			return append(ways(b.X), ways(b.Y)...)
		}
	}
	return []ast.Expr{x}
}
