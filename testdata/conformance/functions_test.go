//go:build !windows

package conformance

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A retold sample is a call of a function, translated to runs of its hook at one site, with what
// their answers must show.
type retold struct {
	hook  string
	files map[string]json.RawMessage
	runs  []retoldRun
	check func(answers []shown, files map[string]string) string // "" if all is so
}

type retoldRun struct {
	files map[string]json.RawMessage // written before it
	env   map[string]string
	stdin string
}

func (r retold) play(t *testing.T, p actor, fixture json.RawMessage) (differs []string) {
	t.Helper()
	s := newSite(t)
	s.lay(t, r.files, fixture)
	var answers []shown
	for _, run := range r.runs {
		s.lay(t, run.files, fixture)
		env := map[string]string{"LESSONS_MANIFEST_PATH": "$HOME/manifest.json"}
		maps.Copy(env, run.env)
		got := p.run(t, s, p.command(t, s, r.hook, env, []byte(run.stdin)))
		answers = append(answers, showOf(got))
	}
	if d := r.check(answers, s.files(t)); d != "" {
		differs = append(differs, fmt.Sprintf("%s\nanswers %s", d, inJSON(answers)))
	}
	return differs
}

// What an answer shows.
type shown struct {
	Plain, Stderr, Context, Deny, Seen string
	Nothing                            bool
	Injected, Dropped                  []string
}

// injection matches the end of an injection's context.
var injection = regexp.MustCompile(`\n\n<!-- \w+: (\{"version":1,.*\}) -->$`)

func showOf(got uttered) shown {
	s := shown{Plain: got.stdout, Stderr: got.stderr, Nothing: strings.TrimSpace(got.stdout) == ""}
	var reply struct {
		Own struct {
			Context string `json:"additionalContext"`
			Deny    string `json:"permissionDecisionReason"`
		} `json:"hookSpecificOutput"`
		Env map[string]string
	}
	json.Unmarshal([]byte(got.stdout), &reply)
	s.Context, s.Deny = reply.Own.Context, reply.Own.Deny
	for _, list := range reply.Env {
		s.Seen = list
	}
	if m := injection.FindStringSubmatch(s.Context); m != nil {
		json.Unmarshal([]byte(m[1]), &s)
	}
	return s
}

// functions translate calls to runs, or say why that can't be done, by the name of the function.
var functions = map[string]func(sample) (retold, string){
	"core/match.matchLessons":                    (sample).match,
	"core/select.selectCandidates":               (sample).choose,
	"hooks/lib/normalize-tool.normalizeToolName": (sample).normalise,
	"hooks/lib/stdin.parsePayload":               (sample).payload,
	"hooks/lib/output.formatEmptyOutput":         (sample).noOutput,
	"hooks/lib/output.formatHookOutput":          (sample).output,
	"hooks/lib/dedup (sequence)":                 (sample).seen,
	"hooks/lib/session-start.groupByTag":         (sample).group,
	"parseTranscript":                            (sample).transcript,
	"estimateTokens":                             (sample).tokens,
	"buildBanner": func(sample) (retold, string) {
		return retold{}, "what it makes is said no more: off is nothing (document)"
	},
}

// A lesson of a manifest, as JSON has it.
type entry = map[string]any

const wide = 1 << 20 // no limit of these samples

func manifest(config map[string]any, lessons json.RawMessage) map[string]json.RawMessage {
	all := map[string]any{"injectionBudgetBytes": wide, "maxLessonsPerInjection": wide}
	maps.Copy(all, config)
	text, _ := json.Marshal(map[string]any{"config": all, "lessons": lessons})
	return map[string]json.RawMessage{"$HOME/manifest.json": text}
}

// keyed is a manifest's lessons in their order, which a map would lose.
func keyed(list ...entry) json.RawMessage {
	var parts []string
	for i, e := range list {
		parts = append(parts, fmt.Sprintf(`"L%d":%s`, i, inJSON(e)))
	}
	return json.RawMessage("{" + strings.Join(parts, ",") + "}")
}

// tellers are lessons that say which tool was called, one for each tool.
func tellers() json.RawMessage {
	var all []entry
	for _, tool := range []string{"Bash", "Read", "Edit", "Write", "Glob"} {
		all = append(all, entry{"slug": tool, "toolNames": []string{tool}, "message": tool})
	}
	return keyed(all...)
}

// toolCall returns an event, without empty fields.
func toolCall(session, tool, cwd string, input map[string]any) string {
	maps.DeleteFunc(input, func(_ string, v any) bool { return v == "" })
	return inJSON(map[string]any{"hook_event_name": "PreToolUse", "session_id": session, "tool_name": tool, "tool_input": input, "cwd": cwd})
}

// arguments reads the arguments of a call; missing ones are nil.
func (x sample) arguments(n int) []json.RawMessage {
	var stdin struct{ Args []json.RawMessage }
	json.Unmarshal(x.Stdin, &stdin)
	return append(stdin.Args, make([]json.RawMessage, n)...)[:max(n, len(stdin.Args))]
}

func words(raw json.RawMessage) string {
	var s string
	json.Unmarshal(raw, &s)
	return s
}

func want(what string, got, want any) string {
	if reflect.DeepEqual(got, want) {
		return ""
	}
	return fmt.Sprintf("%s\n got %s\nwant %s", what, inJSON(got), inJSON(want))
}

func (x sample) match() (retold, string) {
	args := x.arguments(6)
	tool, command, path, scope, content := words(args[1]), words(args[2]), words(args[3]), words(args[4]), words(args[5])
	if command != "" && tool != "Bash" || path != "" && tool == "Bash" || content != "" && tool != "Edit" && tool != "Write" {
		return retold{}, "of a call that no tool makes"
	}
	input := map[string]any{"command": command, "file_path": path}
	input[map[string]string{"Edit": "new_string", "Write": "content"}[tool]] = content
	delete(input, "")
	var matches []struct{ Slug, Type, Message string }
	json.Unmarshal(x.Stdout, &matches)
	return retold{hook: x.Hook, files: manifest(nil, args[0]),
		runs: []retoldRun{{stdin: toolCall("s", tool, "/"+scope, input)}},
		check: func(a []shown, _ map[string]string) string {
			var slugs []string
			for _, m := range matches {
				if m.Type == "guard" {
					return want("denied for", a[0].Deny, m.Message)
				}
				slugs = append(slugs, m.Slug)
			}
			return cmp.Or(want("injected", a[0].Injected, slugs), want("nothing", a[0].Nothing, len(slugs) == 0))
		}}, ""
}

func (x sample) choose() (retold, string) {
	args := x.arguments(3)
	var stdin struct{ Claims [][2]any }
	json.Unmarshal(x.Stdin, &stdin)
	for _, claim := range stdin.Claims {
		if claim[1] == false {
			return retold{}, "of a claim that is lost between reading and claiming, which only a race shows"
		}
	}
	var rows []entry
	var seen struct {
		Set []string `json:"__set"`
	}
	var options struct {
		MaxLessons, BudgetBytes *int
	}
	json.Unmarshal(args[0], &rows)
	json.Unmarshal(args[1], &seen)
	json.Unmarshal(args[2], &options)
	priority := func(e entry) float64 { n, _ := e["priority"].(float64); return n }
	if !slices.IsSortedFunc(rows, func(a, b entry) int { return cmp.Compare(priority(b), priority(a)) }) {
		return retold{}, "of rows that matching would have sorted"
	}
	for _, row := range rows {
		row["toolNames"] = []string{"Bash"}
		if row["type"] == "guard" {
			return retold{}, "of a guard, which is never chosen among advice"
		}
	}
	config := map[string]any{"maxLessonsPerInjection": 3, "injectionBudgetBytes": 4096}
	if options.MaxLessons != nil {
		config["maxLessonsPerInjection"] = *options.MaxLessons
	}
	if options.BudgetBytes != nil {
		config["injectionBudgetBytes"] = *options.BudgetBytes
	}
	var chosen struct {
		Injected []struct{ Slug, Text string }
		Dropped  []string
		Seen     struct {
			Set []string `json:"__set"`
		}
	}
	json.Unmarshal(x.Stdout, &chosen)
	return retold{hook: x.Hook, files: manifest(config, keyed(rows...)),
		runs: []retoldRun{{env: map[string]string{"LESSONS_SEEN": strings.Join(seen.Set, ",")}, stdin: toolCall("s", "Bash", "/", map[string]any{"command": "x"})}},
		check: func(a []shown, _ map[string]string) string {
			if len(chosen.Injected) == 0 {
				return want("nothing", a[0].Nothing, true)
			}
			var slugs, texts []string
			for _, i := range chosen.Injected {
				slugs, texts = append(slugs, i.Slug), append(texts, i.Text)
			}
			return cmp.Or(want("injected", a[0].Injected, slugs), want("dropped", a[0].Dropped, chosen.Dropped),
				want("texts", strings.Contains(a[0].Context, "\n\n"+strings.Join(texts, "\n\n")+"\n\n"), true),
				want("seen", a[0].Seen, strings.Join(chosen.Seen.Set, ",")))
		}}, ""
}

func (x sample) normalise() (retold, string) {
	args := x.arguments(2)
	canonical := words(x.Stdout)
	return retold{hook: x.Hook, files: manifest(nil, tellers()),
		runs: []retoldRun{{env: map[string]string{"LESSONS_AGENT_PLATFORM": words(args[1])}, stdin: toolCall("s", words(args[0]), "/", map[string]any{"command": "x"})}},
		check: func(a []shown, _ map[string]string) string {
			if !strings.Contains(string(tellers()), `"`+canonical+`"`) {
				return want("nothing", a[0].Nothing, true)
			}
			return want("tool", a[0].Injected, []string{canonical})
		}}, ""
}

func (x sample) payload() (retold, string) {
	var parsed *struct {
		ToolName, SessionID, Cwd string
		ToolInput                map[string]any
	}
	json.Unmarshal(x.Stdout, &parsed)
	return retold{hook: x.Hook, files: manifest(nil, tellers()),
		runs: []retoldRun{{env: x.Env, stdin: words(x.arguments(1)[0])}},
		check: func(a []shown, files map[string]string) string {
			if parsed == nil {
				return want("nothing", a[0].Nothing, true)
			}
			sum := sha256.Sum256([]byte(parsed.SessionID))
			_, seen := files["$TMP/lessons-"+hex.EncodeToString(sum[:])[:16]+"-seen.txt"]
			command, _ := parsed.ToolInput["command"].(string)
			return cmp.Or(want("tool", a[0].Injected, []string{parsed.ToolName}), want("session", seen, true),
				want("command", parsed.ToolName != "Bash" || strings.Contains(a[0].Context, command), true))
		}}, ""
}

func (x sample) noOutput() (retold, string) {
	return retold{hook: x.Hook, files: manifest(nil, keyed()),
		runs: []retoldRun{{stdin: toolCall("s", "Bash", "/", map[string]any{"command": "x"})}},
		check: func(a []shown, _ map[string]string) string {
			return want("nothing", a[0].Nothing, words(x.Stdout) == "{}")
		}}, ""
}

func (x sample) output() (retold, string) {
	args := x.arguments(3)
	var said struct{ Injected, Dropped []string }
	json.Unmarshal(args[2], &said)
	if len(said.Injected) == 0 {
		return retold{}, "of an output without lessons, which is never made"
	}
	var rows []entry
	for i, slug := range said.Injected {
		rows = append(rows, entry{"slug": slug, "toolNames": []string{"Bash"}, "message": "m"})
		if i == 0 {
			rows[0]["message"] = args[0]
		}
	}
	for _, slug := range said.Dropped {
		rows = append(rows, entry{"slug": slug, "toolNames": []string{"Bash"}, "message": "too long"})
	}
	var reply struct {
		Own struct {
			Context string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	json.Unmarshal([]byte(words(x.Stdout)), &reply)
	return retold{hook: x.Hook, files: manifest(map[string]any{"injectionBudgetBytes": len(said.Injected) - 1 + len(words(args[0]))}, keyed(rows...)),
		runs: []retoldRun{{stdin: toolCall("s", "Bash", "/", map[string]any{"command": "x"})}},
		check: func(a []shown, _ map[string]string) string {
			return cmp.Or(want("end", injection.FindString(a[0].Context), injection.FindString(reply.Own.Context)),
				want("text", strings.Contains(a[0].Context, "\n\n"+words(args[0])+"\n\n"), true),
				want("seen", a[0].Seen, cmp.Or(words(args[1]), a[0].Seen)))
		}}, ""
}

// seen translates a sequence of calls on what has been said. A probe shows what counts as said: the
// list to which it is added.
func (x sample) seen() (retold, string) {
	var stdin struct {
		Steps []struct {
			Fn   string
			Args []json.RawMessage
			Env  map[string]string
		}
	}
	var results []json.RawMessage
	json.Unmarshal(x.Stdin, &stdin)
	json.Unmarshal(x.Stdout, &results)
	type set struct {
		Set []string `json:"__set"`
	}
	r := retold{hook: x.Hook}
	sure := map[string]bool{}
	for i, step := range stdin.Steps {
		var slugs set
		switch step.Fn {
		case "loadSeenSet":
			slugs.Set = []string{"probe"}
		case "persistSeenState":
			json.Unmarshal(step.Args[1], &slugs)
		case "claimLesson":
			slug := words(step.Args[1])
			slugs.Set = []string{slug}
			var won bool
			json.Unmarshal(results[i], &won)
			if won && sure[slug] {
				return retold{}, "of two sessions that the record calls by one name"
			}
			sure[slug] = true
		default:
			return retold{}, "of a call that the hook doesn't make by itself"
		}
		if len(slugs.Set) == 0 {
			return retold{}, "of an output without lessons, which is never made"
		}
		var rows []entry
		for _, slug := range slugs.Set {
			rows = append(rows, entry{"slug": slug, "toolNames": []string{"Bash"}, "message": "m"})
		}
		r.runs = append(r.runs, retoldRun{files: manifest(nil, keyed(rows...)), env: step.Env, stdin: toolCall("S", "Bash", "/", map[string]any{"command": "x"})})
	}
	r.check = func(a []shown, _ map[string]string) string {
		for i, step := range stdin.Steps {
			var d string
			switch step.Fn {
			case "loadSeenSet":
				var before set
				json.Unmarshal(results[i], &before)
				d = want("seen", a[i].Seen, strings.Join(append(slices.Clone(before.Set), "probe"), ","))
			case "persistSeenState":
				d = want("list", strings.HasSuffix(","+a[i].Seen, ","+words(results[i])), true)
			case "claimLesson":
				var won bool
				json.Unmarshal(results[i], &won)
				d = want("claimed", !a[i].Nothing, won)
			}
			if d != "" {
				return fmt.Sprintf("step %d: %s", i+1, d)
			}
		}
		return ""
	}
	return r, ""
}

func (x sample) group() (retold, string) {
	var rows []entry
	json.Unmarshal(x.arguments(1)[0], &rows)
	if len(rows) == 0 {
		return retold{}, "of an output without lessons, which is never made"
	}
	for _, row := range rows {
		row["type"] = "directive"
	}
	var groups [][2]json.RawMessage
	json.Unmarshal(x.Stdout, &groups)
	var text strings.Builder
	for _, g := range groups {
		if len(groups) > 1 {
			fmt.Fprintf(&text, "\n\n### %s", words(g[0]))
		}
		var members []struct{ Message string }
		json.Unmarshal(g[1], &members)
		for _, m := range members {
			text.WriteString("\n\n" + m.Message)
		}
	}
	return retold{hook: x.Hook, files: manifest(nil, keyed(rows...)),
		runs: []retoldRun{{stdin: `{"hook_event_name": "SessionStart", "source": "startup", "session_id": "s"}`}},
		check: func(a []shown, _ map[string]string) string {
			return want("groups", strings.HasSuffix(a[0].Context, text.String()), true)
		}}, ""
}

// handoff is the hook at a transcript, with nothing else to say.
func (x sample) handoff(transcript string, check func(answer shown) string) retold {
	raw, _ := json.Marshal(transcript)
	return retold{hook: x.Hook, files: map[string]json.RawMessage{"$HOME/t.jsonl": raw},
		runs: []retoldRun{{env: map[string]string{"LESSONS_PRECOMPACT_HANDOFF": "1", "PATH": "$HOME/bin"},
			stdin: `{"hook_event_name": "PreCompact", "session_id": "s", "transcript_path": "$HOME/t.jsonl", "trigger": "auto"}`}},
		check: func(a []shown, _ map[string]string) string { return check(a[0]) }}
}

// kilo returns a number of characters in thousands of tokens, as the hook shows it.
func kilo(chars float64) int { return int(chars/4/1000 + 0.5) }

func (x sample) transcript() (retold, string) {
	var lines []string
	for _, line := range x.arguments(0) {
		lines = append(lines, words(line))
	}
	var told struct {
		Entries               []struct{ Role, Text string }
		MsgChars, AttachChars float64
	}
	json.Unmarshal(x.Stdout, &told)
	transcript := strings.Join(lines, "\n")
	r := x.handoff(transcript, func(a shown) string {
		var said strings.Builder
		for _, e := range told.Entries {
			fmt.Fprintf(&said, "\n\n**%s**: %s", map[string]string{"user": "User", "assistant": "Claude"}[e.Role], e.Text)
		}
		size := fmt.Sprintf("~%dk / ", kilo(told.MsgChars+told.AttachChars))
		return cmp.Or(want("entries", strings.Contains(a.Plain, said.String()) && strings.Count(a.Plain, "\n**") == len(told.Entries), true),
			want("size", strings.Contains(a.Plain, size), true))
	})
	if x.arguments(0) == nil {
		r.files = nil
	}
	return r, ""
}

func (x sample) tokens() (retold, string) {
	args := x.arguments(2)
	var chars, attached int
	json.Unmarshal(args[0], &chars)
	json.Unmarshal(args[1], &attached)
	var size struct{ ApproxK, WindowK int }
	json.Unmarshal(x.Stdout, &size)
	transcript := spokenLine("user", strings.Repeat("x", chars))
	if least := len(`{"content":""}`); attached >= least {
		transcript += fmt.Sprintf(`{"type":"attachment","attachment":{"content":"%s"}}`+"\n", strings.Repeat("x", attached-least))
	} else if attached > 0 {
		return retold{}, "of attachments smaller than any"
	}
	return x.handoff(transcript, func(a shown) string {
		return want("size", strings.Contains(a.Plain, fmt.Sprintf("~%dk / ~%dk", size.ApproxK, size.WindowK)), true)
	}), ""
}
