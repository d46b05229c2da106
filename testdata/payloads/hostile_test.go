package payloads

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
)

// closed is a rule that refuses whatever it can't read.
const closed = `package rules

hooks: shell: {
	on:      "PreToolUse"
	match:   "Bash"
	onError: "closed"
	rules: [
		{when: "event.tool_input.command contains \"DENY\"", do: deny: "DENIED"},
		{when: "len(call().commands) == 99", do: deny: "no such call"},
	]
}
`

// A form is how an agent sends a call of a shell, with DENY for the command.
type form struct{ name, agent, event, sent string }

func forms(t *testing.T) (all []form) {
	t.Helper()
	f, err := os.Open("odd.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct {
			Name, Agent, Event string
			Payload            json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if name, ok := strings.CutSuffix(c.Name, ": shell DENY"); ok {
			all = append(all, form{name, c.Agent, c.Event, string(c.Payload)})
		}
	}
	if len(all) < 15 {
		t.Fatalf("found %d forms, want one of each agent", len(all))
	}
	return append(all, form{name: "native", sent: `{"hook_event_name": "PreToolUse", "cwd": "/w", "tool_name": "Bash", "tool_input": {"command": "DENY"}}`})
}

// command matches the field with the command in a form, also within a text, with its quotes
// escaped.
var command = regexp.MustCompile(`\\?"(command|commands|command_line)\\?": (\\?"DENY\\?"|\["true", "DENY"\])`)

// hostile are ways to send a form that passes if a reader understands it differently from its
// agent.
var hostile = map[string]func(field, sent string) string{
	"as it is": func(_, sent string) string { return sent },
	"the name twice": func(field, sent string) string {
		return strings.Replace(sent, field, strings.Replace(field, "DENY", "true", 1)+", "+field, 1)
	},
	"the name escaped": func(field, sent string) string { return strings.Replace(sent, field, escaped(field), 1) },
	"the name twice, once escaped": func(field, sent string) string {
		return strings.Replace(sent, field, strings.Replace(field, "DENY", "true", 1)+", "+escaped(field), 1)
	},
	"what it is called with twice": func(field, sent string) string {
		at := outer.FindStringSubmatchIndex(sent)
		if at == nil {
			return sent
		}
		var value json.RawMessage
		if err := json.NewDecoder(strings.NewReader(sent[at[1]:])).Decode(&value); err != nil {
			return err.Error()
		}
		return sent[:at[1]] + strings.ReplaceAll(string(value), "DENY", "true") + ", " + sent[at[0]:]
	},
	"called with a list": func(_, sent string) string { return whole.ReplaceAllString(sent, `$1["DENY"]`) },
	"called with a text": func(_, sent string) string { return whole.ReplaceAllString(sent, `$1"DENY"`) },
	"a command that is an object": func(field, sent string) string {
		name, _, _ := strings.Cut(field, ": ")
		return strings.Replace(sent, field, name+`: {}`, 1)
	},
	"the name in the other case": func(field, sent string) string { // for agents that ignore case
		if !strings.Contains(sent, `"event": "PreToolUse"`) || strings.Contains(sent, "matcher_context") {
			return sent
		}
		return strings.Replace(sent, field, strings.Replace(field, "DENY", "true", 1)+", "+strings.Replace(field, "comm", "Comm", 1), 1)
	},
	"cut off":            func(_, sent string) string { return sent[:len(sent)-1] },
	"more after it":      func(_, sent string) string { return sent + "}" },
	"two":                func(_, sent string) string { return sent + "\n" + sent },
	"nested too deep":    func(_, sent string) string { return deep(sent, 200_000) },
	"nested deep":        func(_, sent string) string { return deep(sent, 5_000) },
	"many names":         func(_, sent string) string { return sent[:len(sent)-1] + many(`, "k%": 1`) + "}" },
	"many names, inside": func(field, sent string) string { return strings.Replace(sent, field, field+many(inner(field)), 1) },
	"bytes of no UTF-8":  func(_, sent string) string { return strings.Replace(sent, "DENY", "DENY \xff\xfe", 1) },
	"raw control characters": func(_, sent string) string {
		return strings.Replace(sent, "DENY", "DENY \x00\x1f", 1)
	},
	"half a pair":       func(_, sent string) string { return strings.Replace(sent, "DENY", `DENY `+half(sent), 1) },
	"a byte order mark": func(_, sent string) string { return "\xef\xbb\xbf" + sent },
	"another event's name within": func(field, sent string) string {
		return deep(strings.Replace(sent, field, field+strings.ReplaceAll(inner(field), "k%", "hook_event_name")[:len(inner(field))-1+len("hook_event_name")-len("k%")]+`{}`, 1), 200_000)
	},
	"too long": func(_, sent string) string { return sent + strings.Repeat(" ", hook.Most) },
}

var (
	outer = regexp.MustCompile(`"(tool_input|toolArgs|tool_info|command)": `)
	whole = regexp.MustCompile(`("(?:tool_input|toolArgs|tool_info|input)": )(\{.*?\}|".*?[^\\]")`)
)

func escaped(field string) string {
	if strings.HasPrefix(field, `\`) {
		return strings.Replace(field, "comm", `c\\u006fmm`, 1)
	}
	return strings.Replace(field, "comm", `c\u006fmm`, 1)
}

func inner(field string) string {
	if strings.HasPrefix(field, `\`) {
		return `, \"k%\": 1`
	}
	return `, "k%": 1`
}

func half(sent string) string {
	if strings.Contains(sent, `\"DENY`) {
		return `\\ud800`
	}
	return `\ud800`
}

func deep(sent string, levels int) string {
	return sent[:len(sent)-1] + `, "deep": ` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "}"
}

func many(one string) string {
	var b strings.Builder
	for i := range 20_000 {
		b.WriteString(strings.ReplaceAll(one, "%", string(rune('a'+i%26))+strings.Repeat("x", i%7)+json.Number(itoa(i)).String()))
	}
	return b.String()
}

func itoa(i int) string {
	b, _ := json.Marshal(i)
	return string(b)
}

// A closed hook refuses each agent's form in each hostile way: what the agent would do, and what
// can't be read.
func TestHostile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Setenv("XDG_CONFIG_HOME", "")
	if err := os.WriteFile(filepath.Join(dir, "rules.cue"), []byte(closed), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, f := range forms(t) {
		for way, make := range hostile {
			t.Run(f.name+"/"+way, func(t *testing.T) {
				sent := make(command.FindString(f.sent), f.sent)
				said := []string{f.agent, f.name}
				if len(sent) > big {
					said = said[1:]
				}
				for _, agent := range said {
					o := hook.Options{Rules: []string{dir}, Agent: agent, Event: f.event}
					if way != "as it is" && sent == f.sent && f.sent == make("", f.sent) {
						t.Skip("it has nothing of the kind")
					}
					var out, why bytes.Buffer
					code := compile.Command().Run(o, strings.NewReader(sent), &out, &why)
					if code != 2 && !refusal.MatchString(out.String()) {
						t.Errorf("--agent %q: passes: exit %d, %.300s, %.300s", agent, code, &out, &why)
					}
				}
			})
		}
	}
}

// big is how many bytes are enough for a way that needs many.
const big = 100_000

// refusal matches a refusal on stdout, in any agent's words.
var refusal = regexp.MustCompile(`"(permissionDecision|permission|decision)":"(deny|block)"|"cancel":true|"deny":"`)

// Endless input is read no further than the greatest length of an event.
func TestEndless(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	endless := &counted{}
	if code := compile.Command().Run(hook.Options{}, endless, io.Discard, io.Discard); code != 0 {
		t.Errorf("exit %d, want 0: no hook is closed", code)
	}
	if endless.n > 2*hook.Most {
		t.Errorf("read %d bytes, want no more than an event may have", endless.n)
	}
}

type counted struct{ n int }

func (c *counted) Read(p []byte) (int, error) {
	if c.n > 4*hook.Most {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = ' '
	}
	c.n += len(p)
	return len(p), nil
}
