package actions

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/encoding/yaml"
)

func TestYAML(t *testing.T) {
	tests := []struct{ json, want string }{
		{`{"b":1,"a":"two words","é":null,"x":1.50}`, "b: 1\na: two words\né: null\nx: 1.50\n"},
		{`{"t":"true","n":"12","d":"- x","c":"a: b","h":"a #b","e":"","y":"No","u":"/a/b"}`,
			"t: \"true\"\n\"n\": \"12\"\nd: \"- x\"\nc: \"a: b\"\nh: \"a #b\"\ne: \"\"\n\"y\": \"No\"\nu: /a/b\n"},
		{`{"a":{},"b":[],"c":{"d":[1,{"e":2,"f":[3]},["g"]]}}`, "a: {}\nb: []\nc:\n  d:\n    - 1\n    - e: 2\n      f:\n        - 3\n    - - g\n"},
		{`{"a":"one\n\n  two\n","b":["x\ny"," x\ny","x\n\n"]}`, "a: |\n  one\n\n    two\nb:\n  - |-\n    x\n    y\n  - \" x\\ny\"\n  - \"x\\n\\n\"\n"},
		{`[]`, "[]\n"},
		{`"a"`, "a\n"},
	}
	for _, test := range tests {
		if got := string(asYAML([]byte(test.json))); got != test.want {
			t.Errorf("%s is\n%swant\n%s", test.json, got, test.want)
		}
	}
}

// YAML reads back any JSON that is written.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{`{"a":["b: c\n","\u2028","\ttab\n x\n",{"":[]}],"<<":{"0x1":"0o7"},"1:2":"12:30:45"}`, `["2026-01-01","=","~","\\","\u0085a\nb","a\n\tb"]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var want any
		if json.Unmarshal(raw, &want) != nil || strings.ContainsAny(string(raw), "\uFFFD") {
			return
		}
		canonical, _ := json.Marshal(want)
		text := asYAML(canonical)
		file, err := yaml.Extract("a.yaml", text)
		if err != nil {
			t.Fatalf("%s is %q: %v", canonical, text, err)
		}
		var got any
		if err := cuecontext.New().BuildFile(file).Decode(&got); err != nil {
			t.Fatalf("%s is %q: %v", canonical, text, err)
		}
		back, _ := json.Marshal(got)
		var same any
		json.Unmarshal(back, &same)
		if !reflect.DeepEqual(same, want) {
			t.Fatalf("%s is %q, which reads as %s", canonical, text, back)
		}
	})
}
