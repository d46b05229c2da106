package task

import "testing"

func TestWild(t *testing.T) {
	tests := []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true},
		{"", "a", false},
		{"a", "a", true},
		{"a", "ab", false},
		{"*", "", true},
		{"*", "a/b", true},
		{"a*", "a", true},
		{"a*a", "a", false},
		{"a*a", "aa", true},
		{"a*b*c", "a1b2c", true},
		{"a*b*c", "acb", false},
		{"a*bc*c", "abcc", true},
		{"tasks/*_task/PLAN.md", "tasks/x_task/PLAN.md", true},
		{"tasks/*_task/PLAN.md", "tasks/a/b_task/PLAN.md", true},
		{"tasks/*_task/PLAN.md", "tasks/_task/PLAN.md", true},
		{"tasks/*_task/PLAN.md", "tasks/PLAN.md", false},
		{"tasks/*_task/PLAN.md", "x/tasks/x_task/PLAN.md", false},
		{"tasks/*_task/PLAN.md", "tasks/x_taskPLAN.md", false},
	}
	for _, test := range tests {
		if got := wild(test.pattern, test.s); got != test.want {
			t.Errorf("wild(%q, %q) = %t, want %t", test.pattern, test.s, got, test.want)
		}
	}
}
