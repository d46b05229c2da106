package files

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// ChangeJSON changes the JSON object in a file and keeps what is not changed. A file
// that is absent or holds no object counts as empty. Missing folders are made.
func ChangeJSON(p Place, change func(o *Object) error) error {
	return Changing(p, func(p Place, data []byte) error {
		o := ParseObject(data)
		if err := change(o); err != nil {
			return err
		}
		return writeObject(p, o)
	})
}

// Changing runs change under the lock of a file's folder with what the file holds, nil
// if it isn't there. Missing folders are made.
func Changing(p Place, change func(p Place, data []byte) error) error {
	if err := p.Folder().MkdirAll(); err != nil {
		return err
	}
	return Locked(p, func(p Place) error {
		data, err := Read(p)
		if Absent(err) {
			data, err = nil, nil
		}
		if err != nil {
			return err
		}
		return change(p, data)
	})
}

// SetJSON writes the JSON object that data is, or an empty one, with names set, as
// two-space JSON. The folder's lock must be held.
func SetJSON(p Place, data []byte, set map[string]json.RawMessage) error {
	o := ParseObject(data)
	for _, name := range slices.Sorted(maps.Keys(set)) {
		o.Set(name, set[name])
	}
	return writeObject(p, o)
}

func writeObject(p Place, o *Object) error {
	data, err := Indented(o.Encode())
	if err != nil {
		return err
	}
	return Write(p, data)
}

// Indented writes JSON as it stands in files: two-space, with a last line end.
func Indented(raw json.RawMessage) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
