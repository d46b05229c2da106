package show

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/page"
)

// Page returns the page on a rule set as text for a screen of so many columns: a row for
// each setting, rule and limit.
func Page(p *page.Page, width int) string {
	s := &sheet{width: width}
	s.page(p)
	return s.String()
}

// Markdown returns the page on what an argument names as Markdown.
func Markdown(name string, p *page.Page) string {
	out := &sheet{markdown: true}
	fmt.Fprintf(out, "<!-- Written by bcrules docs --markdown %s, from the rules and their tests. -->\n\n", name)
	out.page(p)
	out.line("All of one, with examples: " + out.code("bcrules docs "+name+" NAME") + ".")
	return out.String()
}

// Part returns all that there is to say of the settings, hooks, rules and limits of a
// name; "" if there are none.
func Part(p *page.Page, name string, width int) string {
	s := &sheet{width: width}
	for _, set := range p.Settings {
		if set.Name == name || strings.TrimSuffix(set.Name, "[…]") == name {
			s.setting(set)
		}
	}
	for _, t := range p.Tables {
		if t.Name == name {
			s.columns(3, t)
		}
	}
	for i := range p.Hooks {
		h := &p.Hooks[i]
		if h.Name == name {
			s.hook(h)
			continue
		}
		for j := range h.Rules {
			if h.Rules[j].ID == name {
				s.rule(h, &h.Rules[j])
			}
		}
	}
	for _, l := range p.Limits {
		if l.ID == name {
			s.heading(3, l.ID)
			s.text(l.What)
			s.examples("", l.Shows)
		}
	}
	return s.String()
}

// page writes a page.
func (s *sheet) page(p *page.Page) {
	s.heading(1, p.Name)
	s.text(p.Doc)
	if len(p.Settings) > 0 {
		s.heading(2, "What you can change")
		var rows [][]string
		for _, set := range p.Settings {
			rows = append(rows, s.settingRows(set)...)
		}
		s.table([]string{"setting", "by default", "what"}, rows)
		s.idle(p.Settings)
	}
	for _, t := range p.Tables {
		s.columns(2, t)
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

// idle names the entries of tables that make no rule.
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

// settingRows returns a row for a setting, or for each field that it has.
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

// columns writes a table of a file with a row for each column.
func (s *sheet) columns(level int, t page.Table) {
	s.heading(level, "Table "+t.Name)
	s.text(t.Doc)
	var rows [][]string
	for _, c := range t.Columns {
		rows = append(rows, s.settingRow(c.Name, c))
	}
	s.table([]string{"field", "by default", "what"}, rows)
}

// hookTable writes a hook with a row for each rule.
func (s *sheet) hookTable(h *page.Hook) {
	s.heading(2, "Hook "+h.Name)
	s.line(strings.TrimSpace(s.plain(strings.Join(strings.Fields(h.Doc), " ")) + " " + s.moment(h)))
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
			parts := spoken(step)
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

// Lengths, in characters, from which a row has a part alone.
const (
	longDefault = 60
	longText    = 160
)

// cutAt returns a text, or its first characters where it has more.
func cutAt(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// beyond returns what a text says that a doc doesn't: a reason often repeats it.
func beyond(text, doc string) string {
	doc = strings.ToLower(strings.TrimSuffix(doc, "."))
	if at := strings.Index(strings.ToLower(text), doc); doc != "" && at >= 0 && len(strings.ToLower(text)) == len(text) {
		return strings.TrimLeft(text[at+len(doc):], ". ")
	}
	return text
}

func (s *sheet) setting(set page.Setting) {
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
func (s *sheet) kind(set page.Setting) string {
	text := s.code(set.Type)
	if set.Default != "" && set.Default != set.Type {
		text += ", by default " + s.code(set.Default)
	}
	return text
}

// shownFields lists fields of an entry with their values.
func shownFields(s *sheet, fields []page.Setting) string {
	var all []string
	for _, f := range fields {
		all = append(all, f.Name+" "+s.code(cmp.Or(f.Default, f.Type)))
	}
	return strings.Join(all, ", ")
}

func (s *sheet) hook(h *page.Hook) {
	s.heading(2, "Hook "+h.Name)
	s.text(h.Doc)
	s.line(s.moment(h))
	for i := range h.Rules {
		s.rule(h, &h.Rules[i])
	}
	if len(h.Tests) > 0 {
		s.heading(3, "Tests")
		for _, x := range h.Tests {
			s.item(s.plain(x.Test), "")
		}
	}
}

// moment says when a hook is asked.
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
	switch {
	case !h.Enabled:
		on += "; switched off"
	case h.OnError == "closed":
		on += "; refused where the hook fails"
	}
	return on + "."
}

func (s *sheet) rule(h *page.Hook, r *page.Rule) {
	s.heading(3, cmp.Or(r.ID, fmt.Sprintf("Rule %d", r.Number)))
	s.text(r.Doc)
	if len(r.On) < len(h.On) {
		s.item("on "+strings.Join(r.On, ", "), "")
	}
	if r.Match != "" {
		s.item("of "+s.code(r.Match), "")
	}
	if r.Each != nil {
		s.item("for each "+s.each(r.Each), "")
	}
	if r.ID == "" && r.When != nil {
		s.item("when "+s.code(oneLine(r.When.Src)), "")
	}
	said := r.Doc
	for _, step := range r.Do {
		condition := ""
		if step.When != nil {
			condition = ", when " + s.code(oneLine(step.When.Src))
		}
		for _, part := range spoken(step) {
			s.item(part.what+condition+": "+s.plain(part.text), "")
			said += "\n" + part.text
		}
	}
	shown := slices.DeleteFunc(slices.Clone(r.Shown), func(f page.Setting) bool { return strings.Contains(said, strings.Trim(f.Default, `"`)) })
	if len(shown) > 0 {
		s.item(shownFields(s, shown), "")
	}
	s.examples("It holds for", r.Holds)
	s.examples("It does not hold for", r.Passes)
}

// each names an item and says what list it is of.
func (s *sheet) each(e *plan.Each) string {
	return s.code(e.Name) + " of " + s.code(oneLine(e.Expr.Src))
}

// examples writes events under a title.
func (s *sheet) examples(title string, all []page.Example) {
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
