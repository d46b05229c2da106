package schema

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"deny", "allow", "ask", "tool_name", "inject"}
	tests := []struct{ name, want string }{
		{"deny", "deny"},
		{"denny", "deny"},
		{"DENY", "deny"},
		{"dney", "deny"}, // letters that changed places
		{"tool_nmae", "tool_name"},
		{"ijnect", "inject"},
		{"as", "ask"},
		{"xyz", ""},
		{"", ""},
	}
	for _, test := range tests {
		if got := nearest(test.name, known); got != test.want {
			t.Errorf("%q: %q, want %q", test.name, got, test.want)
		}
	}
	if got := nearest("deny", nil); got != "" {
		t.Errorf("nothing known: %q, want nothing", got)
	}
}
