package actions

import (
	"fmt"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type moving struct {
	File, To string
	Over     bool
}

// A Moved describes the result of a move.
type Moved struct {
	Moved bool   `expr:"moved"` // the file existed
	To    string `expr:"to"`    // its path now
}

var move = engine.Action{
	Doc: `move a file; a missing file is no fault
If the target exists, it keeps its name and the file is called NAME-2.
Missing folders are made. Within the project, or within a folder outside that the rules name,
the move is atomic; from one of these to another both files exist for a moment.

The result has .moved: there was a file; and .to, its path now.`,
	Args: `{
	file!: string
	to!: string // a path, not a folder
	over?: bool // replace an existing file
}`,
	Writes: []string{"file", "to"},
	Do:     engine.Give[moving, Moved](moveFile),
}

func moveFile(c *engine.Call, a moving) (result Moved, err error) {
	p, err := c.Host.Place(a.File)
	if err != nil {
		return result, err
	}
	to, err := c.Host.Place(a.To)
	if err != nil {
		return result, err
	}
	if p.Path() == to.Path() {
		return result, fmt.Errorf("found %s for both, want two places", p.Path())
	}
	if _, err := p.Lstat(); files.Absent(err) {
		return result, nil
	}
	err = p.Folder().Lock(func() error {
		at, err := files.Move(p, to, a.Over)
		if _, there := p.Lstat(); files.Absent(err) && files.Absent(there) { // another process was first
			return nil
		}
		if err == nil {
			result = Moved{true, c.Host.Local(at.Path())}
		}
		return err
	})
	return result, err
}
