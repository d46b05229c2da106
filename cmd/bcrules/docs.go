package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const docsHelp = `Prints a page on a rule set, for its users: a pack of this program by its name, or a
folder of rules (./NAME where a pack is called the same).

   bcrules docs leash
   bcrules docs --markdown .claude/bcrules > RULES.md

All of it comes from the rules and the tests beside them:

   the comment on the package in a rule file
   what people change: fields at the top that have a default or no value yet, with
      their comments; of a table (guards: [string]: {…}) the fields of its entries
   hooks with doc, event and match
   rules with id, doc and what they say; where an entry of a table is called like the
      rule, its fields that bear @shown() and are not said before; events for which the rule holds, and the
      nearest for which it doesn't, from tests that name it (rule: "id")
   entries of tables that make no rule as the settings are
   what the rules can't see, from tests that have limit: "id: what and why"

Exit code 0: printed; 1: the rules or tests have faults, listed as by "bcrules vet",
or the command line is wrong; 2: it could not be carried out.`

func docsCmd() *cli.Command {
	return &cli.Command{
		Name:        "docs",
		Usage:       "print a page on a rule set, from its rules and tests",
		UsageText:   "bcrules docs [--markdown] PACK|DIR",
		Description: docsHelp,
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "markdown", Usage: "print Markdown"}},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError(c, fmt.Errorf("found %s, want a pack (%s) or a folder of rules", count(c.NArg(), "argument"), strings.Join(packs(), ", ")), false)
			}
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			s, err := newSchema()
			if err != nil {
				return err
			}
			name := c.Args().First()
			page, err := s.Page(pageLayers(name, here)...)
			if err != nil {
				return faulty(c.App.Writer, err, here)
			}
			text := markdown(name, page)
			if on := screenOf(c.App.Writer); !c.Bool("markdown") {
				out := &sheet{width: cmp.Or(on.width, plainWidth)}
				out.page(page)
				text = out.String()
			}
			_, err = io.WriteString(c.App.Writer, text)
			return err
		},
	}
}

// markdown returns the page on what an argument names as Markdown.
func markdown(name string, p *schema.Page) string {
	out := &sheet{markdown: true}
	fmt.Fprintf(out, "<!-- Written by bcrules docs --markdown %s, from the rules and their tests. -->\n\n", name)
	out.page(p)
	return out.String()
}

// pageLayers returns the layers of what an argument names.
func pageLayers(name, here string) []string {
	if slices.Contains(packs(), name) {
		name = rules.Path + "/" + name
	}
	return layers.Find([]string{name}, here, os.Getenv).Layers
}

// page writes a page.
func (s *sheet) page(p *schema.Page) {
	s.heading(1, p.Name)
	s.text(p.Doc)
	if len(p.Settings) > 0 {
		s.heading(2, "What you can change")
		for _, set := range p.Settings {
			s.setting(set)
		}
	}
	for i := range p.Hooks {
		s.hook(&p.Hooks[i])
	}
	if len(p.Limits) > 0 {
		s.heading(2, "Known limits")
		for _, l := range p.Limits {
			s.heading(3, l.ID)
			s.text(l.What)
			s.examples("", l.Shows)
		}
	}
}

func (s *sheet) setting(set schema.Setting) {
	s.heading(3, set.Name)
	s.text(set.Doc)
	if len(set.Fields) == 0 {
		s.item(s.kind(set), "")
	}
	for _, f := range set.Fields {
		s.item(s.code(f.Name)+": "+s.kind(f), s.plain(f.Doc))
	}
	if len(set.Idle) > 0 {
		s.text("These make no rule as the settings are:")
		for _, e := range set.Idle {
			s.item(s.code(e.Name), shownFields(s, e.Shown))
		}
	}
}

// kind is what a setting may be and is by default.
func (s *sheet) kind(set schema.Setting) string {
	text := s.code(set.Type)
	if set.Default != "" && set.Default != set.Type {
		text += ", by default " + s.code(set.Default)
	}
	return text
}

// shownFields lists fields of an entry with their values.
func shownFields(s *sheet, fields []schema.Setting) string {
	var all []string
	for _, f := range fields {
		all = append(all, f.Name+" "+s.code(cmp.Or(f.Default, f.Type)))
	}
	return strings.Join(all, ", ")
}

func (s *sheet) hook(h *schema.PageHook) {
	s.heading(2, "Hook "+h.Name)
	s.text(h.Doc)
	on := "On " + strings.Join(h.On, ", ")
	if h.Match != "" {
		on += " of " + s.code(h.Match)
	}
	switch {
	case !h.Enabled:
		on += "; switched off"
	case h.OnError == "closed":
		on += "; refused where the hook fails"
	}
	s.line(on + ".")
	for i := range h.Rules {
		s.rule(&h.Rules[i])
	}
	if len(h.Tests) > 0 {
		s.heading(3, "Tests")
		for _, x := range h.Tests {
			s.item(s.plain(x.Test), "")
		}
	}
}

func (s *sheet) rule(r *schema.PageRule) {
	s.heading(3, cmp.Or(r.ID, fmt.Sprintf("Rule %d", r.Number)))
	s.text(r.Doc)
	if r.ID == "" && r.When != nil {
		s.item("when "+s.code(oneLine(r.When.Src)), "")
	}
	said := r.Doc
	for _, step := range r.Do {
		for _, part := range spoken(step) {
			s.item(part.what+": "+s.plain(part.text), "")
			said += "\n" + part.text
		}
	}
	shown := slices.DeleteFunc(slices.Clone(r.Shown), func(f schema.Setting) bool { return strings.Contains(said, strings.Trim(f.Default, `"`)) })
	if len(shown) > 0 {
		s.item(shownFields(s, shown), "")
	}
	s.examples("It holds for", r.Holds)
	s.examples("It does not hold for", r.Passes)
}

// examples writes events under a title.
func (s *sheet) examples(title string, all []schema.Example) {
	if len(all) == 0 {
		return
	}
	if title != "" {
		s.line(title + ":")
	}
	for _, x := range all {
		switch {
		case strings.TrimSpace(x.Text) == "":
			s.item(s.plain(x.Test), "")
		case x.Shell:
			s.item(s.code(oneLine(x.Text)), "")
		default:
			s.item(strings.TrimSpace(x.Tool+" "+s.code(oneLine(x.Text))), "")
		}
	}
}
