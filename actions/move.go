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
	Doc: `move a file to another place; that it isn't there is no fault
A file that is at the other place keeps its name, and this one is called NAME-2 there.
Missing folders are made. Within the project, or a folder outside that the rules name, this
is one step; from one of these to another the file is there twice for a moment.

It gives .moved, that there was a file, and .to, the path where it is now.`,
	Args: `{
	file!: string
	to!: string // a path, not a folder
	over?: bool // replace a file that is there
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
