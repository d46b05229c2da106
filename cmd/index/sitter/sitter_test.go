package sitter

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/grammars"

	"github.com/tetratelabs/wazero"
)

// module reads one of the grammars' modules.
func module(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(grammars.Dir(t), name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func machine(t testing.TB) *Machine {
	t.Helper()
	m, err := NewMachine(module(t, "web-tree-sitter/web-tree-sitter.wasm"), wazero.NewCompilationCache())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// Captures have their places in bytes, whatever characters the text has.
func TestMatches(t *testing.T) {
	l, err := machine(t).Language(module(t, "tree-sitter-python/tree-sitter-python.wasm"), "python", "(call function: (identifier) @call arguments: (_) @with)")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"f(1)", "\"ö\"; f(1)", "\"𝒳𝒳\"; f('ö𝒳')", strings.Repeat("# ö𝒳\n", 5000) + "f('𝒳')\n", ""} {
		found, err := l.Matches(text, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if text == "" && len(found) == 0 {
			continue
		}
		if len(found) != 1 || len(found[0]) != 2 {
			t.Fatalf("%.20q: found %v, want one match of two", text, found)
		}
		call, with := found[0][0], found[0][1]
		if at := strings.LastIndex(text, "f("); call.Name != "call" || call.From != at || call.To != at+1 || text[with.From:with.To] != strings.TrimSpace(text[at+1:]) {
			t.Errorf("%.20q: found %v", text, found)
		}
	}
	if _, err := l.Matches(strings.Repeat("f(1)\n", 100_000), 0); !errors.Is(err, ErrLate) {
		t.Errorf("found %v, want that there was no time", err)
	}
	if found, err := l.Matches("f(1)", time.Minute); err != nil || len(found) != 1 {
		t.Errorf("after it: found %v %v, want one match", found, err)
	}
}

// Something that isn't a module, or isn't one of these, is refused with a reason.
func TestModules(t *testing.T) {
	m := machine(t)
	python := module(t, "tree-sitter-python/tree-sitter-python.wasm")
	for name, test := range map[string]struct {
		wasm                []byte
		called, query, want string
	}{
		"no module":      {[]byte("no module"), "python", "", "invalid magic number"},
		"cut":            {python[:len(python)/2], "python", "", "section"},
		"not to join":    {[]byte("\x00asm\x01\x00\x00\x00"), "python", "", "found no dylink.0 section"},
		"another's name": {python, "rust", "", "found no function tree_sitter_rust"},
		"query":          {python, "python", "(call) @call (no_such_node) @x", `query of python: found "no_such_node`},
	} {
		if _, err := m.Language(test.wasm, test.called, test.query); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: found %v, want %q", name, err, test.want)
		}
	}
	if _, err := NewMachine(python, wazero.NewCompilationCache()); err == nil {
		t.Error("found that a grammar is taken for the runtime, want it refused")
	}
}
