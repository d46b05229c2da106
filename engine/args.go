package engine

import (
	"encoding/json"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A step's arguments reach its action as a tree of map[string]any, []any, strings, values of
// expressions, and JSON for everything else. Data (Action.Data) has an Object instead of a map.

// An Object is an object among an action's data, in written order.
type Object []Member

// A Member is one name and value of an Object.
type Member struct {
	Name  string
	Value any
}

// Get returns the value of name, nil if there is none.
func (o Object) Get(name string) any {
	for _, m := range o {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// A Late is a text that uses names only its action knows (Action.Own), so the action fills it in.
type Late struct {
	fill func(names map[string]any) (any, error)
	came any // the last value; the source text until then
}

// Fill evaluates the text with the action's names.
func (l *Late) Fill(names map[string]any) (any, error) {
	v, err := l.fill(names)
	l.came = plain(v)
	return l.came, err
}

// Gives returns a function that always returns v.
func Gives(v any) plan.Function { return func(...any) (any, error) { return v, nil } }

// Filled returns the tree with every Late filled in.
func Filled(tree any, names map[string]any) (v any, err error) {
	switch t := tree.(type) {
	case *Late:
		return t.Fill(names)
	case Object:
		out := make(Object, len(t))
		for i, m := range t {
			if out[i].Value, err = Filled(m.Value, names); err != nil {
				return nil, err
			}
			out[i].Name = m.Name
		}
		return out, nil
	case []any:
		out := make([]any, len(t))
		for i, item := range t {
			if out[i], err = Filled(item, names); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return tree, nil
}

// JSON encodes a tree without Lates on one line. Struct fields have their expression names.
func JSON(tree any) json.RawMessage { return encode(nil, tree) }

func encode(b []byte, tree any) []byte {
	switch t := tree.(type) {
	case json.RawMessage:
		return append(b, t...)
	case Object:
		b = append(b, '{')
		for i, m := range t {
			if i > 0 {
				b = append(b, ',')
			}
			b = encode(append(append(b, files.JSON(m.Name)...), ':'), m.Value)
		}
		return append(b, '}')
	case []any:
		b = append(b, '[')
		for i, item := range t {
			if i > 0 {
				b = append(b, ',')
			}
			b = encode(b, item)
		}
		return append(b, ']')
	}
	raw := files.JSON(Shown(tree))
	if len(raw) == 0 { // NaN or infinite
		raw = json.RawMessage("null")
	}
	return append(b, raw...)
}

// A filler fills in the templates of a step.
type filler struct {
	*scene
	step   *plan.Step
	data   bool // objects keep their order
	dotted bool // names at this level are joined by dots
}

// args returns a step's arguments with their templates filled in.
func (s *scene) args(step *plan.Step) (any, error) {
	f, root := filler{scene: s, step: step}, gjson.ParseBytes(step.Args)
	action := s.engine.Actions.Get(step.Action)
	if len(action.Data) == 0 || !root.IsObject() {
		return f.fill(root)
	}
	out := map[string]any{}
	var err error
	root.ForEach(func(k, arg gjson.Result) bool {
		name := k.String()
		of := f
		of.data, of.dotted = slices.Contains(action.Data, name), slices.Contains(action.Dotted, name)
		out[name], err = of.fill(arg)
		return err == nil
	})
	return out, err
}

func (f filler) fill(v gjson.Result) (any, error) {
	switch {
	case v.Type == gjson.String:
		return f.text(v.String())
	case v.IsArray():
		return f.list(v)
	case v.IsObject():
		return f.object(v)
	}
	return json.RawMessage(v.Raw), nil
}

func (f filler) list(v gjson.Result) (out any, err error) {
	list, of := []any{}, f
	of.dotted = false
	v.ForEach(func(_, item gjson.Result) bool {
		var x any
		if f.dotted && item.Type == gjson.String {
			x, err = f.path(item.String())
		} else {
			x, err = of.fill(item)
		}
		list = append(list, x)
		return err == nil
	})
	return list, err
}

func (f filler) object(v gjson.Result) (any, error) {
	fields, of := Object{}, f
	of.dotted = false
	var err error
	v.ForEach(func(k, item gjson.Result) bool {
		var m Member
		if f.dotted {
			m.Name, err = f.path(k.String())
		} else {
			m.Name, err = f.name(k.String())
		}
		if err == nil {
			m.Value, err = of.fill(item)
		}
		fields = append(fields, m)
		return err == nil
	})
	if f.data || err != nil {
		return fields, err
	}
	out := make(map[string]any, len(fields))
	for _, m := range fields {
		out[m.Name] = m.Value
	}
	return out, nil
}

// text returns a string argument with its expressions filled in, or a Late.
func (f filler) text(src string) (any, error) {
	t, ok := f.step.Texts[src]
	if !ok {
		return src, nil
	}
	if slices.Contains(f.step.Late, src) {
		return f.late(t, src), nil
	}
	v, err := t.Fill(f.env)
	if f.engine.Actions.Get(f.step.Action).Store != "" { // its statements take typed values
		return v, err
	}
	return plain(v), err
}

// late returns a text to be filled in later, with the present names captured.
func (f filler) late(t plan.Template, src string) *Late {
	return &Late{came: src, fill: func(names map[string]any) (any, error) {
		env := make(map[string]any, len(f.env)+len(names))
		for name, v := range f.env {
			env[name] = v
		}
		for name, v := range names {
			env[name] = v
		}
		return t.Fill(env)
	}}
}

// name fills in a name of an object.
func (f filler) name(src string) (string, error) {
	v, err := f.text(src)
	return plan.TextOf(v), err
}

// path is name for dotted names.
func (f filler) path(src string) (string, error) {
	t, ok := f.step.Texts[src]
	if !ok {
		return src, nil
	}
	return t.Path(f.env)
}
