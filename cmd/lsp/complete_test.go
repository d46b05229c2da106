package lsp

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

var testReference = sync.OnceValue(func() *Reference {
	return NewReference(schema.New(engine.Library{Facts: full.All().Map(), Actions: actions.All().Map()}, rules.FS))
})

// cursorIn returns a text without its mark, ‸, and where the mark was.
func cursorIn(marked string) (*Text, int) {
	at := strings.Index(marked, "‸")
	return newText("/p/rules.cue", 1, strings.Replace(marked, "‸", "", 1)), at
}

func (r *Reference) offered(t *Text, at int) (labels []string) {
	c := t.cursor(at)
	for _, o := range r.world([]*Text{t}, c.Node).complete(c) {
		labels = append(labels, o.label)
	}
	return labels
}

const aHook = `package rules

predicates: risky: {args: program: string, is: "program == 'dd'"}
tables: advice: row: {text: string, rank: int}
limits: deep: 3

hooks: mine: {
	on:    "PreToolUse"
	match: "Bash"
	let: cmds: "filter(call().commands, .program != '')"
	each: c: "call().commands"
	rules: [{HERE}]
}
`

// Whatever may be in a place is offered there, and nothing else.
func TestComplete(t *testing.T) {
	r := testReference()
	for _, c := range []struct {
		at         string
		want, none []string
	}{
		{"‸", []string{"when", "do", "id", "doc"}, []string{"rules", "let", "deny"}},
		{"do: ‸", []string{"deny"}, []string{"id"}},
		{"do: {‸}", []string{"deny", "inject", "ask"}, []string{"id", "rules"}},
		{"do: {\n\t\tden‸", []string{"deny"}, nil},
		{"do: deny: {‸}", []string{"reason", "message", "weight"}, []string{"deny"}},
		{"do: [{log: {‸}}]", []string{"warn", "info"}, []string{"deny"}},
		{"when: \"‸\"", []string{"event", "call", "cmds", "c", "risky", "advice", "limits", "file"}, []string{"deny", "when"}},
		{"when: \"event.‸\"", []string{"tool_input", "tool_name", "session_id"}, []string{"error", "prompt"}},
		{"when: \"event.tool_input.‸\"", []string{"command"}, []string{"file_path"}},
		{"when: \"call().‸\"", []string{"commands", "writes"}, []string{"program"}},
		{"when: \"any(call().commands, .‸\"", []string{"program", "args"}, []string{"commands"}},
		{"when: \"any(call().commands, #.‸)\"", []string{"program", "args"}, nil},
		{"when: \"any(cmds(), .pro‸)\"", []string{"program"}, nil},
		{"when: \"c.‸ == 'x'\"", []string{"program"}, []string{"commands"}},
		{"when: \"advice()[0].‸\"", []string{"text", "rank"}, nil},
		{"when: \"limits.‸\"", []string{"deep"}, nil},
		{"when: [\"true\", {any: [\"event.‸\"]}]", []string{"tool_name"}, nil},
		{"when: \"event.tool_name == '‸'\"", []string{"Bash", "Edit"}, nil},
		{"when: \"event.tool_name in ['Edit', '‸']\"", []string{"Bash", "Edit"}, nil},
		{"do: deny: \"No ${event.‸}.\"", []string{"tool_name"}, nil},
		{"do: deny: \"No event.‸\"", nil, []string{"tool_name"}},
		{"do: deny: \"${1} and ${event.to‸\"", []string{"tool_name"}, nil},
		{"when: \"event.‸\n", []string{"tool_name"}, nil},
		{"do: deny: \"${event.‸\n", []string{"tool_name"}, nil},
		{"when: \"let own = ‸; own > 1\"", []string{"event"}, []string{"own"}},
		{"when: \"let own = 1; ‸\"", []string{"own"}, nil},
		{"on: \"‸\"", []string{"PreToolUse", "Stop"}, []string{"Bash"}},
		{"match: \"‸\"", []string{"Bash", "Edit"}, []string{"PreToolUse"}},
		{"background: ‸", []string{"true", "false"}, nil},
	} {
		text, at := cursorIn(strings.Replace(aHook, "HERE", c.at, 1))
		got := r.offered(text, at)
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: found %d without %s: %v", c.at, len(got), w, got[:min(len(got), 12)])
			}
		}
		for _, w := range c.none {
			if slices.Contains(got, w) {
				t.Errorf("%s: found %s, want it not", c.at, w)
			}
		}
	}
}

// At the top of a file, within a pack, and in a hook.
func TestCompleteOutside(t *testing.T) {
	r := testReference()
	for marked, want := range map[string]string{
		"package rules\n\n‸":                                                                                                                      "hooks",
		"package rules\nhooks: x: {\n\t‸\n}\n":                                                                                                    "on",
		"package rules\nhooks: x: {\n\ton: \"Stop\"\n\tpick: \"‸":                                                                                 "first",
		"package rules\nimport \"bcrules.dev/packs/guard\"\npacks: \"guard\": guard & {\n\t‸\n}\n":                                                "level",
		"package rules\nstores: s: {\n\t‸\n}\n":                                                                                                   "queries",
		"package rules\nstores: s: queries: q: {\n\t‸\n}\n":                                                                                       "sql",
		"package rules\nhooks: x: {on: \"Stop\", let: a: \"1\", prefetch: [\"‸\"]}\n":                                                             "a",
		"package rules\n_more: more: \"1\"\nhooks: x: {on: \"Stop\", let: _more, rules: [{when: \"‸\"}]}\n":                                       "more",
		"package rules\n_more: more: \"1\"\nhooks: x: {on: \"Stop\", let: {_more, own: \"‸\"}}\n":                                                 "more",
		"package rules\nstores: s: queries: q: sql: \"select :k\"\nhooks: x: {on: \"Stop\", rules: [{do: store: {in: \"s\", do: [{‸}]}}]}\n":      "q",
		"package rules\nstores: s: queries: q: sql: \"select :k\"\nhooks: x: {on: \"Stop\", rules: [{do: store: {in: \"s\", do: [{q: {‸}}]}}]}\n": "k",
		"package rules\nhooks: x: on: ‸\n\nhooks: y: {on: \"Stop\", rules: []}":                                                                   "Stop",
	} {
		text, at := cursorIn(marked)
		if got := r.offered(text, at); !slices.Contains(got, want) {
			t.Errorf("%s: found %v, want %s among them", marked, got, want)
		}
	}
}

// A completion within an expression, in a folder with the packs' rule files.
func BenchmarkCompletion(b *testing.B) {
	s := NewServer(testReference(), "", nil, nil)
	dir := b.TempDir()
	for _, texts := range s.packs {
		for _, t := range texts {
			if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(t.Path, "/", "-")), []byte(t.Data), 0o600); err != nil {
				b.Fatal(err)
			}
		}
	}
	marked := strings.Replace(aHook, "HERE", "when: \"call().complete && ‸\"", 1)
	at := strings.Index(marked, "‸")
	q := Params{}
	for i := 0; b.Loop(); i++ {
		t := newText(filepath.Join(dir, "rules.cue"), i, strings.Replace(marked, "‸", "", 1)) // a key was typed
		s.open[t.Path] = t
		q.Position = t.position(at, s.encoding)
		if s.completion(t, q) == nil {
			b.Fatal("found nothing, want completions")
		}
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MB")
	runtime.KeepAlive(s)
}
