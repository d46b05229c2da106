package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"
)

// A mutation is a pack with one change to its text: a condition negated, an operator, number or
// word replaced, a rule, step or setting left out.
type mutation struct {
	file       string // in the folder of the pack
	start, end int    // in the file
	text       string // the new text
	what       string
}

func (m mutation) String() string { return m.file + ": " + m.what }

// hook returns the hook that the mutation is in, "" if it may be any: a file has its hook's name,
// or what several hooks share.
func (m mutation) hook(hooks []string) string {
	if name := strings.TrimSuffix(m.file, ".cue"); slices.Contains(hooks, name) {
		return name
	}
	return ""
}

// lay writes the pack in a folder, with the mutation.
func (m mutation) lay(t *testing.T, pack, to string) {
	t.Helper()
	for _, file := range packFiles(t, pack) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) == m.file {
			text = []byte(string(text[:m.start]) + m.text + string(text[m.end:]))
		}
		put(t, filepath.Join(to, filepath.Base(file)), string(text))
	}
}

// packFiles returns the rule files of a pack.
func packFiles(t *testing.T, pack string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(pack, "*.cue"))
	if err != nil || len(all) == 0 {
		t.Fatalf("found %d files of %s (%v)", len(all), pack, err)
	}
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, "_test.cue") })
}

// draw returns that many different mutations of a pack, drawn by a seed.
func draw(t *testing.T, pack string, seed uint64, n int) (all []mutation) {
	t.Helper()
	for _, file := range packFiles(t, pack) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, mutations(t, filepath.Base(file), string(text))...)
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	t.Logf("of %d mutations", len(all))
	return all[:min(n, len(all))]
}

// unmeant are fields that people read and hooks don't.
var unmeant = []string{"doc", "forbids", "title"}

// mutations returns the mutations of a file.
func mutations(t *testing.T, name, text string) (all []mutation) {
	t.Helper()
	file, err := parser.ParseFile(name, text)
	if err != nil {
		t.Fatal(err)
	}
	add := func(start, end int, instead, what string) {
		line := 1 + strings.Count(text[:start], "\n")
		all = append(all, mutation{name, start, end, instead, fmt.Sprintf("%d: %s", line, what)})
	}
	drop := func(n ast.Node, what string) {
		start, end := n.Pos().Offset(), n.End().Offset()
		if rest := strings.TrimLeft(text[end:], " \t\n"); strings.HasPrefix(rest, ",") {
			end = len(text) - len(rest) + 1
		}
		add(start, end, "", "without "+what+" "+strings.SplitN(text[start:end], "\n", 2)[0])
	}
	ast.Walk(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportDecl:
			return false
		case *ast.ListLit:
			for _, e := range n.Elts {
				drop(e, "the element")
			}
		case *ast.StructLit:
			for _, e := range n.Elts {
				if n.Lbrace.IsValid() {
					drop(e, "the field")
				}
			}
		case *ast.Field:
			label, _, _ := ast.LabelName(n.Label)
			if slices.Contains(unmeant, label) {
				return false
			}
			if s, ok := n.Value.(*ast.BasicLit); ok && label == "when" && s.Kind == token.STRING {
				start, end := inside(text, n.Value)
				add(start, end, "!("+text[start:end]+")", "negated "+text[start:end])
			}
		case *ast.BasicLit, *ast.Interpolation:
			start, end := n.Pos().Offset(), n.End().Offset()
			for _, at := range changeable.FindAllStringIndex(text[start:end], -1) {
				old := text[start+at[0] : start+at[1]]
				add(start+at[0], start+at[1], other(old), old+" is "+other(old))
			}
			for line := range strings.Lines(text[start:end]) {
				if words := word.FindAllStringIndex(line, -1); len(words) > 0 {
					at := words[len(words)/2]
					old := line[at[0]:at[1]]
					add(start+at[0], start+at[1], old+"x", old+" is "+old+"x")
				}
				start += len(line)
			}
			return false
		}
		return true
	}, nil)
	return all
}

// inside returns where the text of a literal is, without its quotes.
func inside(text string, n ast.Node) (start, end int) {
	start, end = n.Pos().Offset(), n.End().Offset()
	for start < end && strings.ContainsRune(`#"`, rune(text[start])) && strings.ContainsRune(`#"`, rune(text[end-1])) {
		start, end = start+1, end-1
	}
	return start, end
}

var (
	word       = regexp.MustCompile(`\pL{3,}`)
	changeable = regexp.MustCompile(`&&|\|\||[=!<>]=|\?\?|[<>+*-] |!\b|\b\d+\b|\b(true|false|all|any|none|first|last|startsWith|endsWith|contains|matches|not)\b`)
)

// other returns the replacement of an operator, a number or a name.
func other(old string) string {
	if n, err := strconv.Atoi(old); err == nil {
		return strconv.Itoa(n + 1)
	}
	return map[string]string{"&&": "||", "||": "&&", "==": "!=", "!=": "==", "??": "&&", ">=": "<", "<=": ">", "> ": "<= ", "< ": ">= ", "+ ": "- ", "- ": "+ ", "* ": "+ ",
		"!": "!!", "not": "", "true": "false", "false": "true", "all": "any", "any": "all", "none": "any", "first": "last", "last": "first",
		"startsWith": "endsWith", "endsWith": "startsWith", "contains": "startsWith", "matches": "contains"}[old]
}
