package actions

import (
	"encoding/json"
	"fmt"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

type merge struct {
	file  string
	set   engine.Object // values may be Late
	unset []any
}

// Take implements engine.Taker.
func (m *merge) Take(args any) {
	a, _ := args.(map[string]any)
	m.file, _ = a["file"].(string)
	m.set, _ = a["set"].(engine.Object)
	m.unset, _ = a["unset"].([]any)
}

var state = engine.Action{
	Doc: `set names in a JSON file and keep the others; a file that is absent or blank counts as empty
What one holds that is no object is kept in the cache folder, with a warning that says where.
A name is a path of names joined by dots, such as stats.edits; a dot within a name has a
backslash before it. What an expression gives in one is one name, dots and all. In a value,
old() is what stands at its name by then, nil if nothing does: it is asked while no other
hook writes the file, so that of hooks at once each counts. When the hook answers it is on
the disk.

It gives the whole object as it is written.`,
	Args: `{
	file!: string
	set?: {[string]: _} // in this order
	unset?: [...string] // names that are taken away, after that
}`,
	Writes: []string{"file"},
	Data:   []string{"set", "unset"},
	Dotted: []string{"set", "unset"},
	Late:   "set",
	Own:    []engine.Own{{Name: "old", Func: (func() (any, error))(nil)}},
	Check:  checkState,
	Do:     engine.Give[merge, map[string]any](changeState),
}

// checkState finds a name that is set and taken away by one step.
func checkState(args []byte) error {
	set := gjson.GetBytes(args, "set").Map()
	for _, name := range gjson.GetBytes(args, "unset").Array() {
		if _, both := set[name.String()]; both {
			return fmt.Errorf("found %s in both set and unset, which comes after it, want it in one", name)
		}
	}
	return nil
}

func changeState(c *engine.Call, a merge) (written map[string]any, err error) {
	p, err := c.Host.Place(a.file)
	if err != nil {
		return nil, err
	}
	lost := func(was []byte) error {
		kept, err := c.Host.Keep(p.Path(), was)
		if err == nil {
			c.Warn(fmt.Sprintf("%s: found no JSON object, want one; it is kept as %s, and begun anew", p.Path(), kept))
		}
		return err
	}
	return written, files.ChangeJSON(p, lost, func(o *files.Object) error {
		for _, m := range a.set {
			value, err := engine.Filled(m.Value, map[string]any{"old": engine.Gives(valueOf(o.GetPath(m.Name)))})
			if err != nil {
				return err
			}
			o.SetPath(m.Name, engine.JSON(value))
		}
		for _, name := range a.unset {
			path, _ := name.(string)
			o.DropPath(path)
		}
		if c.Wanted() {
			written, _ = valueOf(o.Encode()).(map[string]any)
		}
		return nil
	})
}

// valueOf decodes JSON, nil for none.
func valueOf(raw json.RawMessage) any { return gjson.ParseBytes(raw).Value() }
