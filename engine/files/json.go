package files

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/tidwall/gjson"
)

// ChangeJSON changes the JSON object in a file and keeps what is not changed. A file
// that is absent or blank counts as an empty one; so does one that holds something else, once
// lost, if any, has been told of that, which may keep it and whose error leaves it as it is.
// Missing folders are made.
func ChangeJSON(p Place, lost func(was []byte) error, change func(o *Object) error) error {
	return Changing(p, func(p Place, data []byte) error {
		o, ok := object(data)
		if err := change(o); err != nil {
			return err
		}
		if !ok && lost != nil {
			if err := lost(data); err != nil {
				return err
			}
		}
		return writeObject(p, o)
	})
}

// object reads the content of a file. What is not one JSON object reads as empty; ok is false
// if it isn't blank either.
func object(data []byte) (o *Object, ok bool) {
	data = Unmarked(data)
	if Valid(data) && gjson.ParseBytes(data).IsObject() {
		return ReadObject(data), true
	}
	return &Object{}, len(bytes.TrimSpace(data)) == 0
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
