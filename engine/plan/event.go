package plan

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// An Event is one hook payload as the agent sent it. Its fields differ per
// event and are read through a Shape, so a new event needs no code.
type Event struct {
	Name    string   // hook_event_name
	Cwd     string   // cwd, "" if the agent sent none
	Session string   // session_id, "" if the agent sent none
	Client  Client   // zero for the agent that rules are written for
	Started string   // folder the session was started in, from the agent's own variable; "" if unset
	Roots   []string // the session's folders besides Cwd, as the agent sent them
	From    *Event   // the event that this one was made from, nil if the agent sent it

	root   gjson.Result
	object object // members of root
}

// Text fields that identify an event.
const (
	nameField    = "hook_event_name"
	cwdField     = "cwd"
	sessionField = "session_id"
)

// Places are the fields that identify an event's project and session.
var Places = []string{cwdField, sessionField}

// A Client is the program that sent an event.
type Client struct{ Name, Version string }

// ReadEvent decodes the one JSON object in data. It tolerates a byte order mark, raw control
// characters in strings and bytes that are not UTF-8. It fails if data holds no object, one nested
// deeper than encoding/json allows, or one without a hook_event_name.
func ReadEvent(data []byte) (*Event, error) {
	e, err := ReadObject(data)
	if err == nil && e.Name == "" {
		return nil, ErrNameless
	}
	return e, err
}

// ErrNameless is the fault of an event without a name.
var ErrNameless = errors.New("event: found no hook_event_name, want the name of an event")

// ReadObject is ReadEvent that also accepts events without a name.
func ReadObject(data []byte) (*Event, error) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if len(data) == 0 {
		return nil, errors.New("event: found empty input, want one JSON object")
	}
	if !utf8.Valid(data) {
		data = bytes.ToValidUTF8(data, []byte("\uFFFD"))
	}
	if !files.Valid(data) {
		data = escapeControls(data)
	}
	if !files.Valid(data) {
		return nil, fmt.Errorf("event: found %d bytes that are not JSON (cut off or mixed with other text?), want one JSON object", len(data))
	}
	if data[0] != '{' {
		return nil, errors.New("event: found JSON that is not an object, want one JSON object")
	}
	return Of(data), nil
}

// Of returns the event in data, a valid JSON object.
func Of(data []byte) *Event {
	e := &Event{root: gjson.ParseBytes(data)}
	e.object = objectOf(e.root)
	e.Name, e.Cwd, e.Session = e.Field(nameField).Str, e.Field(cwdField).Str, e.Field(sessionField).Str
	return e
}

// As returns the event with its fields replaced by those of data, a JSON object.
func (e *Event) As(data []byte) *Event {
	now := Of(data)
	now.Name, now.Client, now.Started, now.Roots = e.Name, e.Client, e.Started, e.Roots
	return now
}

// ReadAs decodes data as an event with the given name, whatever name data has; an empty event if
// data holds no object.
func ReadAs(data []byte, name string) *Event {
	e, _ := ReadObject(data)
	if e == nil {
		e = &Event{root: gjson.Parse("{}")}
	}
	e.Name = name
	return e
}

// shortChars is how many characters of a session's id distinguish it at a glance.
const shortChars = 8

// ShortSession returns the first characters of the session's id.
func (e *Event) ShortSession() string {
	n := 0
	for i := range e.Session {
		if n == shortChars {
			return e.Session[:i]
		}
		n++
	}
	return e.Session
}

// Root returns the object as it was sent.
func (e *Event) Root() gjson.Result { return e.root }

// Field returns a top-level field as sent; of duplicates the last, as the agent's own reader would.
func (e *Event) Field(name string) gjson.Result { return e.object.last(name) }

// Read returns the event as a value of a shape, as Shape.Read does. It parses each object once for
// all shapes, so it must not be called concurrently.
func (e *Event) Read(s *Shape, fault func(path, found, want string)) any {
	if s.Kind != "object" {
		return s.Read(e.root, fault)
	}
	return s.readMembers("", e.object, fault)
}

// JSON returns the original event on one line.
func (e *Event) JSON() []byte {
	line := []byte(e.root.Raw)
	for i, c := range line {
		if c == '\n' || c == '\r' { // between values, as strings contain none
			line[i] = ' '
		}
	}
	return line
}

// Text returns a text field, "" if it is absent or null. It fails if the field has another type.
func (e *Event) Text(name string) (string, error) {
	v := e.Field(name)
	if v.Exists() && v.Type != gjson.Null && v.Type != gjson.String {
		return "", fmt.Errorf("event.%s: found %s, want a text", name, KindOf(v))
	}
	return v.Str, nil
}

// escapeControls escapes raw control characters inside JSON strings, which some agents send.
func escapeControls(data []byte) []byte {
	out := make([]byte, 0, len(data)+64)
	in, escaped := false, false
	for _, c := range data {
		switch {
		case in && c < 0x20:
			out = fmt.Appendf(out, `\u%04x`, c)
			escaped = false
			continue
		case escaped:
			escaped = false
		case in && c == '\\':
			escaped = true
		case c == '"':
			in = !in
		}
		out = append(out, c)
	}
	return out
}
