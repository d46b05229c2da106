package task

import (
	"errors"
	"fmt"
	"regexp"

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
	Writes: []string{"file"},
	Do:     engine.Do[lesson](keepLesson),
}

func keepLesson(c *engine.Call, a lesson) error {
	p, err := c.Host.Place(a.File)
	if err != nil {
		return err
	}
	err = appendEntry(p, a.Entry, a.Refuse)
	if errors.Is(err, errRefused) {
		c.Warn(err.Error())
		return engine.ErrSkip
	}
	return err
}

// errRefused is the error for an entry whose text matches a pattern of refused ones.
var errRefused = errors.New("refused")

// appendEntry adds an entry at the end of the file, however large it is.
func appendEntry(p files.Place, entry map[string]any, refuse []string) error {
	text, _ := entry["txt"].(string)
	for _, p := range refuse {
		re, err := regexp.Compile(p)
		if err != nil {
			return err
		}
		if re.MatchString(text) {
			return fmt.Errorf("%w: the text matches %s", errRefused, p)
		}
	}
	line := &files.Object{}
	for _, name := range entryOrder {
		if v, ok := entry[name]; ok {
			line.Set(name, files.JSON(v))
		}
	}
	data := append(line.Encode(), '\n')
	return files.Locked(p, func(p files.Place) error { return files.Append(p, data, p.FileMode()) })
}
