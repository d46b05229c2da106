package facts

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

func TestMentioned(t *testing.T) {
	all := []process{
		{1, 0, "init"},
		{10, 1, "agent grepai watch"}, // the agent, whose prompt has the words
		{11, 10, "sh -c bcrules hook # grepai watch"},
		{12, 11, "bcrules hook grepai watch"},
		{13, 12, "grepai mcp-serve"}, // a child of this process
		{20, 1, "/usr/bin/grepai index"},
	}
	tests := []struct {
		name  string
		all   []process
		self  int
		words string
		want  bool
	}{
		{"the family alone", all, 12, "grepai watch", false},
		{"another process", append(all, process{30, 1, "/opt/grepai watch --background"}), 12, "grepai watch", true},
		{"a child", all, 12, "grepai mcp-serve", true},
		{"a sibling", append(all, process{31, 11, "grepai watch"}), 12, "grepai watch", true},
		{"the same, seen from outside of the family", all, 20, "grepai watch", true},
		{"nobody", all, 12, "grepai serve", false},
		{"this process is not on the list", all, 99, "grepai index", true},
		{"parents in a ring", []process{{5, 6, "grepai watch"}, {6, 5, "grepai watch"}}, 5, "grepai watch", false},
		{"own parent", []process{{5, 5, "grepai watch"}}, 5, "grepai watch", false},
		{"no processes", nil, 12, "grepai watch", false},
	}
	for _, test := range tests {
		if got := mentioned(test.all, test.self, test.words); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
		}
	}
}

func TestProcesses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes are not looked at on Windows")
	}
	all, err := processes()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.pid == os.Getpid() {
			if p.parent != os.Getppid() || !strings.Contains(p.command, os.Args[0]) {
				t.Errorf("this process is %+v, want parent %d and command %s", p, os.Getppid(), os.Args[0])
			}
			return
		}
	}
	t.Error("this process is not among the system's")
}

func TestAlive(t *testing.T) {
	if !alive(os.Getpid()) {
		t.Error("this process is not alive")
	}
	if alive(1<<31 - 1) {
		t.Error("a process beyond all numbers is alive")
	}
}
