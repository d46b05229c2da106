package schema

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"deny", "allow", "ask", "tool_name", "inject", "id", "do", "command", "push-force"}
	tests := []struct{ name, want string }{
		{"deny", "deny"},
		{"denny", "deny"},
		{"DENY", "deny"},
		{"dney", "deny"}, // letters that changed places
		{"tool_nmae", "tool_name"},
		{"ijnect", "inject"},
		{"as", "ask"},
		{"if", ""}, // half of it would be other letters
		{"cmd", "command"},
		{"force-push", "push-force"},
		{"tn", ""},
		{"xyz", ""},
		{"", ""},
	}
	for _, test := range tests {
		if got := Nearest(test.name, known); got != test.want {
			t.Errorf("%q: %q, want %q", test.name, got, test.want)
		}
	}
	if got := Nearest("deny", nil); got != "" {
		t.Errorf("nothing known: %q, want nothing", got)
	}
	if got := Nearest("cmd", []string{"command", "commands"}); got != "" {
		t.Errorf("cmd is %q, want nothing, as it may be either", got)
	}
}

// A name surely means the one of which it is a misspelling, and not one that it may abbreviate.
func TestLikely(t *testing.T) {
	known := []string{"command", "project", "event.session_id", "bcrules.dev/packs/guard", "push-force", "PreToolUse", "PostToolUse", "error"}
	for name, want := range map[string]string{
		"comand": "command", "cmd": "", "protected": "", "err": "", "sessionId": "", "force-push": "push-force", "bcrules.dev/packs/gaurd": "bcrules.dev/packs/guard",
		"PrToolUse": "PreToolUse", "PotToolUse": "PostToolUse PreToolUse", "pretooluse": "PreToolUse", "Error": "error",
	} {
		if got := strings.Join(Likely(name, known), " "); got != want {
			t.Errorf("%s: found %q, want %q", name, got, want)
		}
	}
}

func TestAmong(t *testing.T) {
	tests := []struct {
		found  string
		values []string
		want   string
	}{
		{`"hard"`, []string{`"relaxed"`, `"standard"`, `"strict"`}, `found "hard", want "relaxed", "standard" or "strict"`},
		{`"of"`, []string{`"deny"`, `"ask"`, `"off"`}, `found "of", want "off"? (one of "deny", "ask" or "off")`},
		{`"al"`, []string{`"all"`}, `found "al", want "all"`},
	}
	for _, test := range tests {
		if got := Among(test.found, test.values); got.Error() != test.want {
			t.Errorf("%s\nwant\n%s", got, test.want)
		}
	}
}
