package schema

import (
	"encoding/json"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/table"

	"cuelang.org/go/cue"
)

// The types of columns, by which rows are checked. Types that can't be checked without CUE are
// refused.
func TestColumns(t *testing.T) {
	tests := []struct{ cue, want string }{
		{`string`, `string, needed`},
		{`*"" | string`, `string, else ""`},
		{`*5 | int & >=1 & <=10`, `int & >=1 & <=10, else 5`},
		{`int & >=1 & <=10`, `int & >=1 & <=10, needed`},
		{`uint8`, `int & >=0 & <=255, needed`},
		{`>=0.5`, `number & >=0.5, needed`},
		{`*"x" | "y"`, `"x" | "y", else "x"`},
		{`#Kind`, `"a" | "b", needed`},
		{`*"a" | #Kind`, `"a" | "b", else "a"`},
		{`string & =~"^x" & !="xx"`, `string & =~"^x" & !="xx", needed`},
		{`string | null`, `string, needed`},
		{`*false | bool`, `bool, else false`},
		{`"k"`, `"k", else "k"`},
		{`[...string]`, `[...string], else []`},
		{`*["a"] | [...string]`, `[...string], else ["a"]`},
		{`[...{x: *1 | int}]`, `[...{…}], else []`},
		{`[...#Pattern]`, `[...pattern], else []`},
		{`#Pattern`, `pattern, needed`},
		{`{x: int}`, `{…}`},
		{`{...}`, `any`},
		{`_`, `any`},
		{`string | int`, ``},
		{`[string, ...string]`, ``},
		{`*0 | int & >=1`, ``},
		{`strings.MinRunes(2)`, ``},
	}
	for _, test := range tests {
		s := New(engine.Library{}, nil)
		v := s.ctx.CompileString("import \"strings\"\n#Kind: \"a\" | \"b\"\n#Pattern: {source!: string, flags?: string}\nx: y: " + test.cue + "\nz: strings.MinRunes(1)")
		if v.Err() != nil {
			t.Fatal(v.Err())
		}
		src := &Source{Report: NewReport(), schema: s}
		all := columns(Node{Value: v.LookupPath(cue.ParsePath("x")), src: src})
		got := ""
		if src.Report.Faults() == 0 {
			got = typeAndDefault(all[0].Type)
		}
		if got != test.want {
			t.Errorf("%s: found %s, want %s (%v)", test.cue, got, test.want, src.Report.Err())
		}
	}
}

func typeAndDefault(typ table.Type) string {
	s := typ.String()
	if typ.Default != nil {
		s += ", else " + string(json.RawMessage(typ.Default))
	}
	if typ.Needed {
		s += ", needed"
	}
	return s
}
