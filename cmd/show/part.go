package show

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/schema/page"
)

// Part returns everything about the settings, stores, hooks, rules and limits called name; "" if
// there are none. A hook may be named without its pack, a rule without both.
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
	for _, of := range p.Stores {
		if of.Name == name {
			s.store(3, of)
		}
	}
	for i := range p.Hooks {
		h := &p.Hooks[i]
		if h.Name == name || h.Own() == name {
			s.hook(h)
			continue
		}
		for j := range h.Rules {
			if h.Calls(&h.Rules[j], name) {
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

// kind returns the type and default of a setting.
func (s *sheet) kind(set page.Setting) string {
	text := s.code(set.Type)
	if set.Default != "" && set.Default != set.Type {
		text += ", by default " + s.code(set.Default)
	}
	return text
}

// shownFields lists an entry's fields with their values.
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
	if h.Forbids != "" {
		s.line(s.plain(forbids(h)))
	}
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
	if len(r.Frees) > 0 {
		s.line("One of these lines in your rules lets it through: an exception, as " + s.code("bcrules except --event FILE") + " writes it of an event; off; at another level:")
		s.text("   " + strings.Join(r.Frees, "\n   "))
	}
	s.examples("It holds for", r.Holds)
	s.examples("It does not hold for", r.Passes)
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
