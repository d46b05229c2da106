package actions

import (
	"bytes"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

type writing struct {
	file, only string
	private    bool
	data       []byte
	fault      error
}

// Take implements engine.Taker.
func (w *writing) Take(args any) {
	m, _ := args.(map[string]any)
	w.file, _ = m["file"].(string)
	w.only, _ = m["only"].(string)
	w.private = string(engine.JSON(m["private"])) == "true"
	switch json, yaml := m["json"], m["yaml"]; {
	case json != nil:
		w.data, w.fault = files.Indented(engine.JSON(json))
	case yaml != nil:
		w.data = asYAML(engine.JSON(yaml))
	default:
		w.data = []byte(plan.TextOf(m["text"]))
	}
}

// A Written describes the effect of a write.
type Written struct {
	Changed bool `expr:"changed"` // it was created, or its content differs
}

var write = engine.Action{
	Doc: `write a whole file atomically: a reader finds the old or the new content
Missing folders are made, and the file keeps its permissions. When the hook answers it is on
the disk.

The result has .changed: the file's content differs from before.`,
	Args: `{
	file!: string
	text?: string // the content
	json?: {...} | [...] | =~#"(?s)^\$\{.*\}$"# // indented by two spaces, names keep this order
	yaml?: {...} | [...] | =~#"(?s)^\$\{.*\}$"# // in block style
	only?: "absent" | "changed" // write only if the file is missing, or if its content differs
	private?: bool // only its owner may read it: mode 0600
}`,
	OneOf:  []string{"text", "json", "yaml"},
	Writes: []string{"file"},
	Data:   []string{"json", "yaml"},
	Do:     engine.Give[writing, Written](writeFile),
}

func writeFile(c *engine.Call, w writing) (result Written, err error) {
	if w.fault != nil {
		return result, w.fault
	}
	p, err := c.Host.Place(w.file)
	if err != nil {
		return result, err
	}
	if err := p.Folder().MkdirAll(); err != nil {
		return result, err
	}
	err = files.Locked(p, func(p files.Place) error {
		was, err := files.Read(p)
		if err != nil && !files.Absent(err) {
			return err
		}
		there := err == nil
		if w.only == "absent" && there {
			return nil
		}
		changed := !there || !bytes.Equal(was, w.data)
		if w.only == "changed" && !changed {
			return nil
		}
		if w.private {
			err = files.WriteMode(p, w.data, 0o600)
		} else {
			err = files.Write(p, w.data)
		}
		result.Changed = changed && err == nil
		return err
	})
	return result, err
}
