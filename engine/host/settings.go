package host

import (
	"errors"
	"fmt"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// Settings reads the settings files of a project that a pack has, by name; "" for those of
// the author's own rules. It fails if one is there, perhaps, and can't be read: its defaults
// are not what it says.
func (h *Host) Settings(p *plan.Plan, pack string) (map[string]any, error) {
	all := map[string]any{}
	for name, s := range plan.OfScope(pack, p.Settings) {
		v, err := h.setting(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.File, err)
		}
		all[name] = v
	}
	return all, nil
}

// setting reads one settings file through its shape. What is no file, or not JSON, counts as
// absent, a value of another type as not set; both with a warning.
func (h *Host) setting(s *plan.Settings) (any, error) {
	const who = "settings"
	var root gjson.Result
	place, err := h.Named(s.File)
	if err == nil {
		var data []byte
		data, err = files.Read(place)
		if err != nil && !files.Absent(err) && !files.NoText(err) {
			return nil, err
		}
		if err == nil && !files.Valid(data) {
			err = errors.New("found text that is not JSON, want one JSON object")
		}
		if err == nil {
			root = gjson.ParseBytes(data)
		}
	}
	if err != nil && !files.Absent(err) {
		h.Log.Print("warn", who, fmt.Sprintf("%s: %v; the defaults hold", s.File, err))
	}
	return s.Shape.Read(root, func(path, found, want string) {
		h.Log.Print("warn", who, fmt.Sprintf("%s: %s: found %s, want %s; the default holds", s.File, path, found, want))
	}), nil
}
