package task

import (
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

var pointer = engine.Fact{
	Doc:    "the path that the first line of a file names, if it matches valid (* stands for anything) and is there; else empty",
	Params: "path, valid",
	Reads:  "path",
	Ask:    engine.Func2[string, string, string](follow),
}

func follow(c *engine.Call, name, valid string) (string, error) {
	p, err := c.Host.Place(name)
	if err != nil {
		return "", err
	}
	root, err := c.Host.Place(".")
	if err != nil {
		return "", err
	}
	return pointerAt(p, root, valid)
}

// pointerAt returns the path that the first line of a file names, if it is valid
// and there is such a file in the root; else "".
func pointerAt(file, root files.Place, valid string) (string, error) {
	data, err := files.Read(file)
	if files.Absent(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(data), "\n")
	line = strings.TrimSpace(line)
	if !validTask(line, valid) {
		return "", nil
	}
	_, err = root.Join(line).Stat()
	if files.Absent(err) || files.NoText(err) {
		return "", nil
	}
	return line, err
}

// validTask reports whether a task's path matches a pattern, in which * stands
// for any characters, and has no "..".
func validTask(path, pattern string) bool {
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
