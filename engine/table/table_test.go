package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"

	"github.com/tidwall/gjson"
)

func plainText() Type { return Type{Kind: "string"} }

// tips is a table with columns of all kinds.
func tips() *Definition {
	return &Definition{At: "data.rows", Key: "id", Row: []Field{
		{"id", Type{Kind: "string", Needed: true}},
		{"kind", Type{Kind: "string", Default: []byte(`"hint"`), Bounds: []Bound{{"in", []byte(`["hint","guard"]`)}}}},
		{"priority", Type{Kind: "int", Default: []byte("5"), Bounds: []Bound{{">=", []byte("1")}, {"<=", []byte("10")}}}},
		{"weight", Type{Kind: "number"}},
		{"off", Type{Kind: "bool"}},
		{"tools", Type{Kind: "list", Item: &Type{Kind: "string"}}},
		{"commands", Type{Kind: "list", Item: &Type{Kind: "pattern"}}},
		{"path", Type{Kind: "pattern"}},
		{"about", Type{Kind: "object", Fields: []Field{{"lang", plainText()}, {"n", Type{Kind: "int", Default: []byte("1")}}}}},
		{"more", Type{Kind: "any"}},
		{"message", plainText()},
	}, Alias: []Alias{
		{If: map[string]json.RawMessage{"block": []byte("true")}, Set: map[string]json.RawMessage{"kind": []byte(`"guard"`)}, Copy: map[string]string{"message": "reason"}},
		{If: map[string]json.RawMessage{"when.start": []byte("1")}, Set: map[string]json.RawMessage{"priority": []byte("9")}},
		{Copy: map[string]string{"message": "old.text", "weight": "w"}},
	}}
}

func aKey() *wire.Key { return wire.NewKey([]byte("a user's own key")) }

func open(t testing.TB, index []byte) *Index {
	t.Helper()
	x, err := Open(bytes.NewReader(index), int64(len(index)))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// ids returns the ids of rows.
func ids(rows [][]byte) string {
	var all []string
	for _, row := range rows {
		all = append(all, gjson.GetBytes(row, "id").String())
	}
	return strings.Join(all, " ")
}

// A row is read by its type: with defaults, with older files' names of columns, and without
// anything that is no column.
func TestRow(t *testing.T) {
	const empty = `"weight":0,"off":false,"tools":[],"commands":[],"path":{"source":"","flags":""},"about":{"lang":"","n":1},"more":null,"message":""}`
	tests := []struct{ row, want string }{
		{`{}`, `{"id":"k","kind":"hint","priority":5,` + empty},
		{`{"id": "own", "kind": null, "unknown": 1}`, `{"id":"own","kind":"hint","priority":5,` + empty},
		{`{"block": true, "reason": "r"}`, `{"id":"k","kind":"guard","priority":5,` + strings.Replace(empty, `"message":""`, `"message":"r"`, 1)},
		{`{"block": false, "reason": "r", "old": {"text": "t"}}`, `{"id":"k","kind":"hint","priority":5,` + strings.Replace(empty, `"message":""`, `"message":"t"`, 1)},
		{`{"block": true, "kind": "hint", "old": {"text": "t"}}`, `{"id":"k","kind":"hint","priority":5,` + strings.Replace(empty, `"message":""`, `"message":"t"`, 1)},
		{`{"when": {"start": 1.0}, "w": 2.50}`, `{"id":"k","kind":"hint","priority":9,` + strings.Replace(empty, `"weight":0`, `"weight":2.5`, 1)},
		{`{"priority": 1e1, "more": {"a": [1]}}`, `{"id":"k","kind":"hint","priority":10,` + strings.Replace(empty, `"more":null`, `"more":{"a": [1]}`, 1)},
		{`{"commands": ["a", {"source": "b", "flags": "i"}], "tools": ["A\u0041"]}`,
			`{"id":"k","kind":"hint","priority":5,"weight":0,"off":false,"tools":["AA"],"commands":[{"source":"a","flags":""},{"source":"b","flags":"i"}],"path":{"source":"","flags":""},"about":{"lang":"","n":1},"more":null,"message":""}`},
		{`1`, `found 1, want an object`},
		{`{"kind": "guards"}`, `kind: found "guards", want "hint" | "guard"`},
		{`{"priority": 0}`, `priority: found 0, want int & >=1 & <=10`},
		{`{"priority": 1.5}`, `priority: found 1.5, want int & >=1 & <=10`},
		{`{"priority": "5"}`, `priority: found "5", want int & >=1 & <=10`},
		{`{"off": "yes"}`, `off: found "yes", want bool`},
		{`{"tools": "Bash"}`, `tools: found "Bash", want [...string]`},
		{`{"tools": ["Bash", 1]}`, `tools[1]: found 1, want string`},
		{`{"commands": [{"flags": "i"}]}`, `commands[0]: found {"flags": "i"}, want a text or {"source": …, "flags": …}`},
		{`{"about": {"n": "x"}}`, `about.n: found "x", want int`},
		{`{"about": []}`, `about: found [], want {…}`},
	}
	for _, test := range tests {
		row, _, err := newReader(tips()).row("k", gjson.Parse(test.row))
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = string(row)
		}
		if got != test.want {
			t.Errorf("%s:\n%s, want\n%s", test.row, got, test.want)
		}
	}
}

// The bounds of CUE.
func TestBounds(t *testing.T) {
	tests := []struct {
		bound, value string
		ok           bool
	}{
		{`> 1`, `1`, false}, {`> 1`, `1.1`, true}, {`< 1`, `1`, false}, {`< 1`, `0`, true}, {`<= 1`, `1`, true}, {`>= 1`, `0.9`, false},
		{`!= 1`, `1.0`, false}, {`!= "a"`, `"b"`, true}, {`>= "b"`, `"a"`, false}, {`>= "b"`, `"c"`, true},
		{`=~ "^x"`, `"xy"`, true}, {`=~ "^x"`, `"yx"`, false}, {`!~ "^x"`, `"yx"`, true},
		{`in ["a",1,true]`, `1.0`, true}, {`in ["a",1,true]`, `"1"`, false}, {`> 1`, `"2"`, false},
	}
	for _, test := range tests {
		op, want, _ := strings.Cut(test.bound, " ")
		typ := Type{Kind: "any", Bounds: []Bound{{op, []byte(want)}}}
		if err := typ.Check("x", []byte(test.value)); (err == nil) != test.ok {
			t.Errorf("%s %s: %v, want ok %t", test.value, test.bound, err, test.ok)
		}
	}
}

const file = `{"data": {"rows": {
	"a": {"tools": ["Bash", "Edit"], "commands": ["git (?!status)"], "priority": 9},
	"b": {"tools": ["Bash"], "commands": ["^x", {"source": "STASH", "flags": "i"}]},
	"c": {"tools": ["Edit"], "kind": "guard", "path": "\\.go$"},
	"d": {"tools": ["Bash"], "off": true, "weight": 0.5},
	"e": {"tools": ["Bash"], "commands": ["(x)\\1"]},
	"f": {"priority": 99},
	"g": {"tools": ["Bash"], "commands": ["[ab]+$"], "priority": 9}
}}}`

// A query finds the rows whose columns each have one of the values, in the order of the file.
func TestFind(t *testing.T) {
	index, faults := Build(tips(), []byte(file))
	var said []string
	for _, f := range faults {
		said = append(said, f.String())
	}
	want := []string{`row e: commands: pattern /(x)\1/: found \1, which points back to a group, want a pattern that doesn't; the pattern is left out`,
		`row f: priority: found 99, want int & >=1 & <=10; the row is left out`}
	if !reflect.DeepEqual(said, want) {
		t.Errorf("left out %q, want %q", said, want)
	}
	x := open(t, index)
	q := func(pairs ...any) Query {
		q := Query{}
		for i := 0; i < len(pairs); i += 2 {
			q[pairs[i].(string)] = pairs[i+1].([]any)
		}
		return q
	}
	is := func(values ...any) []any { return values }
	tests := []struct {
		queries []Query
		want    string
	}{
		{nil, "a b c d e g"},
		{[]Query{q()}, "a b c d e g"},
		{[]Query{q("id", is("c"))}, "c"},
		{[]Query{q("id", is("x"))}, ""},
		{[]Query{q("tools", is("Edit"))}, "a c"},
		{[]Query{q("tools", is("Edit", "Bash"))}, "a b c d e g"},
		{[]Query{q("tools", is())}, ""},
		{[]Query{q("tools", is("Bash"), "priority", is(9))}, "a g"},
		{[]Query{q("priority", is(9.0, 1))}, "a g"},
		{[]Query{q("off", is(true))}, "d"},
		{[]Query{q("weight", is(0.5))}, "d"},
		{[]Query{q("commands", is("git stash"))}, "a b c d"},
		{[]Query{q("commands", is("git status"))}, "c d"},
		{[]Query{q("commands", is("none", "x"))}, "b c d"},
		{[]Query{q("commands", is("xx"))}, "b c d"},
		{[]Query{q("commands", is())}, "c d"},
		{[]Query{q("commands", is("b")), q("id", is("c"))}, "c d g"},
		{[]Query{q("id", is("g")), q("id", is("a")), q("id", is("a", "b"))}, "a b g"},
		{[]Query{q("path", is("x.go"), "kind", is("guard"))}, "c"},
		{[]Query{q("path", is("x.rs"), "kind", is("guard"))}, ""},
	}
	for _, test := range tests {
		rows, err := x.Find(test.queries...)
		if got := ids(rows); err != nil || got != test.want {
			t.Errorf("%v: %q, %v, want %q", test.queries, got, err, test.want)
		}
	}
	for _, bad := range []Query{q("commands", is(1)), q("tools", is([]any{}))} {
		if _, err := x.Find(bad); err == nil {
			t.Errorf("%v: found no fault", bad)
		}
	}
}

// However many queries ask about a column, its cells are read once.
func TestFindReadsOnce(t *testing.T) {
	index, _ := Build(tips(), []byte(file))
	x := open(t, index)
	for range 2 {
		if rows, err := x.Find(Query{"tools": {"Bash"}}); err != nil || len(rows) == 0 {
			t.Fatalf("%d rows, %v, want some", len(rows), err)
		}
		for i := range x.root.Columns {
			x.root.Columns[i].Cells = wire.Region{At: -1}
		}
	}
}

// Content that isn't rows is reported, and leaves the table empty.
func TestNoRows(t *testing.T) {
	tests := []struct {
		at, data, want string
		one            bool
	}{
		{"", `{`, "found text that is not JSON, want JSON", false},
		{"", ``, "found text that is not JSON, want JSON", false},
		{"", `3`, "found 3 at the top, want a list of rows, or an object of them", false},
		{"a.b", `{"a": {}}`, "found nothing at a.b, want a list of rows, or an object of them", false},
		{"a.b", `{"a": {"b": []}}`, "found [] at a.b, want an object", true},
		{"a.b", `{"a.b": [], "a": {"b": []}}`, "", false},
	}
	for _, test := range tests {
		index, faults := Build(&Definition{At: test.at, One: test.one, Row: []Field{{"id", plainText()}}}, []byte(test.data))
		got := ""
		for _, f := range faults {
			got += f.String()
		}
		if rows, err := open(t, index).Find(); got != test.want || len(rows) > 0 || err != nil {
			t.Errorf("%q: %s, %q, %v, want %q and none", test.data, got, rows, err, test.want)
		}
	}
}

func manyDefinition() *Definition {
	list := func(kind string) Type { return Type{Kind: "list", Item: &Type{Kind: kind}} }
	return &Definition{Row: []Field{{"id", plainText()}, {"tools", list("string")}, {"commands", list("pattern")}, {"message", plainText()}}}
}

// manyRows returns a file with n rows of two patterns each.
func manyRows(n int) []byte {
	var rows []map[string]any
	for i := range n {
		rows = append(rows, map[string]any{"id": fmt.Sprint(i), "tools": []string{"Bash", "Edit"},
			"commands": []string{fmt.Sprintf(`\brun\s%d$(?!x)`, i), fmt.Sprintf(`tool%d\.(?:ya?ml|json)`, i)}, "message": strings.Repeat("word ", 100)})
	}
	data, _ := json.Marshal(rows)
	return data
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{143, 5000} {
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			name := filepath.Join(b.TempDir(), "rows.json")
			if err := os.WriteFile(name, manyRows(n), 0o644); err != nil {
				b.Fatal(err)
			}
			then := time.Now().Add(-time.Hour)
			os.Chtimes(name, then, then)
			s, def := Store{b.TempDir(), aKey}, manyDefinition()
			p, id := files.At(name), def.ID()
			find := func() {
				found, err := s.Find(p, def, id, Query{"tools": {"Bash"}, "commands": {"cd x && git status && run 77"}})
				if err != nil || len(found.Rows) != 1 {
					b.Fatal(len(found.Rows), err)
				}
			}
			find()
			b.ReportAllocs()
			for b.Loop() {
				find()
			}
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	data := manyRows(5000)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		Build(manyDefinition(), data)
	}
}

// Whatever an index is read from, even with correct checksums, nothing breaks.
func FuzzOpen(f *testing.F) {
	index, _ := Build(tips(), []byte(file))
	f.Add(index)
	f.Add(index[:len(index)/2])
	f.Add([]byte("\x02\x04{}\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		raw := func(c *wire.Coder) {
			for _, b := range data {
				c.Byte(&b)
			}
		}
		var l wire.Layout
		all := l.Put(raw)
		r := root{Rows: perBlock + 1, Blocks: []wire.Region{all, all}, Columns: []column{{Name: "tools", Cells: all}, {Name: "commands", Pattern: true, Cells: all}}}
		for _, file := range [][]byte{data, new(wire.Layout).File(kind, raw), l.File(kind, r.code)} {
			x, err := Open(bytes.NewReader(file), int64(len(file)))
			if err != nil {
				continue
			}
			x.Find()
			x.Find(Query{"tools": {"Bash"}})
			x.Find(Query{"commands": {"git push"}})
		}
	})
}

// Whatever a file holds, its index has the rows of the type, and all of these are found by their
// own values.
func FuzzBuild(f *testing.F) {
	f.Add([]byte(file))
	f.Add([]byte(`{"data": {"rows": [{"id": "a", "tools": ["x", "x"], "path": "(?<!a)b"}, 3, {"id": ""}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		index, _ := Build(tips(), data)
		x := open(t, index)
		all, err := x.Find()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range all {
			if !json.Valid(row) {
				t.Fatalf("row %s", row)
			}
			id := gjson.GetBytes(row, "id").String()
			rows, err := x.Find(Query{"id": {id}, "priority": {int(gjson.GetBytes(row, "priority").Int())}})
			if err != nil || len(rows) == 0 {
				t.Fatalf("row %s: %d rows, %v", row, len(rows), err)
			}
		}
	})
}
