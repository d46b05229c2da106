package actions

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

type editing struct {
	file  string
	make  *string // initial content of a missing file; nil leaves it missing
	steps []any   // engine.Objects
}

// Take implements engine.Taker.
func (e *editing) Take(args any) {
	m, _ := args.(map[string]any)
	e.file, _ = m["file"].(string)
	if text, ok := m["make"]; ok {
		made := plan.TextOf(text)
		e.make = &made
	}
	e.steps, _ = m["do"].([]any)
}

// An Edited describes the effect of an edit.
type Edited struct {
	Changed bool   `expr:"changed"`
	Steps   []bool `expr:"steps"` // whether each step changed something
}

var edit = engine.Action{
	Doc: `change parts of a text file by steps, in order, while no other hook writes the file
Each step is one of these:

    replace: PATTERN, with: TEXT     the matches of a JavaScript pattern, all or the first times
    section: PATTERN, with: TEXT     the text below a Markdown heading
    under: PATTERN, add: TEXT        new lines after the last one below a heading
    front: {NAME: VALUE}             fields of the YAML front matter; null removes one
    end: TEXT                        new lines at the end

A pattern is a text, which may begin with flags, (?m)^x, or {source, flags}. A heading is
the first line that begins with # and matches; the text below it ends before the next
heading of its level or above, or before a line that matches until. in: PATTERN limits a
replace to the text below a heading. A step with only applies if that is true; a step that
finds nothing changes nothing.

In its texts, text() is what the step changes: the text below its heading, or the whole
file. groups() is what its pattern matched, [0] the whole match and [1] the first (…).

The file changes atomically or not at all. The result has .changed, and .steps, which says
of each step whether it changed something. A missing file stays missing unless make gives
its content.`,
	Args: `{
	file!: string
	make?: string // what a file holds that isn't there; then the steps are done
	do!: [_, ...] & [...{
		replace?: string | {source!: string, flags?: string}
		section?: string | {source!: string, flags?: string}
		under?: string | {source!: string, flags?: string}
		front?: {...}
		end?: string
		with?: string
		add?: string
		times?: int & >=1 | =~#"(?s)^\$\{.*\}$"#
		in?: string | {source!: string, flags?: string}
		until?: string | {source!: string, flags?: string}
		only?: bool | =~#"(?s)^\$\{.*\}$"#
	}]
}`,
	Writes: []string{"file"},
	Data:   []string{"do"},
	Late:   "do",
	Own: []engine.Own{
		{Name: "text", Func: (func() (string, error))(nil)},
		{Name: "groups", Func: (func() ([]string, error))(nil), Groups: []string{"replace", "section", "under"}},
	},
	Check: checkEdit,
	Do:    engine.Give[editing, Edited](editFile),
}

func editFile(c *engine.Call, e editing) (result Edited, err error) {
	result.Steps = make([]bool, len(e.steps))
	p, err := c.Host.Place(e.file)
	if err != nil {
		return result, err
	}
	if _, err := p.Stat(); files.Absent(err) && e.make == nil {
		return result, nil
	}
	err = files.Changing(p, func(p files.Place, data []byte) error {
		there := data != nil
		if !there && e.make != nil {
			data = []byte(*e.make)
		} else if !there {
			return nil
		}
		if !utf8.Valid(data) {
			return fmt.Errorf("%s: found bytes that are no UTF-8, want text", p.Path())
		}
		text, err := e.edited(string(data), result.Steps)
		if err != nil {
			clear(result.Steps)
			return err
		}
		if there && text == string(data) {
			return nil
		}
		result.Changed = true
		return files.Write(p, []byte(text))
	})
	if err != nil {
		result = Edited{Steps: make([]bool, len(e.steps))}
	}
	return result, err
}

// edited applies all steps to a text, and records which changed something. It keeps Windows line
// ends if all lines have them.
func (e editing) edited(text string, changed []bool) (string, error) {
	windows := strings.Contains(text, "\n") && strings.Count(text, "\r\n") == strings.Count(text, "\n")
	if windows {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	for i, fields := range e.steps {
		o, _ := fields.(engine.Object)
		s, err := newStep(o)
		var after string
		if err == nil {
			after, err = s.done(text)
		}
		if err != nil {
			return "", fmt.Errorf("step %d: %w", i+1, err)
		}
		changed[i] = after != text
		text = after
	}
	if windows {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text, nil
}
