// Constants says of each pack how much of what a person would change is a setting.
//
//	go run ./testdata/measure/constants [-v] [PACK…]
//
// It reads the syntax of rules/PACK/*.cue. Each text and number there is of one kind: a default
// that a setting has, a constant, or one of those below, which are shown beside. The parts of an
// expression and those of a template around its expressions are taken one by one.
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
	"cuelang.org/go/cue/token"
)

// The kinds. What isn't constant or setting is nothing that a person would change.
const (
	constant  = "constant"
	setting   = "setting"   // the default of a visible field, as a whole
	form      = "type"      // what a setting may be, and what is asked of that
	said      = "doc"       // what documents a rule
	word      = "schema"    // a word of the schema: an event, the name of a mark or store
	statement = "SQL"       // a statement of a store
	tool      = "tool"      // a tool of the client
	variable  = "variable"  // a variable of the environment
	code      = "code"      // an identifier: what programs write for programs
	unit      = "unit"      // how many of a smaller unit a larger one has
	index     = "index"     // 0, 1, which item or group, how much of a hash
	separator = "separator" // no text, or a single sign
	mark      = "mark"      // signs of Markdown and of paths without a word
	pattern   = "pattern"   // a pattern without a word, of digits and such signs
)

// A part is one of a pack's texts and numbers.
type part struct {
	kind, text string
	at         token.Pos
}

func main() {
	verbose := flag.Bool("v", false, "show each constant")
	kind := flag.String("kind", constant, "the kind that -v shows")
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
		print(pack, all)
		for _, l := range all {
			if *verbose && l.kind == *kind {
				fmt.Printf("%s:%d: %s\n", l.at.Filename(), l.at.Line(), l.text)
			}
		}
	}
}

// print writes a line on a pack.
func print(pack string, all []part) {
	n := map[string]int{}
	for _, l := range all {
		n[l.kind]++
	}
	share := 100 * float64(n[setting]) / float64(max(1, n[setting]+n[constant]))
	fmt.Printf("%-11s %5.1f %%  %d settings  %d constants  not counted:", pack, share, n[setting], n[constant])
	delete(n, setting)
	delete(n, constant)
	for _, kind := range slices.Sorted(maps.Keys(n)) {
		fmt.Printf("  %d %s", n[kind], kind)
	}
	fmt.Println()
}

// read returns the literals of a pack.
func read(folder string) (all []part, err error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.cue"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.cue") {
			continue
		}
		f, err := parser.ParseFile(name, nil)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	w := walker{names: map[string]string{}, tools: map[string]bool{}}
	schema, err := os.ReadFile("schema/tools.cue")
	for _, m := range regexp.MustCompile(`(?m)^#Tools: (\w+):`).FindAllSubmatch(schema, -1) {
		w.tools[string(m[1])] = true
	}
	for range 3 { // names say of names what these are
		w.found = nil
		for _, f := range files {
			w.decls(f.Decls, constant)
		}
	}
	return w.found, err
}
