// Package rules embeds the rule sets that are shipped with bcrules: packs, which people
// import, and recipes, which they copy. Each pack is a folder, imported as
// bcrules.dev/packs/NAME; each recipe is a hook and its tests, NAME.cue and
// NAME_test.cue in the folder recipes, and stands on nothing beside itself.
package rules

import "embed"

// FS holds a folder a pack.
//
//go:embed brewcode/*.cue continuity/*.cue guard/*.cue lessons/*.cue megabrain/*.cue
var FS embed.FS

// Recipes holds the folder of the recipes, by the name that their package has, too.
//
//go:embed recipes/*.cue
var Recipes embed.FS

// RecipeFolder is the folder of the recipes.
const RecipeFolder = "recipes"

// Path is the import path of the packs: Path/NAME.
const Path = "bcrules.dev/packs"

// Shipped returns what was read from files that are part of this program. If they can't be read, or
// lack what they must have, the program is broken, which its tests find. So that is a panic, and
// not an error that callers would pass on.
func Shipped[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
