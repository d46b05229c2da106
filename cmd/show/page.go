package show

import (
	"cmp"
	"fmt"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
)

// Page formats the page about a rule set as text of a given width, with a row for each setting,
// rule and limit.
func Page(p *page.Page, width int) string {
	s := &sheet{width: width}
	s.page(p)
	return s.String()
}

// Markdown formats the page about a pack or folder as Markdown; name is the argument of docs.
func Markdown(name string, p *page.Page) string {
	out := &sheet{markdown: true}
	fmt.Fprintf(out, "<!-- Written by bcrules docs --markdown %s, from the rules and their tests. -->\n\n", name)
	out.page(p)
	out.line("All of one, with examples: " + out.code("bcrules docs "+name+" NAME") + ".")
	return out.String()
}

// page writes a page.
func (s *sheet) page(p *page.Page) {
	s.heading(1, p.Name)
	s.text(p.Doc)
	if len(p.Settings) > 0 {
		s.heading(2, "What you can change")
		s.settings(p.Settings)
		s.idle(p.Settings)
	}
	for _, t := range p.Tables {
		s.columns(2, t)
	}
	for _, of := range p.Stores {
		s.store(2, of)
	}
	for i := range p.Hooks {
		s.hookTable(&p.Hooks[i])
	}
	if len(p.Limits) > 0 {
		s.heading(2, "Known limits")
		var rows [][]string
		for _, l := range p.Limits {
			rows = append(rows, []string{l.ID, s.plain(l.What)})
		}
		s.table([]string{"limit", "what"}, rows)
	}
}

// settings writes the settings that people change first, if the rules mark any, and then all: those
// without fields, and a group for each that has fields.
func (s *sheet) settings(of []page.Setting) {
	var first, alone [][]string
	for _, set := range of {
		if set.Wanted {
			first = append(first, s.settingRow(set.Name, set))
		}
		for _, f := range set.Fields {
			if f.Wanted {
				first = append(first, s.settingRow(set.Name+"."+f.Name, f))
			}
		}
		if len(set.Fields) == 0 {
			alone = append(alone, s.settingRow(set.Name, set))
		}
	}
	if len(first) == 0 {
		for _, set := range of {
			first = append(first, s.settingRows(set)...)
		}
		s.group("", "", first)
		return
	}
	s.group("What people change first", "", first)
	s.group("Settings that stand alone", "", alone)
	for _, set := range of {
		var rows [][]string
		for _, f := range set.Fields {
			rows = append(rows, s.settingRow(set.Name+"."+f.Name, f))
		}
		s.group(set.Name, set.Doc, rows)
	}
}

// group writes settings below a heading.
func (s *sheet) group(title, doc string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	if title != "" {
		s.heading(3, title)
		s.text(doc)
	}
	s.table([]string{"setting", "by default", "what"}, rows)
}

// idle lists the entries of tables that make no rule.
func (s *sheet) idle(of []page.Setting) {
	var names []string
	for _, set := range of {
		for _, e := range set.Idle {
			names = append(names, s.code(e.Name))
		}
	}
	if len(names) > 0 {
		s.line("As the settings are, these make no rule: " + strings.Join(names, ", ") + ".")
	}
}

// settingRows returns a row for a setting, or for each of its fields.
func (s *sheet) settingRows(set page.Setting) [][]string {
	if len(set.Fields) == 0 {
		return [][]string{s.settingRow(set.Name, set)}
	}
	var all [][]string
	if set.Doc != "" {
		all = append(all, s.settingRow(set.Name, page.Setting{Doc: set.Doc}))
	}
	for _, f := range set.Fields {
		all = append(all, s.settingRow(set.Name+"."+f.Name, f))
	}
	return all
}

// settingRow returns the row of a setting or column.
func (s *sheet) settingRow(name string, of page.Setting) []string {
	by := cmp.Or(of.Default, of.Type)
	if by != "" {
		by = s.code(cutAt(by, longDefault))
	}
	return []string{s.code(name), by, s.plain(strings.Join(strings.Fields(of.Doc), " "))}
}

// columns writes a table with a row for each column.
func (s *sheet) columns(level int, t page.Table) {
	s.heading(level, "Table "+t.Name)
	s.text(t.Doc)
	var rows [][]string
	for _, c := range t.Columns {
		rows = append(rows, s.settingRow(c.Name, c))
	}
	s.table([]string{"field", "by default", "what"}, rows)
}

// store writes where a store is, and its queries and statements.
func (s *sheet) store(level int, of page.Store) {
	s.heading(level, "Store "+of.Name)
	s.text(of.Doc)
	places := make([]string, len(of.Places))
	for i, place := range of.Places {
		places[i] = s.code(place)
	}
	s.line(cmp.Or(strings.Join(places, ", or "), "The project's index") + ", asked " + strings.Join(of.Asked, ", "))
}

// hookTable writes a hook with a row for each rule.
func (s *sheet) hookTable(h *page.Hook) {
	s.heading(2, "Hook "+h.Name)
	s.line(strings.TrimSpace(strings.Join(strings.Fields(s.plain(h.Doc+" "+forbids(h))), " ") + " " + s.moment(h)))
	var rows [][]string
	for i := range h.Rules {
		r := &h.Rules[i]
		what := s.plain(strings.Join(strings.Fields(r.Doc), " "))
		if what == "" && r.When != nil {
			what = "when " + s.code(cutAt(oneLine(r.When.Src), longText))
		}
		if what == "" {
			what = map[bool]string{true: "otherwise", false: "always"}[h.First && i > 0]
		}
		var answers []string
		for _, step := range r.Do {
			parts := briefly(spoken(step))
			if len(parts) == 0 {
				answers = append(answers, step.Action)
			}
			for _, part := range parts {
				answers = append(answers, strings.TrimSpace(part.what+": "+s.plain(cutAt(beyond(part.text, r.Doc), longText))))
			}
		}
		rows = append(rows, []string{cmp.Or(r.ID, fmt.Sprint(r.Number)), what, cmp.Or(strings.Join(answers, "; "), "nothing")})
	}
	s.table([]string{"rule", "what and why", "answer"}, rows)
}

// longDefault and longText are the lengths in characters above which a row shortens a default or
// another text.
const (
	longDefault = 60
	longText    = 160
)

// cutAt shortens a text to at most most characters.
func cutAt(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// beyond returns what a text adds to a doc, as a reason often repeats the doc.
func beyond(text, doc string) string {
	doc = strings.ToLower(strings.TrimSuffix(doc, "."))
	if at := strings.Index(strings.ToLower(text), doc); doc != "" && at >= 0 && len(strings.ToLower(text)) == len(text) {
		return strings.TrimLeft(text[at+len(doc):], ". ")
	}
	return text
}

// moment describes when a hook runs.
func (s *sheet) moment(h *page.Hook) string {
	on := "On " + strings.Join(h.On, ", ")
	if h.Match != "" {
		on += " of " + s.code(h.Match)
	}
	if h.Each != nil {
		on += ", for each " + s.each(h.Each)
	}
	if h.First {
		on += "; the first rule that holds decides"
	}
	if h.Yields {
		on += "; not asked where another hook refuses"
	}
	switch {
	case !h.Enabled:
		on += "; switched off"
	case h.Mode == schema.Observe:
		on += "; what it says is only noted"
	case h.OnError == "closed":
		on += "; refused where the hook fails"
	}
	return on + "."
}

// forbids describes what a hook forbids to the agent, "" if the hook doesn't say.
func forbids(h *page.Hook) string {
	if h.Forbids == "" {
		return ""
	}
	return "Forbids the agent: " + strings.TrimSuffix(h.Forbids, ".") + "."
}

// each describes an item and its list.
func (s *sheet) each(e *plan.Each) string {
	return s.code(e.Name) + " of " + s.code(oneLine(e.Expr.Src))
}
