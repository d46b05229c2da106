package vet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/schema"
)

// A domain is the set of known values for the subject of a comparison.
type domain struct {
	schema.Known
	closed bool // no other value is possible
}

// known returns the domain of the comparison's subject.
func (c comparison) known(of *schema.Schema) domain {
	matcher := c.binding.Agenda.Matcher
	last := c.root
	if len(c.path) > 0 {
		last = c.path[len(c.path)-1]
	}
	switch field := c.field(); {
	case len(c.of.form.Values) > 0:
		return domain{schema.Known{Names: c.of.form.Values, What: c.of.field}, true}
	case c.of.form.Is("agent"):
		return domain{schema.Known{Names: agentNames(of), What: "agent"}, false}
	case c.root != "event":
		if len(c.path) == 0 {
			return domain{schema.Known{Names: c.scope.Fact(c.root).Gives, What: last}, true}
		}
	case field == schema.EventField:
		return domain{schema.Known{Names: of.Events.Names(), What: "event"}, true}
	case field == matcher.Field:
		return domain{of.Events.Known(c.binding.Event, matcher), false}
	default:
		return domain{schema.Known{Names: of.Events.Traits(c.binding.Event, matcher, c.match()).Values[field], What: last}, false}
	}
	return domain{}
}

// accepts reports whether a comparison may hold, as far as known.
func (d domain) accepts(c comparison) bool {
	text := c.with.Value
	switch {
	case len(d.Names) == 0 || text == "":
		return true
	case d.Aliases[text] != "" && (c.op == "==" || c.op == "!=" || c.op == "in"):
		return false
	case slices.ContainsFunc(d.Names, c.holds) || slices.ContainsFunc(d.Older, c.holds):
		return true
	case d.Tools == nil, c.op == "matches":
		return d.Tools != nil
	case c.op == "startsWith":
		return strings.HasPrefix(text, schema.MCP) || strings.HasPrefix(schema.MCP, text)
	case c.op == "endsWith", c.op == "contains":
		return true
	}
	if is, _ := d.ByOtherName(text, true); is != "" || d.Aliases[text] != "" || odd.MatchString(text) {
		return false
	}
	near := d.Meant(text, true).Text
	return near == "" || d.Near(text) == "" && !strings.HasPrefix(text, "mcp")
}

// odd matches a text with a character that occurs in no tool's name.
var odd = regexp.MustCompile(`[^\w.:/-]`)

// instead explains which value was probably meant; the zero Meaning if that is unclear.
func (d domain) instead(c comparison) schema.Meaning {
	text := c.with.Value
	found := c.subject() + ": found " + text
	m := d.Meant(text, true)
	near := d.Near(text)
	if d.Tools != nil && strings.HasPrefix(text, "mcp") {
		m.Text = found + ", " + m.Text
		return m
	}
	if now := d.Aliases[text]; now != "" {
		return schema.Meaning{Text: found + ", an older name that matchers alone understand, want " + now, Sure: true, Found: text, Is: []string{now}}
	}
	if d.Tools != nil && c.op != "matches" && odd.MatchString(text) {
		m.Text = found + ", where its characters stand for themselves, want matches and a pattern"
		if names := strings.Split(text, "|"); !odd.MatchString(strings.Join(names, "")) {
			m.Text = found + ", which is no tool's whole name, want in ['" + strings.Join(names, "', '") + "']"
		}
		return schema.Meaning{Text: m.Text, Sure: true}
	}
	their, _ := d.ByOtherName(text, true)
	want := near
	if want == "" && d.Tools == nil {
		want = listed(d.Names)
	}
	switch {
	case want == "" && their != "":
		return schema.Meaning{Text: found + ", " + m.Text, Found: m.Found, Is: m.Is}
	case want == "":
		return schema.Meaning{}
	case len(c.of.form.Values) > 0:
		found += ", which it never is, want "
	case c.op == "startsWith", c.op == "endsWith", c.op == "contains":
		found += ", which is a part of no " + d.What + " known, want "
	default:
		found += ", which is no " + d.What + " known, want "
	}
	return schema.Meaning{Text: found + want, Sure: d.closed || near != "", Found: m.Found, Is: m.Is}
}

// listed joins names for people, and elides long lists.
func listed(names []string) string {
	if more := len(names) - maxListed; more > 1 {
		return fmt.Sprintf("%s and %d others", strings.Join(names[:maxListed], ", "), more)
	}
	return strings.Join(names, ", ")
}

const maxListed = 12
