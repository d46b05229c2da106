package actions

import (
	"bytes"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

type addition struct {
	file, to     string
	line         []byte
	keep         int // lines; 0 keeps all
	bytes, lines int // limits above which the file is rotated; 0 for none
	fault        error
}

// Take implements engine.Taker.
func (a *addition) Take(args any) {
	m, _ := args.(map[string]any)
	a.file, _ = m["file"].(string)
	a.to, _ = m["rotate"].(string)
	switch line := m["line"].(type) {
	case engine.Object, []any, map[string]any:
		a.line = engine.JSON(line)
	default:
		a.line = []byte(plan.TextOf(line))
	}
	if !bytes.HasSuffix(a.line, []byte("\n")) {
		a.line = append(a.line, '\n')
	}
	for name, to := range map[string]*int{"keep": &a.keep, "bytes": &a.bytes, "lines": &a.lines} {
		if m[name] != nil && a.fault == nil {
			*to, a.fault = wholeNumber(name, engine.Text(plan.TextOf(m[name])))
		}
	}
}

// An Appended describes a file after a line was appended.
type Appended struct {
	Count   int    `expr:"count"`   // its lines, including this one
	Rotated string `expr:"rotated"` // path the previous file was moved to; "" if it was not rotated
}

// append itself is Go's own name.
var appendAction = engine.Action{
	Doc: `add a line at the end of a file: a text, or an object as JSON on one line
A missing file is created with its folders, and an unfinished last line is ended first.
Concurrent hooks each add their own line; a hook that is killed meanwhile may leave the
beginning of its line, as a line. When the hook answers, the line is on the disk.

The result has .count, the number of lines the file then has, and .rotated, the path that a
full file was moved to, "" if it was not full. A file at that path keeps its name: the moved
one is then called NAME-2.`,
	Args: `{
	file!: string
	line!: string | {...} | [...] // names keep this order
	keep?: int & >=1 | =~#"(?s)^\$\{.*\}$"# // how many lines to keep, the last ones; absent: all
	rotate?: string // the path to move the file to before it exceeds bytes or lines
	bytes?: int & >=1 | =~#"(?s)^\$\{.*\}$"#
	lines?: int & >=1 | =~#"(?s)^\$\{.*\}$"#
}`,
	Writes: []string{"file", "rotate"},
	Data:   []string{"line"},
	Needs:  []engine.Need{{Arg: "lines", Others: []string{"rotate"}}, {Arg: "bytes", Others: []string{"rotate"}}, {Arg: "rotate", Others: []string{"bytes", "lines"}}},
	Do:     engine.Give[addition, Appended](addLine),
}

func addLine(c *engine.Call, a addition) (result Appended, err error) {
	if a.fault != nil {
		return result, a.fault
	}
	p, err := c.Host.Place(a.file)
	if err != nil {
		return result, err
	}
	var to files.Place
	if a.to != "" {
		if to, err = c.Host.Place(a.to); err != nil {
			return result, err
		}
	}
	if err := p.Folder().MkdirAll(); err != nil {
		return result, err
	}
	err = files.Locked(p, func(p files.Place) error {
		full, err := a.full(p)
		if err != nil {
			return err
		}
		if full {
			if to, err = files.Move(p, to, false); err != nil {
				return err
			}
			result.Rotated = c.Host.Local(to.Path())
		}
		result.Count, err = a.add(p, c.Wanted())
		return err
	})
	return result, err
}

// full reports whether the line would take a file that rotates over a limit. An empty file is never
// full.
func (a addition) full(p files.Place) (bool, error) {
	if a.to == "" {
		return false, nil
	}
	info, err := p.Stat()
	switch {
	case files.Absent(err) || err == nil && info.Size() == 0:
		return false, nil
	case err != nil:
		return false, err
	case a.bytes > 0 && info.Size()+int64(len(a.line)) > int64(a.bytes):
		return true, nil
	case a.lines == 0:
		return false, nil
	}
	n, err := files.CountLines(p)
	return n+bytes.Count(a.line, []byte("\n")) > a.lines, err
}

// add appends the line, and if count is set returns the number of lines.
func (a addition) add(p files.Place, count bool) (n int, err error) {
	if a.keep > 0 {
		return a.kept(p)
	}
	if err := files.Append(p, a.line, p.FileMode()); err != nil || !count {
		return 0, err
	}
	return files.CountLines(p)
}

// kept appends the line and drops the oldest lines beyond keep.
func (a addition) kept(p files.Place) (int, error) {
	n, err := files.CountLines(p)
	if err != nil && !files.Absent(err) {
		return 0, err
	}
	more := bytes.Count(a.line, []byte("\n"))
	if n += more; n <= a.keep {
		return n, files.Append(p, a.line, p.FileMode())
	}
	data, err := files.Read(p)
	if err != nil && !files.Absent(err) {
		return 0, err
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	data = append(data, a.line...)
	for ; n > a.keep; n-- {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	return n, files.Write(p, data)
}
