package agent

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// A change is what a patch does to a file.
type change struct {
	how, path string // add, update or delete; move is the new path of an updated file
	old, new  []byte // the lines that the patch shows of the file before and after
}

// patched returns what a patch in apply_patch's form does, file by file, as objects with how, path,
// and old and new if not empty.
func patched(text string) (all []gjson.Result) {
	var changes []*change
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		n := len(changes)
		how, path, _ := programs.Marked(line)
		switch {
		case how != "":
			changes = append(changes, &change{how: how, path: path})
		case n > 0:
			changes[n-1].take(line)
			if n > 1 && changes[n-1].how == "move" {
				changes[n-2].take(line)
			}
		}
	}
	for _, c := range changes {
		o := &files.Object{}
		o.Set("how", files.JSON(c.how))
		o.Set("path", files.JSON(c.path))
		if len(c.old) > 0 {
			o.Set("old", files.JSON(string(c.old)))
		}
		if len(c.new) > 0 {
			o.Set("new", files.JSON(string(c.new)))
		}
		all = append(all, gjson.ParseBytes(o.Encode()))
	}
	return all
}

// take adds a line of the patch.
func (c *change) take(line string) {
	if line == "" {
		return
	}
	text := append([]byte(line[1:]), '\n')
	if line[0] == '-' || line[0] == ' ' {
		c.old = append(c.old, text...)
	}
	if line[0] == '+' || line[0] == ' ' {
		c.new = append(c.new, text...)
	}
}
