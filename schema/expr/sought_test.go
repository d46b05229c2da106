package expr

import (
	"testing"

	"bcrules.dev/engine"

	"github.com/expr-lang/expr/parser"
)

func TestSeek(t *testing.T) {
	facts := map[string]engine.Fact{"marked": {Params: "marks, [options]", Sought: "key"}, "files": {Params: "path"}}
	for src, want := range map[string]string{
		`'k' in marked('said')`:                       `len(marked("said", {key: "k"})) > 0`,
		`'k' not in marked('said')`:                   `not (len(marked("said", {key: "k"})) > 0)`,
		`path() in marked('said', {within: '1h'})`:    `len(marked("said", {within: "1h", key: path()})) > 0`,
		`'k' in marked('said', options)`:              `"k" in marked("said", options)`,
		`'k' in files('said')`:                        `"k" in files("said")`,
		`filter(all, .key in marked('said'))`:         `filter(all, .key in marked("said"))`,
		`'a' in marked('b') and 'c' in marked('d')`:   `len(marked("b", {key: "a"})) > 0 and len(marked("d", {key: "c"})) > 0`,
		`len(marked('said')) == 0`:                    `len(marked("said")) == 0`,
		`'k' in marked('said') ? marked('said') : []`: `len(marked("said", {key: "k"})) > 0 ? marked("said") : []`,
	} {
		tree, err := parser.Parse(src)
		if err != nil {
			t.Fatal(src, err)
		}
		if seek(&tree.Node, facts); tree.Node.String() != want {
			t.Errorf("%s: found %s, want %s", src, tree.Node, want)
		}
	}
}
