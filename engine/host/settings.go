package host

import (
	"errors"
	"fmt"
	"sync"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// Settings reads the settings files of a project for a pack, by name; "" is the pack of the author's
// own rules. It fails if a file may exist but can't be read, as its defaults aren't what it says.
// doubt, which may be nil, is called with what is wrong in a file whose defaults therefore apply.
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

// A settling is a settings file as read in this event: by hooks, and by the log for its level.
type settling struct {
	value any
	err   error
	wrong []wrong
}

// A wrong is a fault in a settings file, and what applies instead.
type wrong struct {
	err   error
	holds string
}

// settled caches the settings files that were read in an event; nil caches none.
type settled struct {
	mu sync.Mutex
	of map[*plan.Settings]settling
}

// get returns the result of read for a file, which is called only once.
func (s *settled) get(of *plan.Settings, read func() settling) settling {
	if s == nil {
		return read()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.of[of]
	if !ok {
		if v = read(); s.of == nil {
			s.of = map[*plan.Settings]settling{}
		}
		s.of[of] = v
	}
	return v
}

// setting reads a settings file through its shape. Something other than a file, or a file that isn't
// JSON, counts as missing, and a value of another type as not set; both give a warning.
func (h *Host) setting(s *plan.Settings, doubt func(error)) (any, error) {
	v := h.settled.get(s, func() settling { return h.settle(s) })
	for _, w := range v.wrong {
		h.Log.Print("warn", "settings", fmt.Sprintf("%v; %s", w.err, w.holds))
		if doubt != nil {
			doubt(w.err)
		}
	}
	return v.value, v.err
}

// settle reads a settings file.
func (h *Host) settle(s *plan.Settings) (v settling) {
	var root gjson.Result
	place, err := h.Named(s.File)
	if err == nil {
		var data []byte
		data, err = files.Read(place)
		if err != nil && !files.Absent(err) && !files.NoText(err) {
			return settling{err: err}
		}
		if data = files.Unmarked(data); err == nil && !files.Valid(data) {
			err = errors.New("found text that is not JSON, want one JSON object")
		}
		if err == nil {
			root = gjson.ParseBytes(data)
		}
	}
	if err != nil && !files.Absent(err) {
		v.wrong = append(v.wrong, wrong{fmt.Errorf("%s: %w", s.File, err), "the defaults hold"})
	}
	v.value = s.Shape.Read(root, func(path, found, want string) {
		v.wrong = append(v.wrong, wrong{fmt.Errorf("%s: %s: found %s, want %s", s.File, path, found, want), "the default holds"})
	})
	return v
}
