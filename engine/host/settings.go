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
// are not what it says. Doubt, which may be nil, is told where they hold though it says
// something: what isn't as the settings are to be.
func (h *Host) Settings(p *plan.Plan, pack string, doubt func(error)) (map[string]any, error) {
	all := map[string]any{}
	for name, s := range plan.OfScope(pack, p.Settings) {
		v, err := h.setting(s, doubt)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.File, err)
		}
		all[name] = v
	}
	return all, nil
}

// setting reads one settings file through its shape. What is no file, or not JSON, counts as
// absent, a value of another type as not set; both with a warning.
func (h *Host) setting(s *plan.Settings, doubt func(error)) (any, error) {
	wrong := func(err error, holds string) {
		h.Log.Print("warn", "settings", fmt.Sprintf("%v; %s", err, holds))
		if doubt != nil {
			doubt(err)
		}
	}
	var root gjson.Result
	place, err := h.Named(s.File)
	if err == nil {
		var data []byte
		data, err = files.Read(place)
		if err != nil && !files.Absent(err) && !files.NoText(err) {
			return nil, err
		}
		if data = files.Unmarked(data); err == nil && !files.Valid(data) {
			err = errors.New("found text that is not JSON, want one JSON object")
		}
		if err == nil {
			root = gjson.ParseBytes(data)
		}
	}
	if err != nil && !files.Absent(err) {
		wrong(fmt.Errorf("%s: %w", s.File, err), "the defaults hold")
	}
	return s.Shape.Read(root, func(path, found, want string) {
		wrong(fmt.Errorf("%s: %s: found %s, want %s", s.File, path, found, want), "the default holds")
	}), nil
}
