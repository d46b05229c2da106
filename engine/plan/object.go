package plan

import "github.com/tidwall/gjson"

// An object has its members in written order; names may repeat.
type object []member

// A member is a name with its value. in caches the members of the value.
type member struct {
	name  string
	value gjson.Result
	in    object
}

// objectOf returns the members of an object, nil for other values.
func objectOf(v gjson.Result) (o object) {
	if !v.IsObject() {
		return nil
	}
	v.ForEach(func(k, item gjson.Result) bool {
		o = append(o, member{name: k.String(), value: item})
		return true
	})
	return o
}

// object returns the members of the value, parsed on first use.
func (m *member) object() object {
	if m.in == nil {
		m.in = objectOf(m.value)
	}
	return m.in
}

// last returns the last value of a name.
func (o object) last(name string) gjson.Result {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].name == name {
			return o[i].value
		}
	}
	return gjson.Result{}
}
