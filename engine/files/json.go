package files

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/tidwall/gjson"
)

// ChangeJSON changes the JSON object in a file and keeps the rest. An absent or blank file counts
// as an empty object. So does a file with anything else, after lost (if not nil) was called with
// the content to save it; an error of lost leaves the file unchanged. Missing folders are made.
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

// object parses the content of a file. Anything but one JSON object reads as empty; then ok is
// false unless the content is blank.
func object(data []byte) (o *Object, ok bool) {
	data = Unmarked(data)
	if Valid(data) && gjson.ParseBytes(data).IsObject() {
		return ReadObject(data), true
	}
	return &Object{}, len(bytes.TrimSpace(data)) == 0
}

// Changing runs change with a file's content under its folder's lock; data is nil if the file
// doesn't exist. Missing folders are made.
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

// SetJSON writes data, a JSON object (else an empty one), with the names in set changed, as
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

// Indented formats JSON for files: two-space, with a final newline.
func Indented(raw json.RawMessage) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
