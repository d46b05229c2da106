package settings

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine/files"

	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"
)

// A Form is how an agent's file registers hooks.
type Form struct {
	Agent   string          // its name on the command line
	Flat    bool            // an event has a list of hooks instead of a list of groups with hooks
	At      string          // the field with the events, "" for the top of the file
	Command string          // the field with the command line
	Time    string          // the field with the timeout, "" for none
	Unit    int             // units of the timeout in a second
	Named   bool            // the command line names the event
	Fixed   json.RawMessage // an object with the fields of every hook
	Top     json.RawMessage // an object with fields beside the events
	// Text is the content of a file that is ours alone, with {event} and, for the command line, one
	// of {line} (for a shell), {argv} (a list) and {json} (a JSON string). It is "" if the file may
	// hold entries of others.
	Text string
}

// native is the form of settings.json, which has a command's arguments in a field of their own.
var native = Form{At: "hooks", Command: "command", Time: "timeout", Unit: 1, Fixed: json.RawMessage(`{"type":"command"}`)}

// text returns the content of a file that is ours alone.
func (f *Form) text(line []string, event string) string {
	words, _ := json.Marshal(line)
	whole, _ := json.Marshal(shell(line))
	return strings.NewReplacer("{line}", shell(line), "{argv}", string(words), "{json}", string(whole), "{event}", event).Replace(f.Text)
}

// commandLine matches the place of the command line in Text.
var commandLine = regexp.MustCompile(`\{(line|argv|json)\}`)

// started returns the command line in the content of such a file, for a shell; "" if it has none.
func (f *Form) started(is string) string {
	at := commandLine.FindStringIndex(f.Text)
	if at == nil {
		return ""
	}
	before := f.Text[:at[0]]
	_, rest, _ := strings.Cut(is, before[strings.LastIndexByte(before, '\n')+1:])
	line, _, _ := strings.Cut(rest, "\n")
	switch v := gjson.Parse(line); {
	case v.IsArray():
		var words []string
		for _, word := range v.Array() {
			words = append(words, word.String())
		}
		return shell(words)
	case v.Type == gjson.String:
		return v.Str
	}
	return line
}

// Mark marks files that are ours alone.
const Mark = "made by bcrules init"

// events returns the object of all events, nil if there is none.
func (f *File) events() hujson.ValueTrimmed {
	if f.form.At == "" {
		return f.root.Value
	}
	return member(f.root.Value, f.form.At).Value
}

// eventFlag names the event for an agent whose input doesn't.
const eventFlag = "--event"

// Line returns the command line for an event, or for several with the same line.
func (p Program) Line(form *Form, at ...Registration) []string {
	line := []string{p.Path, "--agent", form.Agent}
	if form.Named {
		line = append(line, eventFlag, at[0].Event)
	}
	return append(line, p.args(slices.ContainsFunc(at, func(r Registration) bool { return r.Closed }))...)
}

// hook returns a hook of the form.
func (f *Form) hook(p Program, r Registration) json.RawMessage {
	o := files.ReadObject(f.Fixed)
	if f.Flat && r.Matcher != "" {
		o.Set("matcher", files.JSON(r.Matcher))
	}
	if f == &native {
		o.Set(f.Command, files.JSON(p.Path))
		o.Set("args", files.JSON(p.args(r.Closed)))
	} else {
		o.Set(f.Command, files.JSON(shell(p.Line(f, r))))
	}
	if f.Time != "" {
		o.Set(f.Time, files.JSON(r.Timeout*f.Unit))
	}
	if r.Blocks {
		o.Set(onFailure, files.JSON(blocks))
	}
	return o.Encode()
}

// group returns a new item for an event's list.
func (f *Form) group(p Program, r Registration) json.RawMessage {
	if f.Flat {
		return f.hook(p, r)
	}
	var o files.Object
	if r.Matcher != "" {
		o.Set("matcher", files.JSON(r.Matcher))
	}
	o.Set("hooks", list(f.hook(p, r)))
	return o.Encode()
}

// list returns a list with one value.
func list(value json.RawMessage) json.RawMessage { return files.JSON([]json.RawMessage{value}) }
