package full

import (
	"encoding/json"
	"strings"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
)

// ask returns the result of parsed for a text.
func ask(t testing.TB, text, form string) facts.Parsed {
	t.Helper()
	got, err := parsed.Ask.(engine.Func2[string, string, facts.Parsed])(nil, text, form)
	if err != nil {
		t.Fatalf("%s %q: %v", form, text, err)
	}
	return got
}

func TestParsed(t *testing.T) {
	tests := []struct{ form, text, value, rest, fault string }{
		{"json", `{"a": [1, "x", true, null]}`, `{"a":[1,"x",true,null]}`, "", ""},
		{"json", "\ufeff[1]", `[1]`, "", ""},
		{"json", "null", `{}`, "", ""},
		{"json", "", `{}`, "", "line 1: unexpected end of JSON input"},
		{"json", "{\"a\": 1,\n  b}", `{}`, "", "line 2: invalid character 'b' looking for beginning of object key string"},
		{"json", "{} {}", `{}`, "", "line 1: invalid character '{' after top-level value"},
		{"yaml", "a: [x, 2, 2.5, yes]\nb: {c: d}", `{"a":["x",2,2.5,"yes"],"b":{"c":"d"}}`, "", ""},
		{"yaml", "day: 2026-02-09\nat: 2026-02-09 12:00:00\n1: x\ntrue: y", `{"1":"x","at":"2026-02-09 12:00:00","day":"2026-02-09","true":"y"}`, "", ""},
		{"yaml", "a: &x {k: 1}\nb: *x\nc: {<<: *x, l: 2}", `{"a":{"k":1},"b":{"k":1},"c":{"k":1,"l":2}}`, "", ""},
		{"yaml", "a: .inf\nb: .nan\nc: 18446744073709551615", `{"a":"+Inf","b":"NaN","c":18446744073709552000}`, "", ""},
		{"yaml", "a: 1\n---\na: 2", `{"a":1}`, "", ""},
		{"yaml", "", `{}`, "", ""},
		{"yaml", "# nothing", `{}`, "", ""},
		{"yaml", "a: 1\nb: [", `{}`, "", "line 2: did not find expected node content"},
		{"yaml", "a: 1\na: 2", `{}`, "", `line 2: mapping key "a" already defined at line 1`},
		{"toml", "a = 1\n[b]\nc = [\"x\", 2.5]\nd = 2026-02-09\ne = 2026-02-09T12:00:00Z\nf = 12:00:00", `{"a":1,"b":{"c":["x",2.5],"d":"2026-02-09","e":"2026-02-09T12:00:00Z","f":"12:00:00"}}`, "", ""},
		{"toml", "[[p]]\nn = 1\n[[p]]\nn = inf", `{"p":[{"n":1},{"n":"+Inf"}]}`, "", ""},
		{"toml", "", `{}`, "", ""},
		{"toml", "a = 1\nb = ?", `{}`, "", "line 2: incomplete number"},
		{"frontmatter", "---\nname: x\n---\n# Title\n", `{"name":"x"}`, "# Title\n", ""},
		{"frontmatter", "---\r\nname: x\r\n---\r\ntext", `{"name":"x"}`, "text", ""},
		{"frontmatter", "---\n---\n", `{}`, "", ""},
		{"frontmatter", "---\nname: x\n--- \na\n---\n", `{"name":"x"}`, "a\n---\n", ""},
		{"frontmatter", "# Title\n", `{}`, "# Title\n", "line 1: found no ---, want front matter"},
		{"frontmatter", "", `{}`, "", "line 1: found nothing, want front matter"},
		{"frontmatter", "---\nname: x\n", `{}`, "---\nname: x\n", "found no --- after front matter"},
		{"frontmatter", "---\nok: 1\na: b: c\n---\nrest", `{}`, "rest", "line 3: mapping values are not allowed in this context"},
	}
	for _, test := range tests {
		got := ask(t, test.text, test.form)
		value, _ := json.Marshal(got.Value)
		if string(value) != test.value || got.Rest != test.rest || got.Error != test.fault || got.OK != (test.fault == "") {
			t.Errorf("%s %q: %t %s %q %q\nwant %s %q %q", test.form, test.text, got.OK, value, got.Rest, got.Error, test.value, test.rest, test.fault)
		}
	}
}

// Parsed values could be JSON, and text that can't be parsed is no fault. Front matter is followed
// by the rest of the text.
func FuzzParsed(f *testing.F) {
	f.Add("---\nname: &a [x, {y: 2026-02-09}]\nb: *a\n---\nrest")
	f.Add("? [1, 2]\n: !!binary aGk=\n.inf: ~\n<<: {a: 0x1F}")
	f.Add("a.b = [1979-05-27T07:32:00Z, {c = inf}]\n[[d]]")
	f.Add(`{"a": [1e400, "\ud800"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, form := range []string{"json", "yaml", "toml", "frontmatter"} {
			got := ask(t, text, form)
			if _, err := json.Marshal(got.Value); err != nil || got.Value == nil {
				t.Errorf("%s: %v", form, err)
			}
			if got.OK != (got.Error == "") || !strings.HasSuffix(text, got.Rest) {
				t.Errorf("%s: ok %t, %q, rest %q", form, got.OK, got.Error, got.Rest)
			}
		}
	})
}
