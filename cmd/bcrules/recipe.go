package main

import (
	"strings"

	"bcrules.dev/cmd/show"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

// fromFlag names the recipe of a new hook.
const fromFlag = "from"

// fromNothing answers a wrong command line; if --from just names no recipe, it lists them.
func fromNothing(c *cli.Context, err error, sub bool) error {
	if strings.HasSuffix(err.Error(), valueless+fromFlag) {
		return listRecipes(c)
	}
	return usageError(c, err, sub)
}

// listRecipes prints a line on each recipe.
func listRecipes(c *cli.Context) error {
	var all []show.Doc
	for _, r := range page.Recipes() {
		all = append(all, show.Doc{Name: r.Name, Doc: r.Doc})
	}
	return show.Docs("recipe", all).Write(c.App.Writer, all, false, false)
}
