package task

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/engine/files"
)

// taskPaths is what the paths of tasks match in these tests.
const taskPaths = "tasks/*_task/PLAN.md"

// lines joins lines by newlines, the last one included.
func lines(all ...string) string { return strings.Join(all, "\n") + "\n" }

func TestReadTask(t *testing.T) {
	tests := []struct {
		name   string
		plan   string
		phased bool // there is a folder phases
		want   Task
	}{
		{"empty", "", false, Task{Status: "pending", Phase: 1, Phases: 1}},
		{"no phases", lines("status: in progress  "), false, Task{Status: "in progress", Phase: 1, Phases: 1}},
		{"no status", lines("# Plan", "", "  status: x"), false, Task{Status: "pending", Phase: 1, Phases: 1}},
		{"empty status", lines("status:", "status: late"), false, Task{Status: "pending", Phase: 1, Phases: 1}},
		{"first status", lines("status: a", "status: b"), false, Task{Status: "a", Phase: 1, Phases: 1}},
		{"front matter", lines("---", "title: x", "status: handoff", "---", "## Phase 1", "[ ]"), false, Task{Status: "handoff", Phase: 1, Phases: 1}},

		{"first phase open", lines("## Phase 1", "- [ ] a", "## Phase 2", "- [x] b"), false, Task{Status: "pending", Phase: 1, Phases: 2}},
		{"second phase open", lines("## Phase 1", "- [x] a", "## Phase 2", "- [x] b", "- [ ] c"), false, Task{Status: "pending", Phase: 2, Phases: 2}},
		{"all complete", lines("### Phase 1: one", "- [X] a", "### Phase 2: two", "- [x] b"), false, Task{Status: "pending", Phase: 3, Phases: 2}},
		{"phase without marks", lines("## Phase 1", "text", "## Phase 2", "[x]"), false, Task{Status: "pending", Phase: 1, Phases: 2}},
		{"numbers with gaps", lines("## Phase 2", "[x]", "## Phase 5", "[ ]", "## Phase 9", "[ ]"), false, Task{Status: "pending", Phase: 5, Phases: 3}},
		{"numbers with gaps, complete", lines("## Phase 2", "[x]", "## Phase 5", "[x]"), false, Task{Status: "pending", Phase: 6, Phases: 2}},
		{"verification belongs to its phase", lines("## Phase 3", "[x]", "## Phase 3V", "[ ]", "## Phase 4", "[ ]"), false, Task{Status: "pending", Phase: 3, Phases: 2}},
		{"number of two digits", lines("## Phase 1", "[x]", "## Phase 10", "[ ]"), false, Task{Status: "pending", Phase: 10, Phases: 2}},
		{"number beyond all phases", lines("## Phase 99999999999999999999", "[ ]", "## Phase 1", "[ ]"), false, Task{Status: "pending", Phase: 1, Phases: 1}},
		{"other headings", lines("# Phase 1", "[ ]", "#### Phase 2", "[ ]", "## Phases 3", "## Phase", "text ## Phase 4", "##Phase 5"), false, Task{Status: "pending", Phase: 1, Phases: 1}},
		{"heading at the end of the file", "## Phase 4", false, Task{Status: "pending", Phase: 4, Phases: 1}},

		{"completed", lines("## Phase 1", "Status: completed", "[ ]", "## Phase 2"), false, Task{Status: "pending", Phase: 2, Phases: 2}},
		{"completed, other case", lines("## Phase 1", "STATUS: Completed", "## Phase 2"), false, Task{Status: "pending", Phase: 2, Phases: 2}},
		{"completed, name in bold", lines("## Phase 1", "**Status:** completed", "## Phase 2"), false, Task{Status: "pending", Phase: 2, Phases: 2}},
		{"completed, name in bold before the colon", lines("## Phase 1", "**Status**: completed", "## Phase 2"), false, Task{Status: "pending", Phase: 2, Phases: 2}},
		{"completed, word in bold", lines("## Phase 1", "Status: **completed**", "## Phase 2"), false, Task{Status: "pending", Phase: 2, Phases: 2}},
		{"not completed", lines("## Phase 1", "Status: incomplete", "## Phase 2"), false, Task{Status: "pending", Phase: 1, Phases: 2}},

		{"CRLF", "status: handoff\r\n## Phase 1\r\n[x]\r\n## Phase 2\r\n[ ]\r\n", false, Task{Status: "handoff", Phase: 2, Phases: 2}},

		{"v3", lines("status: working", "current_phase: 3", "total_phases: 7", "## Phase 1", "[ ]"), true, Task{Status: "working", Phase: 3, Phases: 7}},
		{"v3 with CRLF", "status: working\r\ncurrent_phase: 3\r\ntotal_phases: 7\r\n", true, Task{Status: "working", Phase: 3, Phases: 7}},
		{"v3 without numbers", lines("status: working", "current_phase: three"), true, Task{Status: "working"}},
		{"v3 without its folder", lines("status: working", "current_phase: 3", "total_phases: 7"), false, Task{Status: "working", Phase: 1, Phases: 1}},
		{"v3 folder, other lines first", lines("# Plan", "status: working", "current_phase: 3"), true, Task{Status: "working", Phase: 1, Phases: 1}},
		{"v3 folder, lines the other way round", lines("current_phase: 3", "status: working"), true, Task{Status: "working", Phase: 1, Phases: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := file(t, "PLAN.md", test.plan)
			if test.phased {
				if err := os.Mkdir(filepath.Join(filepath.Dir(path), "phases"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			test.want.Path, test.want.Readable, test.want.Phased = "name", true, test.phased
			if got := taskAt("name", files.At(path)); got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

func TestReadTaskUnreadable(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "absent"), dir} {
		if got, want := taskAt("name", files.At(path)), (Task{Path: "name"}); got != want {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
	}
}

func TestSetStatus(t *testing.T) {
	tests := []struct{ name, plan, want string }{
		{"line", "a\nstatus: x\nb\n", "a\nstatus: new\nb\n"},
		{"line at the end", "a\nstatus: x", "a\nstatus: new"},
		{"line without a value", "status:\nb\n", "status: new\nb\n"},
		{"first of two lines", "status: x\nstatus: y\n", "status: new\nstatus: y\n"},
		{"line inside front matter", "---\nstatus: x\n---\n", "---\nstatus: new\n---\n"},
		{"line with CRLF", "status: x\r\nb\r\n", "status: new\r\nb\r\n"},
		{"indented line", " status: x\n", "status: new\n\n status: x\n"},
		{"front matter", "---\ntitle: x\n---\nbody\n", "---\ntitle: x\nstatus: new\n---\nbody\n"},
		{"empty front matter", "---\n---\nbody\n", "---\nstatus: new\n---\nbody\n"},
		{"front matter with CRLF", "---\r\ntitle: x\r\n---\r\nbody\r\n", "---\r\ntitle: x\r\nstatus: new\r\n---\r\nbody\r\n"},
		{"front matter without its end", "---\ntitle: x\n", "status: new\n\n---\ntitle: x\n"},
		{"rule further down", "body\n---\n", "status: new\n\nbody\n---\n"},
		{"nothing", "", "status: new\n\n"},
	}
	for _, test := range tests {
		if got := withStatus(test.plan, "new"); got != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.name, test.plan, got, test.want)
		}
	}
}

func TestPointer(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "tasks", "a_task")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "PLAN.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, content, want string }{
		{"path", "tasks/a_task/PLAN.md", "tasks/a_task/PLAN.md"},
		{"path among blanks", " \ttasks/a_task/PLAN.md \r\nmore\n", "tasks/a_task/PLAN.md"},
		{"empty", "", ""},
		{"second line", "\ntasks/a_task/PLAN.md\n", ""},
		{"no such file", "tasks/b_task/PLAN.md", ""},
		{"other path", "tasks/a_task/NOTES.md", ""},
		{"path that leads out and back", "tasks/../tasks/a_task/PLAN.md", ""},
	}
	for _, test := range tests {
		got, err := pointerAt(files.At(file(t, "TASK.md", test.content)), files.At(root), taskPaths)
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v, want %q", test.name, got, err, test.want)
		}
	}
	if got, err := pointerAt(files.At(filepath.Join(root, "absent")), files.At(root), taskPaths); err != nil || got != "" {
		t.Errorf("absent: %q, %v, want none", got, err)
	}
}

func TestSection(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"section", "a\n<!-- X -->\n b \nc\n<!-- /X -->\nd", "b \nc"},
		{"on one line", "<!-- X -->b<!-- /X -->", "b"},
		{"comments inside", "<!-- X -->\n<!-- note -->\nb\n\t<!-- note -->  \nc <!-- stays -->\n<!-- /X -->", "b\nc <!-- stays -->"},
		{"comments with CRLF", "<!-- X -->\r\n<!-- note -->\r\nb\r\n<!-- /X -->\r\n", "b"},
		{"first of two", "<!-- X -->a<!-- /X --><!-- X -->b<!-- /X -->", "a"},
		{"empty", "<!-- X --> \n <!-- /X -->", ""},
		{"another name", "<!-- Y -->a<!-- /Y -->", ""},
		{"longer name", "<!-- XY -->a<!-- /XY -->", ""},
		{"no end", "<!-- X -->a", ""},
		{"end before the start", "<!-- /X --><!-- X -->a", ""},
	}
	for _, test := range tests {
		if got := sectionIn(test.text, "X"); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// Whatever the plan, the status that was set is the one that is read, and
// setting it again changes nothing.
func FuzzPlan(f *testing.F) {
	for _, s := range []string{
		"", "status: x\n", "status:\r\n", "---\ntitle: x\n---\n", "---\r\n---\r\n", "---\n---", "---", "status: a\rb\n",
		"status: working\ncurrent_phase: 3\ntotal_phases: 7\n", "## Phase 1\n[x]\n## Phase 2V\nstatus: completed", "\xff\nstatus:\xff",
	} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, plan string, phased bool) {
		const status = "handoff"
		set := withStatus(plan, status)
		after := Task{Phased: phased}
		after.parse(set)
		if after.Status != status {
			t.Errorf("%q becomes %q, whose status is %q", plan, set, after.Status)
		}
		if again := withStatus(set, status); again != set {
			t.Errorf("%q set twice is %q, once %q", plan, again, set)
		}
		for _, gone := range strings.Split(plan, "\n") {
			if !strings.HasPrefix(gone, "status:") && !strings.Contains(set, gone) {
				t.Errorf("%q becomes %q without the line %q", plan, set, gone)
			}
		}
	})
}
