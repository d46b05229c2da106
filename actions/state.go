package actions

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

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
	Doc: `set names in a JSON file and keep the others; an absent or blank file counts as empty
A file without a JSON object is copied to the cache folder, with a warning that says where.
A name is a path of names joined by dots, such as stats.edits; a backslash escapes a dot.
The value of an expression in a name is one name, dots included. In a value, old() is the
present value of its name, or nil. It is read while no other hook writes the file, so
concurrent hooks don't lose changes. When the hook answers, the file is on the disk.

The result is the whole object as written.`,
	Args: `{
	file!: string
	set?: {[string]: _} // in this order
	unset?: [...string] // names to remove, after set
}`,
	Writes: []string{"file"},
	Data:   []string{"set", "unset"},
	Dotted: []string{"set", "unset"},
	Late:   "set",
	Own:    []engine.Own{{Name: "old", Func: (func() (any, error))(nil)}},
	Check:  checkState,
	Do:     engine.Give[merge, map[string]any](changeState),
}

// checkState rejects a name that one step both sets and unsets, and one with an empty name in it.
func checkState(args []byte) error {
	set := gjson.GetBytes(args, "set").Map()
	for name := range set {
		if !strings.Contains(name, "${") && slices.Contains(files.SplitPath(name), "") {
			return fmt.Errorf("found %q, with an empty name in it, want names joined by dots", name)
		}
	}
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
			c.Warn(fmt.Sprintf("%s: found no JSON object, want one; a copy is in %s, and the file is begun anew", p.Path(), kept))
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
