package table

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// A reader reads rows of one type.
type reader struct {
	def   *Definition
	fills map[string][]*Alias // aliases that fill a column, in order
	res   map[string]*regexp.Regexp

	strict bool    // record what has no effect
	idle   []Fault // what was recorded of the last row
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

// row returns a row as JSON with its columns in the order of the definition, or the column that has
// the wrong type. Other fields are dropped.
func (r *reader) row(key string, v gjson.Result) (row []byte, column string, _ error) {
	r.idle = nil
	if !v.IsObject() {
		return nil, "", fmt.Errorf("found %s, want an object", short(v))
	}
	has := r.fields(key, v)
	r.unknown(has)
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

// fields returns a row's fields by name, including its key.
func (r *reader) fields(key string, v gjson.Result) map[string]gjson.Result {
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
	return has
}

// unknown records fields that belong to no column or alias, with the columns the row lacks.
func (r *reader) unknown(has map[string]gjson.Result) {
	if !r.strict {
		return
	}
	names := map[string]bool{}
	var lacks []string
	for _, f := range r.def.Row {
		if names[f.Name] = true; !present(has[f.Name]) {
			lacks = append(lacks, f.Name)
		}
	}
	for _, a := range r.def.Alias {
		for _, path := range slices.AppendSeq(slices.Collect(maps.Keys(a.If)), maps.Values(a.Copy)) {
			name, _, _ := strings.Cut(path, ".")
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(has)) {
		if !names[name] {
			r.idle = append(r.idle, Fault{Column: name, Lacks: lacks, Why: "unknown field " + name})
		}
	}
}

// vital reports whether a row must not go missing.
func (r *reader) vital(key string, v gjson.Result) bool {
	if r.def.Vital == nil || !v.IsObject() {
		return false
	}
	has := r.fields(key, v)
	for name, want := range r.def.Vital {
		got := r.column(name, has)
		if !present(got) {
			got = gjson.ParseBytes(r.def.Column(name).Default)
		}
		if canonical(got) != canonical(gjson.ParseBytes(want)) {
			return false
		}
	}
	return true
}

// column returns the value of a column: the row's own, or that of the first alias that fits.
func (r *reader) column(name string, has map[string]gjson.Result) gjson.Result {
	v := has[name]
	for _, a := range r.fills[name] {
		if present(v) {
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
		if v := at(has, path); !present(v) || canonical(v) != canonical(gjson.ParseBytes(want)) {
			return false
		}
	}
	return true
}

func present(v gjson.Result) bool { return v.Exists() && v.Type != gjson.Null }

// at returns the value at a path.
func at(has map[string]gjson.Result, path string) gjson.Result {
	name, rest, more := strings.Cut(path, ".")
	if v := has[name]; more {
		return files.ValueAt(v, rest)
	}
	return has[path]
}
