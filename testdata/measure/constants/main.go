// Command constants says for each pack how much of what a person would change is a setting.
//
//	go run ./testdata/measure/constants [-v KIND] [PACK…]
//
// It reads the syntax of rules/PACK/*.cue. Each text and number there has one kind: the default of
// a setting, a constant, or one of the kinds below that nobody would change, which are shown
// separately. The parts of an expression count one by one, as do those around a template's
// expressions. A default is one, whatever is in it.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
)

const (
	constant  = "constant"
	setting   = "setting"   // the default of a visible field
	form      = "type"      // the allowed values of a setting, and conditions on it
	said      = "doc"       // documents a rule
	word      = "schema"    // a word of the schema: an event, a matcher, the name of a mark or store
	statement = "SQL"       // a statement of a store
	tool      = "tool"      // a tool of the client
	variable  = "variable"  // a variable of the environment
	code      = "code"      // an identifier: written by programs for programs
	name      = "name"      // a field's, in an expression
	unit      = "unit"      // how many smaller units a larger one has
	index     = "index"     // 0, 1, and which item or group
	separator = "separator" // no text, or a single sign
	mark      = "mark"      // signs of Markdown and of paths without a word
	pattern   = "pattern"   // a pattern without a word
)

func main() {
	shown := flag.String("v", "", "show each of a `kind`, such as constant")
	flag.Parse()
	packs := flag.Args()
	if len(packs) == 0 {
		packs = []string{"brewcode", "continuity", "lessons", "megabrain"}
	}
	for _, pack := range packs {
		all, err := read(filepath.Join("rules", pack))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		n := map[string]int{}
		for _, p := range all {
			n[p.kind]++
			if p.kind == *shown {
				fmt.Printf("%s:%d: %s\n", p.at.Filename(), p.at.Line(), p.text)
			}
		}
		share := 100 * float64(n[setting]) / float64(max(1, n[setting]+n[constant]))
		fmt.Printf("%s: %.1f %%: %d settings, %d constants; not counted:", pack, share, n[setting], n[constant])
		delete(n, setting)
		delete(n, constant)
		for _, kind := range slices.Sorted(maps.Keys(n)) {
			fmt.Printf(" %d %s", n[kind], kind)
		}
		fmt.Println()
	}
}

// read returns the parts of a pack.
func read(folder string) ([]part, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.cue"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("%s: found no pack, want one of this repository", folder)
	}
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(name, nil)
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(name, "_test.cue") {
			files = append(files, f)
		}
	}
	w := walker{names: map[string]string{}, tools: map[string]bool{}}
	schema, err := os.ReadFile("schema/tools.cue")
	for _, m := range regexp.MustCompile(`(?m)^#Tools: (\w+):`).FindAllSubmatch(schema, -1) {
		w.tools[string(m[1])] = true
	}
	for range 3 { // what a name's value is shows where it is used, which may be in that of another
		w.found = nil
		for _, f := range files {
			w.walk(f, constant)
		}
	}
	return w.found, err
}
