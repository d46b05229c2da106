package plan

import (
	"slices"
	"testing"
)

// tools is the matcher of an event about a tool.
var tools = Matcher{Field: "tool_name", Aliases: map[string]string{"Task": "Agent"}}

func TestMatcherMatches(t *testing.T) {
	tests := []struct {
		match, value string
		want         bool
	}{
		// everything
		{"", "Bash", true},
		{"*", "Bash", true},
		{"*", "", true},

		// exact names
		{"Bash", "Bash", true},
		{"Bash|Edit", "Bash", true},
		{"Edit|Bash", "Bash", true},
		{"Bash,Edit", "Bash", true},
		{"Edit | Bash", "Bash", true},
		{"Edit , Bash", "Bash", true},
		{"Bash|Edit", "Write", false},
		{"bash", "Bash", false},
		{"Ba", "Bash", false},
		{"Bash", "BashOutput", false},
		{"mcp__srv", "mcp__srv__tool", false},
		{"mcp__my-srv__tool", "mcp__my-srv__tool", true},
		{"mcp__my-srv", "mcp__my-srv__tool", false},
		{"|", "Bash", false},
		{"Bash|", "", false},

		// unanchored JavaScript regular expressions
		{".*", "Bash", true},
		{"^Bash$", "Bash", true},
		{"^Bash$", "BashOutput", false},
		{".*sh", "Bash", true},
		{"Bash?", "Bash", true},
		{"Bash?", "MyBash", true},
		{"(?!Bash).*", "Bash", true}, // matches from the second character on
		{"^(?!Bash).*", "Bash", false},
		{"^(?!Bash).*", "Edit", true},
		{"mcp__srv__.*", "mcp__srv__tool", true},
		{"^(Bash|mcp__.*)$", "mcp__srv__tool", true},
		{"^(Bash|mcp__.*)$", "Bash", true},
		{"^(Bash|mcp__.*)$", "Bas", false},
		{"^(Bash|mcp__.*)$", "BashOutput", false},
		{"^(Bash|mcp__.*)$", "xmcp__a", false},
		{"^(Bash|mcp__.*)$", "mcp__a\nb", false},
		{"^(Ba.h|mcp__.*)$", "Bath", true},
		{"^(Bash|mcp__.*)", "mcp__a\nb", true},
		{"Edit|Write.*", "NotebookEdit", true},
		{"Bash(echo *)", "Bash", false},
		{"/Bash/", "Bash", false},
		{`^\d+$`, "٣", false}, // digits are ASCII in JavaScript

		// invalid JavaScript regular expressions never match
		{"*Bash", "Bash", false},
		{"[", "[", false},
		{"(?i)bash", "Bash", false},
		{"(?i)Bash", "Bash", false},

		// all but some names
		{"^(?!(Read|Glob)$)", "Read", false},
		{"^(?!(Read|Glob)$)", "Rea", true},
		{"^(?!(Read|Glob)$)", "ReadMore", true},
		{"^(?!(Read|Glob)$)", "Read|Glob", true},
		{"^(?!(Read|Glob)$)", "mcp__a__b", true},
		{"^(?!(Re.d|Glob)$)", "Read", false},
		{"^(?!(Agent)$)", "Task", true}, // by an older name
		{"^(?!(Agent|Task)$)", "Task", false},

		// older names, in all three forms and in both directions
		{"Task", "Agent", true},
		{"Edit|Task", "Agent", true},
		{"^Task$", "Agent", true},
		{"Task.*", "Agent", true},
		{"Agent", "Agent", true},
		{"Agent", "Task", true},
		{"^Agent$", "Task", true},
		{"Task", "Task", true},
		{"Task", "TaskCreate", false},
		{"Bash", "Agent", false},
	}
	for _, test := range tests {
		if got := tools.Matches(test.match, test.value); got != test.want {
			t.Errorf("Matches(%q, %q) = %t, want %t", test.match, test.value, got, test.want)
		}
	}
}

func TestMatcherMatchesByClass(t *testing.T) {
	narrow := Matcher{Field: "error", Exact: "A-Za-z0-9_|"}
	tests := []struct {
		match, value string
		want         bool
	}{
		{"rate_limit|overloaded", "overloaded", true},
		{"rate", "rate_limit", false},
		{"my-error", "not-my-error-at-all", true}, // - makes it a regular expression
		{"a,b", "b", false},                       // so does a comma
		{"a,b", "xa,by", true},
		{"a b", "b", false},
	}
	for _, test := range tests {
		if got := narrow.Matches(test.match, test.value); got != test.want {
			t.Errorf("narrow: Matches(%q, %q) = %t, want %t", test.match, test.value, got, test.want)
		}
	}
	if !(Matcher{}).Matches("Bash", "anything") {
		t.Error("an event without a matcher ran no hook that has one, want all, as the agent does")
	}
}

func TestMatcherMatchesByLastPart(t *testing.T) {
	files := Matcher{Field: "file_path", Exact: "A-Za-z0-9_|", Base: true}
	tests := []struct {
		match, value string
		want         bool
	}{
		{"Makefile", "/p/Makefile", true},
		{"Makefile|README", `C:\p\README`, true},
		{"Makefile", "Makefile", true},
		{"Makefile", "/p/Makefile/x", false},
		{"Make", "/p/Makefile", false},
		{"^package\\.json$", "/p/package.json", true},
		{"^/p/package\\.json$", "/p/package.json", true},
		{".env|.envrc", "/p/.envrc", true},
	}
	for _, test := range tests {
		if got := files.Matches(test.match, test.value); got != test.want {
			t.Errorf("Matches(%q, %q) = %t, want %t", test.match, test.value, got, test.want)
		}
	}
}

func TestMatcherNames(t *testing.T) {
	tests := []struct {
		match string
		want  []string
		ok    bool
	}{
		{"", nil, false},
		{"*", nil, false},
		{"Bash", []string{"Bash"}, true},
		{"Edit | Bash, Write", []string{"Edit", "Bash", "Write"}, true},
		{"Task|Agent", []string{"Agent"}, true},
		{"Bash|Bash", []string{"Bash"}, true},
		{"|Bash||", []string{"Bash"}, true},
		{"mcp__my-srv__tool", []string{"mcp__my-srv__tool"}, true},
		{"Bash.*", nil, false},
		{"^Bash$", nil, false},
		{"Bäsh", nil, false},
	}
	for _, test := range tests {
		got, ok := tools.Names(test.match)
		if !slices.Equal(got, test.want) || ok != test.ok {
			t.Errorf("Names(%q) = %q, %t, want %q, %t", test.match, got, ok, test.want, test.ok)
		}
	}
}

func TestMatcherCheck(t *testing.T) {
	tests := []struct {
		matcher Matcher
		match   string
		ok      bool
	}{
		{tools, "", true},
		{tools, "*", true},
		{tools, "Bash|Edit", true},
		{tools, "^mcp__.*$", true},
		{tools, "(?!Bash).*", true},
		{tools, "(?:Bash|Edit).", true},
		{tools, "(?<kind>Bash).", true},
		{tools, "|", false},
		{tools, " , ", false},
		{tools, "[", false},
		{tools, "*Bash", false},
		{tools, "Bash(", false},
		{tools, "(?i)bash", false},
		{tools, "(?ims)bash", false},
		{Matcher{}, "", true},
		{Matcher{}, "*", true},
		{Matcher{}, "Bash", false},
	}
	for _, test := range tests {
		if err := test.matcher.Check(test.match); (err == nil) != test.ok {
			t.Errorf("Check(%q) on field %q = %v, want ok %t", test.match, test.matcher.Field, err, test.ok)
		}
	}
}

// A matcher that passes vet must not fail silently in hooks, and the other way round.
func FuzzMatcher(f *testing.F) {
	for _, s := range []string{"", "*", "Bash|Edit", "(?!Bash).*", "[", "(?i)bash", "^Task$", "(a+)+$", "\\", "é|b"} {
		f.Add(s, "Bash")
		f.Add(s, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")
	}
	f.Fuzz(func(t *testing.T, match, value string) {
		if tools.Check(match) != nil && tools.Matches(match, value) {
			t.Errorf("Matches(%q, %q) holds for a matcher that Check refuses", match, value)
		}
		names, ok := tools.Names(match)
		for _, n := range names {
			if !tools.Matches(match, n) {
				t.Errorf("Matches(%q, %q) does not hold for a name of its own", match, n)
			}
		}
		if ok && (tools.Check(match) == nil) != (len(names) > 0) {
			t.Errorf("Check(%q) gives %v for a list of %d names", match, tools.Check(match), len(names))
		}
	})
}
