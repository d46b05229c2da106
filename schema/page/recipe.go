package page

import (
	"io/fs"
	"path"
	"strconv"
	"strings"

	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

// A Recipe is a hook for people to copy, so that they start from a correct one.
type Recipe struct {
	Name string // of the hook, and of its files
	Doc  string // of the hook
}

// Recipes returns the recipes, sorted by name.
func Recipes() []Recipe {
	var all []Recipe
	for _, e := range rules.Shipped(fs.ReadDir(rules.Recipes, rules.RecipeFolder)) {
		name, rule := strings.CutSuffix(e.Name(), ".cue")
		if !rule || schema.OfTests(e.Name()) {
			continue
		}
		data := rules.Shipped(fs.ReadFile(rules.Recipes, path.Join(rules.RecipeFolder, e.Name())))
		doc := cuecontext.New().CompileBytes(data).LookupPath(cue.MakePath(cue.Str("hooks"), cue.Str(name), cue.Str("doc")))
		all = append(all, Recipe{name, rules.Shipped(doc.String())})
	}
	return all
}

// CopyRecipe returns the rule file and the test file of a recipe, for a hook with another name in
// another package. Everything else stays the same byte for byte: the name occurs only as a whole
// text or, followed by a space, at the beginning of one, as in names of tests.
func CopyRecipe(recipe, name, pkg string) (rule, tests []byte, err error) {
	var known []string
	for _, r := range Recipes() {
		known = append(known, r.Name)
	}
	file := path.Join(rules.RecipeFolder, recipe)
	if rule, err = fs.ReadFile(rules.Recipes, file+".cue"); err != nil {
		return nil, nil, schema.Unknown("recipe", recipe, known)
	}
	tests = rules.Shipped(fs.ReadFile(rules.Recipes, file+"_test.cue"))
	renamed := strings.NewReplacer("package "+rules.RecipeFolder+"\n", "package "+pkg+"\n",
		strconv.Quote(recipe), strconv.Quote(name), `"`+recipe+" ", `"`+name+" ")
	return []byte(renamed.Replace(string(rule))), []byte(renamed.Replace(string(tests))), nil
}
