package test

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
	"github.com/tidwall/gjson"
)

// unwritten notes a file that a test wants to be there afterwards, while neither the test makes it
// nor any rule writes it.
func (r *reader) unwritten(t Test, report *schema.Report) {
	made := map[string]bool{}
	for _, s := range t.Steps {
		for _, f := range s.World.Files {
			made[path.Clean(f.Path)] = true
		}
	}
	for _, s := range t.Steps {
		for _, after := range s.After {
			folder := strings.HasSuffix(after.Path, "/")
			if folder || made[path.Clean(after.Path)] || after.Want.value.IncompleteKind()&cue.NullKind != 0 || r.writes(after.Path) {
				continue
			}
			report.Faultf(schema.Place{Pos: after.Want.Pos}, schema.CheckForm, "after: found %s, which the test doesn't make and no rule writes; want a file that one does, or null", after.Path)
		}
	}
}

// writes reports whether a rule, a mark, a store or the log may write a file.
func (r *reader) writes(name string) bool {
	if len(r.plan.Stores) > 0 || r.plan.Log.File != "" {
		return true
	}
	for _, m := range r.plan.Marks {
		if leads(m.Claims, name) || leads(m.File, name) {
			return true
		}
	}
	for _, a := range r.plan.Events {
		for _, h := range a.Hooks {
			for _, rule := range h.Rules {
				if slices.ContainsFunc(rule.Do, func(step plan.Step) bool { return r.stepWrites(step, name) }) {
					return true
				}
			}
		}
	}
	return false
}

// stepWrites reports whether an action may write a file, or below it.
func (r *reader) stepWrites(step plan.Step, name string) bool {
	for _, arg := range r.Library.Actions[step.Action].Writes {
		to := gjson.ParseBytes(step.Args)
		if arg != engine.Whole {
			to = to.Get(arg)
		}
		for _, path := range to.Array() {
			if leads(pieces(path.String()), name) {
				return true
			}
		}
	}
	return false
}

// pieces returns the parts of a template as written, without code.
func pieces(text string) (t plan.Template) {
	for _, p := range expr.Pieces(text) {
		part := plan.Part{}
		if p.Literal {
			part.Text = p.Text
		}
		t = append(t, part)
	}
	return t
}

// leads reports whether a template may give the path of a file, or of a folder that has it.
func leads(t plan.Template, name string) bool {
	like := ""
	for _, part := range t {
		if part.Text == "" {
			like += ".*"
		}
		like += regexp.QuoteMeta(strings.TrimPrefix(part.Text, "./"))
	}
	return len(t) > 0 && regexp.MustCompile("(?s)^("+like+")(/.*)?$").MatchString(strings.TrimPrefix(name, "$PROJECT/"))
}
