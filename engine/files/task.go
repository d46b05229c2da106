package files

import (
	"errors"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"sync"
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

// statusLine is compiled when first used: most hooks read plans and write none.
var statusLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^status:.*?(\r?)$`) })

// ValidTask reports whether a task's path matches a pattern, in which * stands
// for any characters, and has no "..".
func ValidTask(path, pattern string) bool {
	return wild(pattern, path) && !strings.ContainsAny(path, "\r\n") && !strings.Contains(path, "..")
}

// wild reports whether s is what pattern says: literal pieces with anything
// between them where a * stands.
func wild(pattern, s string) bool {
	pieces := strings.Split(pattern, "*")
	s, ok := strings.CutPrefix(s, pieces[0])
	if len(pieces) == 1 {
		return ok && s == ""
	}
	last := len(pieces) - 1
	for _, p := range pieces[1:last] {
		if ok {
			_, s, ok = strings.Cut(s, p)
		}
	}
	return ok && strings.HasSuffix(s, pieces[last])
}

// Pointer returns the path that the first line of a file names, if it is valid
// and there is such a file in the root; else "".
func Pointer(file, root Place, valid string) (string, error) {
	data, err := Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(data), "\n")
	line = strings.TrimSpace(line)
	if !ValidTask(line, valid) {
		return "", nil
	}
	if _, err := root.Join(line).Stat(); err != nil {
		return "", nil
	}
	return line, nil
}

// ReadTask reads the plan of a task. A plan that is absent or no file is not an
// error: the task is not readable.
func ReadTask(name string, p Place) Task {
	t := Task{Path: name}
	data, err := Read(p)
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

// SetStatus returns the plan with another status: in its first status line, else
// before the end of its front matter, else at the top. Lines keep their endings.
func SetStatus(text, status string) string {
	line := "status: " + status
	if at := statusLine().FindStringSubmatchIndex(text); at != nil {
		return text[:at[0]] + line + text[at[2]:]
	}
	for _, nl := range []string{"\n", "\r\n"} {
		if rest, ok := strings.CutPrefix(text, "---"+nl); ok {
			if end := strings.Index(nl+rest, nl+"---"); end >= 0 {
				return "---" + nl + rest[:end] + line + nl + rest[end:]
			}
		}
	}
	return line + "\n\n" + text
}

// WriteStatus sets the status in a plan file.
func WriteStatus(p Place, status string) error {
	return Locked(p, func(p Place) error {
		data, err := Read(p)
		if err != nil {
			return err
		}
		return Write(p, []byte(SetStatus(string(data), status)))
	})
}

// Section returns the text between <!-- NAME --> and <!-- /NAME -->, without
// lines that are only a comment, trimmed; "" if there is no such section.
func Section(text, name string) string {
	_, rest, ok := strings.Cut(text, "<!-- "+name+" -->")
	if !ok {
		return ""
	}
	body, _, ok := strings.Cut(rest, "<!-- /"+name+" -->")
	if !ok {
		return ""
	}
	var keep []string
	for _, line := range strings.Split(body, "\n") {
		if s := strings.TrimSpace(line); strings.HasPrefix(s, "<!--") && strings.HasSuffix(s, "-->") {
			continue
		}
		keep = append(keep, line)
	}
	return strings.TrimSpace(strings.Join(keep, "\n"))
}
