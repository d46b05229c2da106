package main

import (
	"slices"
	"strings"

	"bcrules.dev/cmd/show"
	"bcrules.dev/engine"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/schema/example"
	"bcrules.dev/schema/form"

	"github.com/urfave/cli/v2"
)

const factsHelp = `Lists the facts that conditions can ask, such as  file('x').exists; for a named fact
its arguments and its value with its fields, and an example with its test. […] is a
list, and its fields are those of its items. A description of texts takes the place
of their type, and a field by itself shows all possible values: bcrules vet reports
rules that compare it with anything else. A fact runs when a condition reaches it,
once an event: its answer stays the same until the event is answered, whatever
actions change meanwhile; their results (as) are new.

   bcrules facts file
   bcrules facts call.writes.how`

func factsCmd() *cli.Command {
	return &cli.Command{
		Name:        "facts",
		Usage:       "list the facts that conditions can ask, or show one with its type",
		UsageText:   "bcrules facts [--json] [NAME[.FIELD]…]",
		Description: factsHelp,
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			var all []show.Doc
			for name, f := range full.All().Map() {
				all = append(all, show.Doc{Name: name, Type: f.Signature(name), Doc: f.Doc, Texts: f.Words, Fields: f.Fields(), Example: example.Of(example.Fact, name), More: more(name)})
			}
			if slices.ContainsFunc(c.Args().Slice(), func(arg string) bool { return strings.Contains(arg, ".") }) {
				all = append(all, factFields()...)
			}
			reference := show.Docs("fact", all)
			reference.Groups = factGroups()
			return consult(c, reference, all)
		},
	}
}

// factGroups returns all facts by topic.
func factGroups() (all []show.Group) {
	for _, group := range [][2]string{
		{"Tool calls", "call called runs hasFlag foothold swept standsOn"},
		{"Session and agent", "session transcript agent client followed cwd project mainProject machine os env temp"},
		{"Files and folders", "file read json parsed lines entries glob newest above outline"},
		{"Paths", "under local relative beside"},
		{"Git, programs, processes", "git repository program running lock reachable"},
		{"Marks", "marked"},
		{"Texts", "captured captures replaced fits words stems ends chars cut cutLines padded fixed filled unquoted compact digest sha256"},
		{"Lists", "grouped ordered"},
		{"Time", "now at format seconds"},
	} {
		all = append(all, show.Group{Title: group[0], Names: strings.Fields(group[1])})
	}
	return all
}

// factFields returns the fields of all facts, by path.
func factFields() (all []show.Doc) {
	var within func(of string, fields []engine.Field)
	within = func(of string, fields []engine.Field) {
		for _, f := range fields {
			d := show.Doc{Name: of + "." + f.Name, Doc: f.Doc, Fields: f.Fields}
			d.Type = d.Name + " " + f.Type
			if like := form.Of(f.Form).Doc(); like != "" {
				d.Doc += "\n" + strings.ToUpper(like[:1]) + like[1:] + "."
			}
			all = append(all, d)
			within(d.Name, f.Fields)
		}
	}
	for name, f := range full.All().Map() {
		within(name, f.Fields())
	}
	return all
}

// more returns what the page of a fact says about extending it: for call, how to add a program.
func more(fact string) string {
	if fact == "call" {
		return "What is known of programs is text, and anyone can add one:\n\n" + programs.Notation()
	}
	return ""
}
