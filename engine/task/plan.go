package task

import (
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// A Task is what a plan file says of its task. The zero Task is one whose plan
// can't be read.
type Task struct {
	Path     string `expr:"path" doc:"of the plan, as given"`
	Readable bool   `expr:"readable" doc:"the plan is there"`
	Phased   bool   `expr:"phased" doc:"there is a folder phases beside it"`
	Status   string `expr:"status" doc:"what the plan says"`
	Phase    int    `expr:"phase" doc:"the current one"`
	Phases   int    `expr:"phases" doc:"how many there are"`
}

var task = engine.Fact{
	Doc:    "what a plan says of its task: .readable .status .phase .phases .phased (it has a folder phases) .path",
	Params: "path",
	Reads:  "path",
	Ask:    engine.Func1[string, Task](readTask),
}

func readTask(c *engine.Call, name string) (Task, error) {
	if name == "" {
		return Task{}, nil
	}
	p, err := c.Host.Place(name)
	if err != nil {
		return Task{}, err
	}
	return taskAt(name, p), nil
}

// taskAt reads the plan of a task. A plan that is absent or no file is not an
// error: the task is not readable.
func taskAt(name string, p files.Place) Task {
	t := Task{Path: name}
	data, err := files.Read(p)
	if err != nil {
		return t
	}
	t.Readable = true
	if info, err := p.Folder().Join("phases").Stat(); err == nil && info.IsDir() {
		t.Phased = true
	}
	t.parse(string(data))
	return t
}

func (t *Task) parse(text string) {
	lines := strings.SplitN(text, "\n", 3)
	if t.Phased && len(lines) > 1 && strings.HasPrefix(lines[0], "status:") && strings.HasPrefix(lines[1], "current_phase:") {
		t.Status = named(text, "status")
		t.Phase, _ = strconv.Atoi(named(text, "current_phase"))
		t.Phases, _ = strconv.Atoi(named(text, "total_phases"))
		return
	}
	t.Status = "pending"
	if s := named(text, "status"); s != "" {
		t.Status = s
	}
	phases := split(text)
	t.Phase, t.Phases = 1, max(1, len(phases))
	for _, p := range phases {
		if t.Phase = p.number; !p.complete() {
			return
		}
		t.Phase++
	}
}

// A phase is the part of a plan from a heading to the next.
type phase struct {
	number int
	text   string
}

// complete reports whether all boxes of a phase are ticked, and one at least, or
// it says "Status: completed", in any case and with asterisks around the words.
func (p phase) complete() bool {
	if (strings.Contains(p.text, "[x]") || strings.Contains(p.text, "[X]")) && !strings.Contains(p.text, "[ ]") {
		return true
	}
	rest := strings.ReplaceAll(strings.ToLower(p.text), "*", "")
	for ok := true; ok; {
		if _, rest, ok = strings.Cut(rest, "status:"); ok && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "completed") {
			return true
		}
	}
	return false
}

// split returns the phases of a plan, from each heading to the next.
func split(text string) []phase {
	var phases []phase
	var starts []int
	at := 0
	for line := range strings.Lines(text) {
		if n, ok := heading(line); ok {
			phases, starts = append(phases, phase{number: n}), append(starts, at)
		}
		at += len(line)
	}
	for i := range phases {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		phases[i].text = text[starts[i]:end]
	}
	return phases
}

// heading returns N of a heading "## Phase N", of two or three #. A number
// followed by V is that of a verification, which belongs to the phase before it.
func heading(line string) (n int, ok bool) {
	rest := strings.TrimLeft(line, "#")
	if depth := len(line) - len(rest); depth != 2 && depth != 3 {
		return 0, false
	}
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), "Phase")
	number := strings.TrimLeft(rest, " \t")
	if !ok || len(number) == len(rest) || line[strings.IndexByte(line, 'P')-1] == '#' {
		return 0, false
	}
	digits := strings.TrimLeft(number, "0123456789")
	n, err := strconv.Atoi(number[:len(number)-len(digits)])
	return n, err == nil && !strings.HasPrefix(digits, "V")
}

// named returns what stands on the first line that begins with name and a colon.
func named(text, name string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

type standing struct{ Plan, To string }

var status = engine.Action{
	Doc:    "set the status of a task in its plan",
	Args:   `{plan!: string, to!: string & !=""}`,
	Writes: []string{"plan"},
	Do: engine.Do[standing](func(c *engine.Call, a standing) error {
		p, err := c.Host.Place(a.Plan)
		if err != nil {
			return err
		}
		return setStatus(p, a.To)
	}),
}

// withStatus returns the plan with another status: in its first status line, else
// before the end of its front matter, else at the top. Lines keep their endings.
func withStatus(text, status string) string {
	set, at := "status: "+status, 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "status:") {
			old := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			return text[:at] + set + text[at+len(old):]
		}
		at += len(line)
	}
	for _, nl := range []string{"\n", "\r\n"} {
		if rest, ok := strings.CutPrefix(text, "---"+nl); ok {
			if end := strings.Index(nl+rest, nl+"---"); end >= 0 {
				return "---" + nl + rest[:end] + set + nl + rest[end:]
			}
		}
	}
	return set + "\n\n" + text
}

// setStatus sets the status in a plan file.
func setStatus(p files.Place, status string) error {
	return files.Locked(p, func(p files.Place) error {
		data, err := files.Read(p)
		if err != nil {
			return err
		}
		return files.Write(p, []byte(withStatus(string(data), status)))
	})
}
