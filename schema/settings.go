package schema

import (
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// settings compiles the shapes of settings files.
func settings(n Node) map[string]*plan.Settings {
	if !n.Exists() {
		return nil
	}
	all := map[string]*plan.Settings{}
	for name, n := range n.Members() {
		if n.Is("#Settings") || n.Field("values").IncompleteKind() == cue.StructKind { // a faulty one is known all the same
			s := &plan.Settings{Shape: settingsShape(n.Field("values"))}
			s.File, _ = n.Field("file").String()
			all[name] = s
		}
	}
	return all
}

// settingsShape returns the shape of settings, or of an object in them.
func settingsShape(n Node) *plan.Shape {
	leaf := n.Field("default")
	if n.IncompleteKind() != cue.StructKind {
		return &plan.Shape{Kind: "any"}
	}
	if !leaf.Exists() {
		o := &plan.Shape{Kind: "object", Fields: map[string]*plan.Shape{}}
		for name, n := range n.Members() {
			o.Fields[name] = settingsShape(n)
		}
		return o
	}
	preset, _ := leaf.Default()
	s := shapeOf(preset)
	s.Item = nil
	s.Default, _ = preset.MarshalJSON()
	if min := n.Field("min"); min.Exists() && preset.IncompleteKind()&cue.NumberKind == 0 {
		min.Report().Faultf(min.Label(), CheckForm, "min: found it beside a default that is no number, want one, or no min")
	}
	if join := n.Field("join"); join.Exists() && preset.IncompleteKind() != cue.ListKind {
		join.Report().Faultf(join.Label(), CheckForm, "join: found it beside a default that is no list, want one, or no join")
	}
	if min, err := n.Field("min").Float64(); err == nil {
		s.Min = &min
		if own, err := preset.Float64(); err == nil && own < min {
			leaf.Faultf(CheckForm, "default: found %v, want at least the min beside it, %v", own, min)
		}
	}
	s.Join, _ = n.Field("join").Bool()
	return s
}

// environment is the only fact that a log's level may use.
const environment = "env"

// logging compiles the log of a rule set. The log's level may use settings and environment
// variables.
func (e *env) logging(n Node) (l plan.Logging) {
	if !n.Exists() || !n.Is("#Log") {
		return l
	}
	l.File, _ = n.Field("file").String()
	if decisions, err := n.Field("decisions").Bool(); err == nil {
		l.Quiet = !decisions
	}
	l.Inputs, _ = n.Field("inputs").Bool()
	if l.Quiet && l.Inputs {
		n.Report().Warnf(n.Field("inputs").Label(), CheckIgnored, "log: found inputs without decisions, beside which they are kept, want both or none")
	}
	l.Max, _ = n.Field("maxBytes").Int64()
	l.Days, _ = n.Field("maxDays").Int64()
	if level := n.Field("level"); level.Exists() {
		l.Asks = environment
		asks := expr.Facts(map[string]engine.Fact{environment: e.Library.Facts[environment]})
		l.Level = (&texts{env: e, scope: expr.NewScope(expr.Settings(e.plan), asks, expr.ValuesOf(e.values))}).template(level)
	}
	return l
}

// timeout reads the time that an event may take, 0 if it isn't set.
func timeout(n Node) time.Duration {
	if !n.Exists() || !n.Is("#Timeout") {
		return 0
	}
	text, _ := n.String()
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		n.Faultf(CheckForm, "timeout: found %q, want a duration such as 8s or 500ms", text)
	}
	return d
}
