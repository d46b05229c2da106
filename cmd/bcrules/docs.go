package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/host"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/codeindex"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

const docsHelp = `Prints a page on a rule set, for its users: a pack of this program by name, or a
folder of rules (./NAME if a pack has the same name). With the NAME of a setting,
hook, rule or limit it prints all about that, with examples.

   bcrules docs guard
   bcrules docs guard push-force
   bcrules docs --markdown .claude/bcrules > RULES.md
   bcrules docs --html site

With --html it writes pages into a folder instead, for a team's wiki: the hooks by
event with their rules, conditions and tests, as "bcrules ui" shows them, the
findings of vet, and the rule files; by default for this project. If a file is in
the way that it did not write, or that somebody changed since, it writes nothing.

A topic that needs more than a field's comment has a page, too: "bcrules docs
stores".

Hooks to copy are not packs: "bcrules new hook --from" lists them.

Everything comes from the rules and the tests beside them:

   the comment on the package in a rule file
   what people change: fields at the top that have a default or no value yet, with
      their comments; of a table (guards: [string]: {…}) the fields of its entries
   hooks with doc, event and match
   rules with id, doc and what they say; if an entry of a table has the rule's name,
      its fields with @shown() that weren't shown yet; events for which the rule holds,
      and the nearest for which it doesn't, from tests that name it (rule: "id")
   entries of tables that make no rule, like settings
   what the rules can't see, from tests with limit: "id: what and why"

Exit code 0: printed or written; 1: the rules or tests have faults, listed as by
"bcrules vet", or a wrong command line; 2: it could not be carried out.`

func docsCmd() *cli.Command {
	return &cli.Command{
		Name:        "docs",
		Usage:       "print a page on a rule set, from its rules and tests",
		UsageText:   "bcrules docs [--markdown] PACK|DIR|stores [NAME] | --html DIR [PACK|DIR]",
		Description: docsHelp,
		Flags: []cli.Flag{&cli.BoolFlag{Name: "markdown", Usage: "print Markdown"},
			&cli.StringFlag{Name: "html", Usage: "write pages into folder `DIR`"}},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			name, part := parted(c.Args().First(), c.Args().Get(1))
			dir := c.String("html")
			if name == "" && dir != "" {
				name = layers.Project(here)
			}
			if name == "" || c.NArg() > 2 {
				return usageError(c, fmt.Errorf("found %s, want a pack (%s) or a folder of rules, and a name in it for that alone", show.Count(c.NArg(), "argument"), strings.Join(packs(), ", ")), false)
			}
			if about, ok := topics[name]; ok && noSuchPack(name) && dir == "" {
				_, err := io.WriteString(c.App.Writer, about())
				return err
			}
			if noSuchPack(name) {
				return misspelt(c, "pack", name, append(packs(), slices.Collect(maps.Keys(topics))...))
			}
			if dir == "" {
				return docsPage(c, name, part, here)
			}
			if c.Bool("markdown") || part != "" {
				return usageError(c, errors.New("--html: found --markdown or a name in the rules beside it, want neither"), false)
			}
			return docsSite(c, dir, name, here)
		},
	}
}

// parted splits PACK/HOOK and PACK/HOOK/RULE, as lists and replies write them.
func parted(name, part string) (string, string) {
	if pack, of, ok := strings.Cut(name, "/"); ok && part == "" && slices.Contains(packs(), pack) {
		return pack, of
	}
	return name, part
}

// docsPage prints the page of a rule set, or of the hooks and rules named part. Refusals name pages of
// shipped packs, and evaluating a large pack takes seconds; those pages never change for this version
// of the program, so their text is kept.
func docsPage(c *cli.Context, name, part, here string) error {
	markdown, width := c.Bool("markdown"), show.On(c.App.Writer).Width
	kept, key := compile.Pages(host.Here(os.Getenv)), fmt.Sprintf("page %q %q %t %d", name, part, markdown, width)
	shipped := slices.Contains(packs(), name)
	if shipped {
		if text := kept.Get(key); text != nil {
			_, err := c.App.Writer.Write(text)
			return err
		}
	}
	of, err := pageOf(c, name, part, here)
	if err != nil {
		return faulty(c.App.Writer, err, here)
	}
	var text string
	switch {
	case part != "":
		if text = show.Part(of, part, width); text == "" {
			return misspelt(c, "setting, hook, rule or limit", part, of.Names())
		}
	case markdown:
		text = show.Markdown(name, of)
	default:
		text = show.Page(of, width)
	}
	if shipped {
		kept.Put(key, []byte(text))
	}
	_, err = io.WriteString(c.App.Writer, text)
	return err
}

// pageOf evaluates a rule set for its page.
func pageOf(c *cli.Context, name, part, here string) (of *page.Page, err error) {
	s := compile.Schema()
	shown := pageLayers(name, here)
	bounded.Rules.Do(s, shown, c.App.ErrWriter, func() {
		var set *schema.Set
		if set, err = s.Compile(shown...); err == nil {
			of, err = page.For(s, set, part, shown...)
		}
		if err == nil {
			err = excepted(of, set.Plan, part)
		}
	})
	return of, err
}

// topics are the pages that aren't about a rule set, by name.
var topics = map[string]func() string{"stores": aboutStores}

// storesPage is the page on stores, with placeholders for a recipe and for the fields.
//
//go:embed stores.txt
var storesPage string

func aboutStores() string {
	recipe, _, err := page.CopyRecipe("one-writer", "one-writer", "rules")
	if err != nil {
		panic(err) // can't happen: it is embedded
	}
	var fields []string
	for _, name := range []string{"#Store", "#Query", "#SQL"} {
		fields = append(fields, schema.Written(name))
	}
	return fmt.Sprintf(storesPage, indented(string(recipe)), indented(codeindex.Tables), indented(strings.Join(fields, "\n")))
}

// indented returns a text indented like examples.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString("   ")
		}
		b.WriteString(strings.ReplaceAll(line, "\t", "   "))
	}
	return b.String()
}

// noSuchPack reports whether an argument is a word that names neither a pack nor a folder.
func noSuchPack(name string) bool {
	_, err := os.Stat(name)
	return err != nil && !strings.Contains(name, "/") && !slices.Contains(packs(), name)
}

// pageLayers returns the layers of the rule set that an argument names.
func pageLayers(name, here string) []string {
	if slices.Contains(packs(), name) {
		name = rules.Path + "/" + name
	}
	return layers.Find([]string{name}, here, os.Getenv).Layers
}
