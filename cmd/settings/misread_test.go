package settings

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bcrules.dev/schema"

	"cuelang.org/go/cue"
)

// reads are the kinds that the native agent accepts.
func reads(t testing.TB) cue.Value {
	t.Helper()
	native := &schema.Agent{}
	native.Name = "claude-code"
	kinds := native.Reads()
	if !kinds.Exists() {
		t.Fatal("found no kinds")
	}
	return kinds
}

const nothing = ": the agent reads nothing of a file that has one"

func TestMisread(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"{\"model\":\n  null, \"env\": {\"N\": 5}}", []string{"2:3: model: found null, want a string" + nothing}},
		{`{"model": 5, "model": "x", "_mine": {"model": 5}}`, nil},
		{`{"attribution": true, "syncClaudeAiSkills": null}`, nil},
		{`{"attribution": {"commit": 5}}`, []string{"1:28: attribution.commit: found a number, want a string" + nothing}},
		{`{"attribution": "x"}`, []string{"1:17: attribution: found a string, want true or false or an object" + nothing}},
		{`{"enabledPlugins": {"a": true, "b": ["1"], "c": [1]}}`, []string{"1:50: enabledPlugins.c[0]: found a number, want a string" + nothing}},
		{`{"cleanupPeriodDays": 3e1, "feedbackSurveyRate": 2}`, []string{"1:50: feedbackSurveyRate: found 2, want >=0 & <=1" + nothing}},
		{`{"statusLine": {}}`, []string{`1:16: statusLine.type: found nothing, want "command"` + nothing, "1:16: statusLine.command: found nothing, want a string" + nothing}},
		{`{"hooks": {"PreToolUse": null, "Stop": [{"hooks": [{"type": "cloud"}]}]}}`, nil},
		{`{"hooks": {"PreToolUse": [{"matcher": 5, "hooks": []}]}}`, nil}, // which is in Faults
		{`{"hooks": {"PreToolUse": [{"hooks": [{"type": 5, "timeout": 0}]}]}}`, []string{
			`1:47: hooks.PreToolUse[0].hooks[0].type: found a number, want "command", "prompt", "agent", "http" or "mcp_tool"` + nothing,
			"1:61: hooks.PreToolUse[0].hooks[0].timeout: found 0, want >0" + nothing,
		}},
	}
	for _, test := range tests {
		name := filepath.Join(t.TempDir(), "settings.json")
		check(t, os.WriteFile(name, []byte(test.text), 0o600))
		var got []string
		for _, err := range read(t, name).Misread(reads(t)) {
			got = append(got, err.Error()[len(name)+1:])
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\n%q, want\n%q", test.text, got, test.want)
		}
	}
}

// Any file can be compared with kinds.
func FuzzMisread(f *testing.F) {
	for _, v := range variants {
		f.Add([]byte(v.text))
	}
	f.Add([]byte(`{"permissions": {"allow": "Bash"}, "env": null, "hooks": {"PreToolUse": [{"matcher": "Edit", "hooks": [{"type": "http", "url": 5}]}]}}`))
	f.Add([]byte(`{"attribution": {"commit": "x"}, "sandbox": {"network": []}, "skillOverrides": {"a": "on"}, "enabledPlugins": {"b": {}}}`))
	kinds := reads(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		if file := (&File{Name: "x", was: text}); file.parse() == nil {
			file.Misread(kinds)
		}
	})
}
