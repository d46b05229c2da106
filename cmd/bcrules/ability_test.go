package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

// Beyond the event and the reply, code does only what its literal says: people decide by that what
// they trust.
func TestAbilitiesAreDeclared(t *testing.T) {
	writes := regexp.MustCompile(`\bfiles\.(Append|Chang|Claim|Link|Move|Set|Touch|Write)\w*\(|\.(MkdirAll|Claim|Remove|Clear)\(`)
	ofFacts := map[string]*regexp.Regexp{
		engine.Writes:   writes,
		engine.Reads:    regexp.MustCompile(`Host\.(Place|Text)\b|\.Marks\(`),
		engine.Connects: regexp.MustCompile(`\bnet\.Dialer\b`),
		engine.Learns:   regexp.MustCompile(`\bGetenv\(`),
		engine.Watches:  regexp.MustCompile(`\bprocesses\(\)`),
	}
	ofActions := map[string]*regexp.Regexp{ // what they write is what they look at
		engine.Writes: writes,
		engine.Runs:   regexp.MustCompile(`exec\.Command\b`),
	}
	n := 0
	look := func(name, code string, signs map[string]*regexp.Regexp, abilities []engine.Ability) {
		n++
		can := map[string]bool{}
		for _, a := range abilities {
			can[a.Verb] = true
		}
		for verb, sign := range signs {
			if found := sign.FindString(code); found != "" && !can[verb] {
				t.Errorf("%s: found %q in its code, want its literal to say: %s", name, found, verb)
			}
		}
	}
	for name, code := range codes(t, "Fact", "engine/facts", "engine/facts/full") {
		look(name, code, ofFacts, full.All().Map()[name].Abilities())
	}
	for name, code := range codes(t, "Action", "actions") {
		look(name, code, ofActions, actions.All().Map()[name].Abilities())
	}
	if want := len(full.All().Map()) + len(actions.All().Map()); n != want {
		t.Errorf("found the code of %d facts and actions, want %d", n, want)
	}
}

// A literal only names parameters and arguments that exist.
func TestArgumentsAreThere(t *testing.T) {
	for name, f := range full.All().Map() {
		for _, a := range append(f.Abilities(), engine.Ability{Of: f.Path}) {
			if a.Of != "" && f.Param(a.Of) < 0 {
				t.Errorf("%s: found no parameter %s among %s", name, a.Of, f.Params)
			}
		}
	}
	for name, a := range actions.All().Map() {
		known := map[string]bool{"": true, engine.Whole: true, engine.Named: true}
		args, _ := cuecontext.New().CompileString(a.Args).Fields(cue.Optional(true))
		for args != nil && args.Next() {
			known[args.Selector().Unquoted()] = true
		}
		said := slices.Concat(a.Places(), []string{a.Runs, a.Marks, a.Limit, a.Late}, a.How, a.Data, a.Dotted)
		for arg := range known {
			if a.Runs != "" && !slices.Contains(said, arg) && arg != engine.Whole && arg != engine.Named {
				t.Errorf("%s: found nothing said of %s, want what people are shown of a program (How)", name, arg)
			}
		}
		for _, u := range a.Uses {
			said = append(said, u.Arg, u.Bound)
		}
		for _, arg := range said {
			if !known[arg] {
				t.Errorf("%s: found no argument %s in %s", name, arg, a.Args)
			}
		}
	}
}

// codes returns the code of the packages' facts, or actions, by their names in the tables: the
// literal, and everything in the package that it reaches.
func codes(t *testing.T, kind string, dirs ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, dir := range dirs {
		table, decls := map[string]string{}, map[string][]piece{}
		paths, _ := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		for _, path := range paths {
			if !strings.HasSuffix(path, "_test.go") {
				parse(t, path, kind, table, decls)
			}
		}
		for name, variable := range table {
			reached := map[string]bool{}
			for _, other := range table {
				reached[other] = other != variable
			}
			var code strings.Builder
			var walk func(name string)
			walk = func(name string) {
				if reached[name] {
					return
				}
				reached[name] = true
				for _, p := range decls[name] {
					code.WriteString(p.text)
					for _, used := range p.names {
						walk(used)
					}
				}
			}
			walk(variable)
			all[name] = code.String()
		}
	}
	return all
}

// A piece is a declaration of a package: its text and the names in it, those of methods with a dot.
type piece struct {
	text  string
	names []string
}

// parse adds the declarations of a file by their names, and the rows of its table of a kind.
func parse(t *testing.T, path, kind string, table map[string]string, decls map[string][]piece) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	source := func(n ast.Node) string {
		return string(text[set.Position(n.Pos()).Offset:set.Position(n.End()).Offset])
	}
	add := func(name string, n ast.Node) {
		p := piece{text: source(n)}
		methods := map[*ast.Ident]string{}
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				methods[n.Sel] = "."
			case *ast.Ident:
				p.names = append(p.names, methods[n]+n.Name)
			}
			return true
		})
		decls[name] = append(decls[name], p)
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = "." + name
			}
			add(name, d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					add(v.Names[0].Name, v)
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok && lit.Type != nil && source(lit.Type) == "engine.Table[engine."+kind+"]" {
			for _, e := range lit.Elts {
				row := e.(*ast.CompositeLit)
				name, err := strconv.Unquote(row.Elts[0].(*ast.KeyValueExpr).Value.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				table[name] = row.Elts[1].(*ast.KeyValueExpr).Value.(*ast.UnaryExpr).X.(*ast.Ident).Name
			}
		}
		return true
	})
}
