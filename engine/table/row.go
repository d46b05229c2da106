package table

import (
	"fmt"
	"regexp"
	"strings"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// A reader reads rows of one type.
type reader struct {
	def   *Definition
	fills map[string][]*Alias // aliases that give a column, in their order
	res   map[string]*regexp.Regexp
}

func newReader(def *Definition) *reader {
	r := &reader{def: def, fills: map[string][]*Alias{}, res: map[string]*regexp.Regexp{}}
	for i := range def.Alias {
		a := &def.Alias[i]
		for name := range a.Copy {
			r.fills[name] = append(r.fills[name], a)
		}
		for name := range a.Set {
			r.fills[name] = append(r.fills[name], a)
		}
	}
	return r
}

// row returns one row as JSON, its columns in the order of the definition, or says in
// which column it is not of the type. What is in it beside its columns is left out.
func (r *reader) row(key string, v gjson.Result) (row []byte, column string, _ error) {
	if !v.IsObject() {
		return nil, "", fmt.Errorf("found %s, want an object", short(v))
	}
	has := map[string]gjson.Result{}
	v.ForEach(func(k, item gjson.Result) bool {
		has[k.String()] = item
		return true
	})
	if r.def.Key != "" && key != "" {
		if _, own := has[r.def.Key]; !own {
			has[r.def.Key] = gjson.ParseBytes(files.JSON(key))
		}
	}
	row = append(row, '{')
	for i := range r.def.Row {
		f := &r.def.Row[i]
		if i > 0 {
			row = append(row, ',')
		}
		row = append(append(row, files.JSON(f.Name)...), ':')
		var err error
		if row, err = r.value(row, &f.Type, f.Name, r.column(f.Name, has)); err != nil {
			return nil, f.Name, err
		}
	}
	return append(row, '}'), "", nil
}

// column returns the value of a column: what the row has of that name, or else what
// the first alias gives that fits it.
func (r *reader) column(name string, has map[string]gjson.Result) gjson.Result {
	v := has[name]
	for _, a := range r.fills[name] {
		if there(v) {
			break
		}
		if !a.fits(has) {
			continue
		}
		if path, ok := a.Copy[name]; ok {
			v = at(has, path)
		} else {
			v = gjson.ParseBytes(a.Set[name])
		}
	}
	return v
}

func (a *Alias) fits(has map[string]gjson.Result) bool {
	for path, want := range a.If {
		if v := at(has, path); !there(v) || canonical(v) != canonical(gjson.ParseBytes(want)) {
			return false
		}
	}
	return true
}

func there(v gjson.Result) bool { return v.Exists() && v.Type != gjson.Null }

// at returns what stands at a path.
func at(has map[string]gjson.Result, path string) gjson.Result {
	name, rest, more := strings.Cut(path, ".")
	if v := has[name]; more {
		return below(v, rest)
	}
	return has[path]
}

func below(v gjson.Result, path string) gjson.Result {
	for _, name := range strings.Split(path, ".") {
		v = v.Get(gjson.Escape(name))
	}
	return v
}
