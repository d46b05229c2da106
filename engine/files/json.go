package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"slices"
)

// MergeJSON sets names of the JSON object in a file and keeps the others. A file
// that is absent or holds no object counts as empty. Missing folders are made.
func MergeJSON(p Place, set map[string]json.RawMessage) error {
	if err := p.Folder().MkdirAll(); err != nil {
		return err
	}
	return Locked(p, func(p Place) error {
		data, err := Read(p)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return SetJSON(p, data, set)
	})
}

// SetJSON writes the JSON object that data is, or an empty one, with names set, as
// two-space JSON. The folder's lock must be held.
func SetJSON(p Place, data []byte, set map[string]json.RawMessage) error {
	o := ParseObject(data)
	for _, name := range slices.Sorted(maps.Keys(set)) {
		o.Set(name, set[name])
	}
	var b bytes.Buffer
	if err := json.Indent(&b, o.Encode(), "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	return Write(p, b.Bytes())
}
