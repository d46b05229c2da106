package actions

import (
	"errors"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type lesson struct {
	File   string
	Entry  map[string]any
	Refuse []string
}

var learn = engine.Action{
	Doc: "append an entry to a knowledge file; one that matches a refused pattern is left out, with a warning, and the rule ends here",
	Args: `{
	file!: string
	entry!: {t!: string, txt!: string, src?: string, ts!: string}
	refuse?: [...string] // patterns of texts that are no knowledge
}`,
	Writes: "file",
	Do:     engine.Do[lesson](keepLesson),
}

func keepLesson(c *engine.Call, a lesson) error {
	p, err := c.Host.Place(a.File)
	if err != nil {
		return err
	}
	err = files.AppendKnowledge(p, a.Entry, a.Refuse)
	if errors.Is(err, files.ErrRefused) {
		c.Warn(err.Error())
		return engine.ErrSkip
	}
	return err
}
