package schema

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"
)

// Known is what is known about the field that a matcher is compared with.
type Known struct {
	Names []string          // none if any name is allowed
	Older []string          // names that older clients sent
	Tools map[string]string // tools, with the main field of their input; nil if the names aren't tools'
	What  string            // the noun for such a name in messages

	Aliases map[string]string // older names of tools, which only matchers accept, with the present ones

	otherNames func() map[string]otherName // tools by the names of other agents; nil if the names aren't tools'
}

// Known returns what is known about the field that an event's matchers are compared with.
func (t *EventTable) Known(event string, m plan.Matcher) Known {
	if !t.OfTools(event) || m.Field == "" {
		return Known{Names: t.events[event].Values, What: m.Field}
	}
	k := Known{Older: t.older, Tools: map[string]string{}, What: "tool", Aliases: t.aliases, otherNames: t.otherNames}
	for name, tool := range t.tools {
		k.Tools[name] = tool.first
	}
	for old, now := range t.aliases {
		k.Tools[old] = k.Tools[now]
	}
	k.Names = slices.Sorted(maps.Keys(k.Tools))
	return k
}

// MCP begins the names of MCP servers' tools: mcp__SERVER__TOOL.
const MCP = "mcp__"

// almostMCP matches the misspelt beginning of such a name.
var almostMCP = regexp.MustCompile(`^\^?mcp[_:/-]+([A-Za-z0-9-]+)`)

// server returns the MCP server meant by a part whose prefix is a misspelling of MCP; "" if the
// prefix is right or absent.
func (k Known) server(part string) string {
	m := almostMCP.FindStringSubmatch(part)
	if k.Tools == nil || m == nil || strings.HasPrefix(strings.TrimPrefix(part, "^"), MCP) {
		return ""
	}
	return m[1]
}

// A Meaning explains a name that matches nothing known.
type Meaning struct {
	Text  string   // text that follows the name in a message; "" if the name matches something
	Sure  bool     // the name is certainly wrong
	Found string   // the part of the name to replace
	Is    []string // names it may stand for, the likeliest first; none if unknown
}

// Meant explains a part of a matcher if it matches nothing known.
func (k Known) Meant(part string, exact bool) Meaning {
	if server := k.server(part); server != "" {
		return Meaning{Text: fmt.Sprintf("which begins no %s's name, want %s%s__.*", k.What, MCP, server), Sure: true}
	}
	if exact {
		return k.name(part)
	}
	if pattern, err := ecma.Compile(part, ""); err == nil && slices.ContainsFunc(slices.Concat(k.Names, k.Older), pattern.Match) {
		return Meaning{}
	}
	if k.Tools != nil && strings.Contains(part, "mcp") {
		return Meaning{}
	}
	if want, word := k.Plain(part); want != "" {
		return Meaning{fmt.Sprintf("which finds no %s known, want %s", k.What, want), true, word, k.likely(word)}
	}
	if is, by := k.ByOtherName(part, false); is != "" {
		return Meaning{Text: fmt.Sprintf(otherNameFormat, by, is), Sure: true}
	}
	return Meaning{Text: fmt.Sprintf("which finds no %s known", k.What)}
}

// otherNameFormat explains a name that other agents use for a tool.
const otherNameFormat = "a name that %s has for what rules call %[2]s, want %[2]s"

// name is Meant for an exact name.
func (k Known) name(name string) Meaning {
	if slices.Contains(k.Names, name) || slices.Contains(k.Older, name) {
		return Meaning{}
	}
	if rest, ok := strings.CutPrefix(name, MCP); ok && k.Tools != nil {
		server, tool, _ := strings.Cut(rest, "__")
		if server != "" && tool != "" {
			return Meaning{}
		}
		return Meaning{Text: fmt.Sprintf("which is no %s's whole name, want %s%s__.* for all of the server", k.What, MCP, server), Sure: true}
	}
	if is := k.Near(name); is != "" {
		return Meaning{fmt.Sprintf("which is no %s known, want %s", k.What, is), true, name, k.likely(name)}
	}
	if is, by := k.ByOtherName(name, true); is != "" {
		return Meaning{fmt.Sprintf(otherNameFormat, by, is), true, name, onlyOne(strings.Split(is, "|"))}
	}
	var begin []string
	for _, n := range k.Names {
		if len(name) > 1 && strings.HasPrefix(n, name) {
			begin = append(begin, n)
		}
	}
	if len(begin) > 0 {
		return Meaning{Text: fmt.Sprintf("which is no %s's whole name, want %s, or %s.* for all whose names begin so", k.What, strings.Join(begin, ", "), name), Sure: true}
	}
	if k.Tools == nil {
		return Meaning{Text: fmt.Sprintf("which is no %s known, want %s", k.What, Either(k.Names))}
	}
	return Meaning{Text: fmt.Sprintf("which is no %s known", k.What)}
}

// likely returns the known names that a name may stand for, if one is near.
func (k Known) likely(name string) []string {
	if k.Near(name) == "" {
		return nil
	}
	return Likely(name, k.Names)
}

var (
	permission = regexp.MustCompile(`^(\w+)\(.+\)$`)
	wordlike   = regexp.MustCompile(`[A-Za-z_]{2,}`)
	flags      = regexp.MustCompile(`\(\?[a-z]+\)`)
)

// Plain returns the likely intent of a regular expression that matches nothing, judged by its only
// word, and that word if it must be replaced; "" if the intent is unclear.
func (k Known) Plain(expression string) (want, word string) {
	if m := permission.FindStringSubmatch(expression); m != nil && slices.Contains(k.Names, m[1]) && k.Tools != nil {
		input := "event." + InputField
		if first := k.Tools[m[1]]; first != "" {
			input += "." + first
		}
		return fmt.Sprintf("match %s and a condition on %s", m[1], input), ""
	}
	without := flags.ReplaceAllString(expression, "")
	all := wordlike.FindAllString(without, -1)
	if len(all) != 1 {
		return "", ""
	}
	switch near := k.Near(all[0]); {
	case slices.Contains(k.Names, all[0]):
		return all[0], ""
	case near != "" && without == expression:
		return strings.Replace(expression, all[0], near, 1), all[0]
	default:
		return near, ""
	}
}

// Near returns the known name that differs from name only by case, by one letter or by two swapped
// letters, so that no other can be meant; "" if there is none.
func (k Known) Near(name string) string {
	for _, n := range k.Names {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	n := Nearest(name, k.Names)
	if n == "" || len(name) < 4 {
		return ""
	}
	if distance(strings.ToLower(name), strings.ToLower(n)) == 1 {
		return n
	}
	return ""
}
