package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// outline writes a tree a line a node.
func outline(n *Node, depth int) string {
	var b strings.Builder
	for _, c := range n.Nodes {
		label := c.Label
		if c.Pattern {
			label = "[]"
		}
		fmt.Fprintf(&b, "%s%q %v", strings.Repeat(" ", depth), label, c.Form)
		for _, l := range c.Texts {
			fmt.Fprintf(&b, " %s", l.Lit)
		}
		b.WriteString("\n" + outline(c, depth+1))
	}
	return b.String()
}

// What is written is understood whether or not the text follows the grammar.
func TestTree(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"a: b: \"x\"", "\"a\" 2\n \"b\" 1 \"x\"\n"},
		{"a: {b: 1, \"c-d\"?: 2}", "\"a\" 2\n \"b\" 1\n \"c-d\" 1\n"},
		{"r: [{when: \"x\"}, \"y\"]", "\"r\" 3\n \"\" 2\n  \"when\" 1 \"x\"\n \"\" 1 \"y\"\n"},
		{"p: g & {\n\ta: 1\n}\nq: 2", "\"p\" 2\n \"a\" 1\n\"q\" 1\n"},
		{"a: [string]: b: 1", "\"a\" 2\n \"[]\" 2\n  \"b\" 1\n"},
		{"a: {\n\twhen: \"x\n\tdo: 1\n}", "\"a\" 2\n \"when\" 1 \"x\n \"do\" 1\n"},
		{"a: {\n\tb:\n\tc: 1\n", "\"a\" 2\n \"b\" 0\n \"c\" 1\n"},
		{`a: "x\(y("z"))w\(1)", b: 1`, "\"a\" 1 \"x\\(y(\"z\"))w\\(1)\"\n\"b\" 1\n"},
		{"a: [for x in y {when: x}, {b: 1}]", "\"a\" 3\n \"\" 2\n  \"when\" 1\n \"\" 2\n  \"b\" 1\n"},
		{"}]) a: 1", "\"a\" 1\n"},
	} {
		if got := outline(newTree(c.data), 0); got != c.want {
			t.Errorf("%s\nfound\n%swant\n%s", c.data, got, c.want)
		}
	}
}

// Parsing ends for any text, and no node reaches beyond its parent.
func FuzzTree(f *testing.F) {
	files, _ := filepath.Glob("../../rules/guard/*.cue")
	for _, name := range files[:5] {
		data, _ := os.ReadFile(name)
		f.Add(string(data))
	}
	f.Add("a: \"\\(b")
	f.Fuzz(func(t *testing.T, data string) {
		var look func(n *Node)
		look = func(n *Node) {
			if n.At > n.To || n.To > len(data) {
				t.Fatalf("%q lies from %d to %d of %d", n.Label, n.At, n.To, len(data))
			}
			for _, c := range n.Nodes {
				look(c)
			}
		}
		look(newTree(data))
	})
}
