package convert

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/literal"
)

// predicates are definitions that are written if converted rules use them. Files of several formats
// share them.
var predicates = []struct{ name, text string }{
	{"wrappers", `wrappers: ["timeout", "time", "nice", "nohup", "stdbuf", "command", "builtin", "noglob"]
`},
	{"worded", `predicates: worded: {
	doc: "The words of a command, joined by blanks, are such as a pattern fits."
	args: {patterns: [...string], c: {...}}
	is: "any([c.path, c.program], fits(patterns, join(concat([#], c.args), ' ')))"
}
`},
}

// Write returns rules and their tests as CUE of a package.
func Write(pkg string, rules []Rule, notes []Unsaid) (text, tests []byte, err error) {
	var b, t strings.Builder
	fmt.Fprintf(&b, "package %s\n\n", pkg)
	if len(notes) > 0 {
		b.WriteString("// What these rules don't say of what they were made of:\n")
	}
	for _, n := range notes {
		b.WriteString(comment("", n.String()))
	}
	fmt.Fprintf(&t, "package %s\n\n", pkg)
	var body strings.Builder
	for i := range rules {
		if i == 0 || rules[i].Hook != rules[i-1].Hook || rules[i].Match != rules[i-1].Match {
			begin(&body, rules[i])
		}
		rules[i].write(&body, &t, i)
		if i+1 == len(rules) || rules[i].Hook != rules[i+1].Hook || rules[i].Match != rules[i+1].Match {
			body.WriteString("\t]\n}\n\n")
		}
	}
	for i, used := 0, body.String(); i < len(predicates); i++ {
		if p := predicates[i]; regexp.MustCompile(`\b` + p.name + `\b`).MatchString(used) {
			b.WriteString("\n" + p.text)
			used += p.text
		}
	}
	b.WriteString("\n" + body.String())
	if text, err = format.Source([]byte(b.String())); err != nil {
		return nil, nil, err
	}
	tests, err = format.Source([]byte(t.String()))
	begins := -1
	for i, line := range strings.Split(string(text), "\n") { // finds the line of each rule's id
		if begins+1 < len(rules) && strings.TrimSpace(line) == "id: "+quote(rules[begins+1].ID(begins+1)) {
			begins++
			rules[begins].line = i + 1
		}
	}
	return text, tests, err
}

// Blame removes rules with faults, found by the lines as last written, and reports them; false if
// there were none.
func (r *Reading) Blame(faults map[int]string) (some bool) {
	for line, fault := range faults {
		for i, rule := range slices.Backward(r.Rules) {
			if rule.line > 0 && rule.line <= line {
				for _, item := range rule.Items {
					r.report(item.From, item.Says, "%s", fault)
				}
				r.Rules[i].Items, some = nil, true
				break
			}
		}
	}
	r.Rules = slices.DeleteFunc(r.Rules, func(n Rule) bool { return len(n.Items) == 0 })
	return some
}

// Sort makes the rules of a hook adjacent, and renames hooks whose rules differ in event or
// matcher.
func Sort(rules []Rule) {
	first, match := map[string]int{}, map[string][]string{}
	for i := range rules {
		of := match[rules[i].Hook]
		key := rules[i].On + " " + rules[i].Match
		n := slices.Index(of, key)
		if n < 0 {
			n = len(of)
			match[rules[i].Hook] = append(of, key)
		}
		if n > 0 {
			rules[i].Hook += fmt.Sprintf("-%d", n+1)
		}
		if _, ok := first[rules[i].Hook]; !ok {
			first[rules[i].Hook] = i
		}
	}
	slices.SortStableFunc(rules, func(a, b Rule) int { return first[a.Hook] - first[b.Hook] })
}

// begin writes the beginning of a hook.
func begin(b *strings.Builder, r Rule) {
	fmt.Fprintf(b, "hooks: %s: {\n\ton: %s\n", label(r.Hook), quote(r.On))
	if r.Match != "" {
		fmt.Fprintf(b, "\tmatch: %s\n", quote(r.Match))
	}
	if r.Timeout != "" {
		fmt.Fprintf(b, "\ttimeout: %s\n", quote(r.Timeout))
	}
	b.WriteString("\trules: [\n")
}

// ID returns the id of the rule at index i of all rules.
func (r Rule) ID(i int) string { return fmt.Sprintf("r%d", i+1) }

// write writes a rule, and its tests.
func (r Rule) write(b, t *strings.Builder, i int) {
	var patterns []string
	for _, item := range r.Items {
		if item.Pattern == "" {
			b.WriteString(comment("\t\t", item.From.String()+": "+item.Says))
		} else {
			patterns = append(patterns, comment("\t\t\t\t", item.From.String()+": "+item.Says)+"\t\t\t\t"+quote(item.Pattern)+",\n")
		}
	}
	fmt.Fprintf(b, "\t\t{\n\t\t\tid: %s\n", quote(r.ID(i)))
	switch {
	case r.Verdict == ran && strings.Contains(r.Do, "allow: "):
		fmt.Fprintf(b, "\t\t\tdoc: %s\n", quote("A script decides, as it did before; it may let a call pass unasked, too."))
	case r.Verdict == allow || strings.Contains(r.Do, "allow: "):
		fmt.Fprintf(b, "\t\t\tdoc: %s\n", quote("It was let pass unasked before, too."))
	}
	if len(patterns) > 0 {
		fmt.Fprintf(b, "\t\t\twith: patterns: [\n%s\t\t\t]\n", strings.Join(patterns, ""))
	}
	for _, v := range r.With {
		fmt.Fprintf(b, "\t\t\twith: %s: %s\n", v.Name, value(v.Is))
	}
	switch len(r.When) {
	case 0:
	case 1:
		fmt.Fprintf(b, "\t\t\twhen: %s\n", quote(r.When[0]))
	default:
		b.WriteString("\t\t\twhen: [\n")
		for _, w := range r.When {
			fmt.Fprintf(b, "\t\t\t\t%s,\n", quote(w))
		}
		b.WriteString("\t\t\t]\n")
	}
	if r.Do != "" {
		fmt.Fprintf(b, "\t\t\tdo: %s\n", r.Do)
	} else {
		fmt.Fprintf(b, "\t\t\tdo: %s\n", strings.Replace(r.Verdict.do, "%", quote(template(r.Text)), 1))
	}
	b.WriteString("\t\t},\n")
	for n, item := range r.Items {
		if item.Event != nil {
			r.writeTest(t, i, n, item)
		}
	}
}

// TestName returns the name of the test for item n of the rule at index i.
func (r Rule) TestName(i, n int) string {
	return fmt.Sprintf("%s %s.%d: %s", r.Hook, r.ID(i), n+1, cut(r.Items[n].Says))
}

// cut returns the first line of a text, shortened.
func cut(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	if r := []rune(text); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return text
}

func (r Rule) writeTest(t *strings.Builder, i, n int, item Item) {
	t.WriteString(comment("", item.From.String()))
	fmt.Fprintf(t, "tests: %s: {\n\thook: %s\n\trule: %s\n\tevent: %s\n", quote(r.TestName(i, n)), quote(r.Hook), quote(r.ID(i)), value(item.Event))
	if want := r.Verdict.want; want != "" {
		fmt.Fprintf(t, "\texpect: %s\n", want)
	}
	if item.Wants != "" {
		fmt.Fprintf(t, "\t%s\n", item.Wants)
	}
	t.WriteString("}\n\n")
}

// value formats data as CUE.
func value(v any) string {
	if text, ok := v.(string); ok {
		return quote(text)
	}
	if list, ok := v.([]string); ok {
		var all []string
		for _, one := range list {
			all = append(all, quote(one))
		}
		return "[" + strings.Join(all, ", ") + "]"
	}
	data, err := json.Marshal(v)
	if err != nil {
		return "_|_"
	}
	return string(data)
}

// quote formats a text as CUE, as a raw string if it would need escapes.
func quote(text string) string {
	if strings.ContainsAny(text, `\"`) && !strings.HasPrefix(text, `""`) && !strings.ContainsAny(text, "\n\r") && !strings.Contains(text, `"#`) && !strings.Contains(text, `\#`) && literal.String.Quote(text) != `"`+text+`"` && printable(text) {
		return `#"` + text + `"#`
	}
	return literal.String.Quote(text)
}

func printable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\ufeff' })
}

// template escapes a text so that it can be used as a template.
func template(text string) string { return strings.ReplaceAll(text, "${", "$${") }

// label formats a name as a field's label.
func label(name string) string {
	if ast.IsValidIdent(name) {
		return name
	}
	return literal.String.Quote(name)
}

// comment formats a text as comment lines.
func comment(indent, text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 || r == 0x85 {
				return -1
			}
			return r
		}, line)
		b.WriteString(strings.TrimRight(indent+"// "+line, " ") + "\n")
	}
	return b.String()
}

// String returns the text with its place.
func (u Unsaid) String() string {
	if u.What == "" {
		return fmt.Sprintf("%v: %s", u.From, u.Why)
	}
	return fmt.Sprintf("%v: %s: %s", u.From, u.What, u.Why)
}

// Drop removes tests that failed, and reports them; false if there were none.
func (r *Reading) Drop(failed map[string]bool) (some bool) {
	for i := range r.Rules {
		for n := range r.Rules[i].Items {
			item := &r.Rules[i].Items[n]
			if item.Event != nil && failed[r.Rules[i].TestName(i, n)] {
				item.Event, some = nil, true
				r.report(item.From, item.Says, "found no event that shows it: it has no test")
			}
		}
	}
	return some
}
