package settings

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"
)

// A Form is how an agent's file has hooks, where that is not how settings.json has them.
type Form struct {
	Agent   string          // its name on the command line
	Flat    bool            // an event has a list of hooks, not of groups with such a list
	At      string          // where the events stand in the file, "" for at its top
	Command string          // the field with the command line
	Time    string          // the field with the time, "" for none
	Unit    int             // parts of a second that it counts
	Named   bool            // the command line says which event it is
	Fixed   json.RawMessage // fields that every hook has, an object
	Top     json.RawMessage // fields that stand beside the events, an object
	// Text is what the file holds where it is ours alone, with {event}, and one of {line},
	// {argv} and {json} for the command line: for a shell, as a list, and as a JSON text. ""
	// where the file may have others'.
	Text string
}

// text returns what a file of ours alone holds.
func (f *Form) text(line []string, event string) string {
	words, _ := json.Marshal(line)
	whole, _ := json.Marshal(shell(line))
	return strings.NewReplacer("{line}", shell(line), "{argv}", string(words), "{json}", string(whole), "{event}", event).Replace(f.Text)
}

// started returns the command line, for a shell, that a file of ours alone has; "" if it has
// none.
func (f *Form) started(is string) string {
	for _, mark := range []string{"{line}", "{argv}", "{json}"} {
		before, _, found := strings.Cut(f.Text, mark)
		if !found {
			continue
		}
		_, rest, _ := strings.Cut(is, before[strings.LastIndexByte(before, '\n')+1:])
		rest, _, _ = strings.Cut(rest, "\n")
		if mark == "{line}" {
			return rest
		}
		var words []string
		var whole string
		d := json.NewDecoder(strings.NewReader(rest))
		if mark == "{argv}" && d.Decode(&words) == nil {
			return shell(words)
		}
		if mark == "{json}" && d.Decode(&whole) == nil {
			return whole
		}
	}
	return ""
}

// Mark stands in files that are ours alone.
const Mark = "made by bcrules init"

// whole makes a file that is ours alone hold nothing for its parser, and reports whether
// it is one.
func (f *File) whole() bool {
	if f.form == nil || f.form.Text == "" {
		return false
	}
	f.is = f.was
	f.root = hujson.Value{Value: &hujson.Object{}}
	return true
}

// events returns the object of all events, nil if there is none.
func (f *File) events() *hujson.Object {
	root := f.root.Value.(*hujson.Object)
	at := "hooks"
	if f.form != nil {
		at = f.form.At
	}
	if at == "" {
		return root
	}
	v := member(root, at)
	if v == nil {
		return nil
	}
	o, _ := v.Value.(*hujson.Object)
	return o
}

// Line returns what the program is started with at an event, or several by the same line,
// for a form.
func (p Program) Line(form *Form, at ...Registration) []string {
	line := []string{p.Path, "--agent", form.Agent}
	if form.Named {
		line = append(line, "--event", at[0].Event)
	}
	return append(line, p.args(slices.ContainsFunc(at, func(r Registration) bool { return r.Closed }))...)
}

// shell returns a command line for a POSIX shell.
func shell(line []string) string {
	var words []string
	for _, word := range line {
		words = append(words, Quoted(word))
	}
	return strings.Join(words, " ")
}

// hook returns a hook of the form.
func (f *Form) hook(p Program, r Registration) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	put := func(name string, value any) {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		data, _ := json.Marshal(value)
		key, _ := json.Marshal(name)
		b.Write(key)
		b.WriteByte(':')
		b.Write(data)
	}
	gjson.ParseBytes(f.Fixed).ForEach(func(k, v gjson.Result) bool {
		put(k.Str, json.RawMessage(v.Raw))
		return true
	})
	if f.Flat && r.Matcher != "" {
		put("matcher", r.Matcher)
	}
	put(f.Command, shell(p.Line(f, r)))
	if f.Time != "" {
		put(f.Time, r.Timeout*f.Unit)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// renew makes the entry at a place start the program as it is registered now.
func (f *File) renew(at place, p Program, r Registration) {
	fields := at.hooks.Elements[at.hook].Value.(*hujson.Object)
	f.set(fields, f.form.Command, shell(p.Line(f.form, r)))
	if e := f.entry(at); f.form.Time != "" && (e.Timeout < float64(r.Timeout) || e.Timeout > most) {
		f.set(fields, f.form.Time, r.Timeout*f.form.Unit)
	}
}

// group returns what one event more has, for an event's list.
func (f *Form) group(p Program, r Registration) any {
	if f.Flat {
		return f.hook(p, r)
	}
	return struct {
		Matcher string            `json:"matcher,omitempty"`
		Hooks   []json.RawMessage `json:"hooks"`
	}{r.Matcher, []json.RawMessage{f.hook(p, r)}}
}

// beside adds what must stand beside the events.
func (f *File) beside() {
	root := f.root.Value.(*hujson.Object)
	gjson.ParseBytes(f.form.Top).ForEach(func(k, v gjson.Result) bool {
		if member(root, k.Str) == nil {
			f.add(root, f.layout(1), k.Str, json.RawMessage(v.Raw))
		}
		return true
	})
}
