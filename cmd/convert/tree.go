package convert

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
	"cuelang.org/go/encoding/json"
	"cuelang.org/go/encoding/toml"
	"cuelang.org/go/encoding/yaml"
	"github.com/tailscale/hujson"
)

// A tree is data with the position of each value. A nil tree is empty.
type tree struct {
	expr ast.Expr
	body string // the text after the data
}

// readJSON reads JSON with comments and trailing commas, as some of the programs accept these.
func readJSON(name string, data []byte) (*tree, error) {
	plain, err := hujson.Standardize(bytes.Clone(data))
	if err != nil {
		return nil, err
	}
	expr, err := json.Extract(name, plain)
	return &tree{expr: expr}, err
}

func readYAML(name string, data []byte) (*tree, error) {
	f, err := yaml.Extract(name, data)
	if err != nil {
		return nil, err
	}
	s := &ast.StructLit{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.EmbedDecl:
			return &tree{expr: d.Expr}, nil
		case *ast.Field:
			s.Elts = append(s.Elts, d)
		}
	}
	return &tree{expr: s}, nil
}

func readTOML(name string, data []byte) (*tree, error) {
	expr, err := toml.NewDecoder(name, bytes.NewReader(data)).Decode()
	return &tree{expr: expr}, err
}

// readFront reads the front matter of a text as hookify does: not as YAML, but as lines with a name
// and a text, quoted or not, and lists of such lines.
func readFront(name string, data []byte) (*tree, error) {
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---")
	front, body, closed := strings.Cut(rest, "---")
	if !ok || !closed {
		return nil, errors.New("found no front matter, want it between two lines of ---")
	}
	f := token.NewFile(name, -1, len(text)+1)
	f.SetLinesForContent([]byte(text))
	top, offset := &ast.StructLit{}, len("---")
	var list *ast.ListLit
	var item *ast.StructLit
	for line := range strings.SplitAfterSeq(front, "\n") {
		pos := f.Pos(offset, token.NoRelPos)
		offset += len(line)
		stripped := strings.TrimSpace(line)
		bare, dashed := strings.CutPrefix(stripped, "-")
		key, value, has := strings.Cut(strings.TrimSpace(bare), ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch indent := len(line) - len(strings.TrimLeft(line, " \t")); {
		case stripped == "" || stripped[0] == '#' || !has:
		case indent == 0 && !dashed && value == "":
			list, item = &ast.ListLit{}, nil
			top.Elts = append(top.Elts, field(pos, key, list))
		case indent == 0 && !dashed:
			list = nil
			top.Elts = append(top.Elts, field(pos, key, quoted(pos, value)))
		case dashed && list != nil && strings.Contains(value, ","):
			item = &ast.StructLit{}
			list.Elts = append(list.Elts, item)
			for part := range strings.SplitSeq(bare, ",") {
				if k, v, ok := strings.Cut(part, ":"); ok {
					item.Elts = append(item.Elts, field(pos, strings.TrimSpace(k), quoted(pos, strings.TrimSpace(v))))
				}
			}
			item = nil
		case dashed && list != nil:
			item = &ast.StructLit{Elts: []ast.Decl{field(pos, key, quoted(pos, value))}}
			list.Elts = append(list.Elts, item)
		case item != nil && indent > 2:
			item.Elts = append(item.Elts, field(pos, key, quoted(pos, value)))
		}
	}
	return &tree{expr: top, body: strings.TrimSpace(body)}, nil
}

func field(pos token.Pos, name string, value ast.Expr) *ast.Field {
	return &ast.Field{Label: &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: literal.String.Quote(name)}, Value: value}
}

// quoted returns a value of front matter without the quotes at its ends.
func quoted(pos token.Pos, text string) ast.Expr {
	text = strings.Trim(strings.Trim(text, `"`), "'")
	return &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: literal.String.Quote(text)}
}

// pos returns the position of a value.
func (t *tree) pos() token.Pos {
	if t == nil || t.expr == nil {
		return token.NoPos
	}
	if s, ok := t.expr.(*ast.StructLit); ok && len(s.Elts) > 0 && s.Lbrace.Line() == 0 {
		return s.Elts[0].Pos()
	}
	return t.expr.Pos()
}

// fields calls each with every field of an object and the field's own position.
func (t *tree) fields(each func(name string, at token.Pos, value *tree)) {
	if t == nil {
		return
	}
	s, _ := t.expr.(*ast.StructLit)
	if s == nil {
		return
	}
	for _, d := range s.Elts {
		if f, ok := d.(*ast.Field); ok {
			if name, _, err := ast.LabelName(f.Label); err == nil {
				each(name, f.Label.Pos(), &tree{expr: f.Value})
			}
		}
	}
}

// get returns the value at a path of names, nil if there is none.
func (t *tree) get(names ...string) *tree {
	for _, want := range names {
		var found *tree
		t.fields(func(name string, _ token.Pos, value *tree) {
			if name == want && found != nil { // a table of TOML's may be split
				a, _ := found.expr.(*ast.StructLit)
				b, _ := value.expr.(*ast.StructLit)
				if a != nil && b != nil {
					value = &tree{expr: &ast.StructLit{Elts: slices.Concat(a.Elts, b.Elts)}}
				}
			}
			if name == want {
				found = value
			}
		})
		if t = found; t == nil {
			return nil
		}
	}
	return t
}

// list returns the items of a list, or any other value as the only item.
func (t *tree) list() (all []*tree) {
	if t == nil {
		return nil
	}
	l, ok := t.expr.(*ast.ListLit)
	if !ok {
		return []*tree{t}
	}
	for _, e := range l.Elts {
		all = append(all, &tree{expr: e})
	}
	return all
}

// text returns a scalar as a text; ok is false for other values.
func (t *tree) text() (text string, ok bool) {
	if t == nil {
		return "", false
	}
	switch lit, _ := t.expr.(*ast.BasicLit); {
	case lit == nil:
	case lit.Kind == token.STRING:
		text, err := literal.Unquote(lit.Value)
		return text, err == nil
	case lit.Kind != token.NULL:
		return lit.Value, true
	}
	if i, ok := t.expr.(*ast.Ident); ok { // YAML's true and false
		return i.Name, true
	}
	return "", false
}

// str returns the text of a field, "" if there is none.
func (t *tree) str(names ...string) string {
	text, _ := t.get(names...).text()
	return text
}

// texts returns the texts of a list in a field.
func (t *tree) texts(names ...string) (all []string) {
	for _, one := range t.get(names...).list() {
		if text, ok := one.text(); ok {
			all = append(all, text)
		}
	}
	return all
}

// others calls each with every field of an object that isn't in known.
func (t *tree) others(known []string, each func(name string, at token.Pos, value *tree)) {
	t.fields(func(name string, at token.Pos, value *tree) {
		if !strings.Contains(" "+strings.Join(known, " ")+" ", fmt.Sprintf(" %s ", name)) {
			each(name, at, value)
		}
	})
}
