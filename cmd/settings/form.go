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

// A Form is how an agent's file has hooks.
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

// native is how settings.json has them: with the arguments of a command beside it.
var native = Form{At: "hooks", Command: "command", Time: "timeout", Unit: 1, Fixed: json.RawMessage(`{"type":"command"}`)}

// text returns what a file of ours alone holds.
func (f *Form) text(line []string, event string) string {
	words, _ := json.Marshal(line)
	whole, _ := json.Marshal(shell(line))
	return strings.NewReplacer("{line}", shell(line), "{argv}", string(words), "{json}", string(whole), "{event}", event).Replace(f.Text)
}

// commandLine is where the text of a file of ours alone has the command line.
var commandLine = regexp.MustCompile(`\{(line|argv|json)\}`)

// started returns the command line, for a shell, that such a file has; "" if it has none.
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

// Mark stands in files that are ours alone.
const Mark = "made by bcrules init"

// events returns the object of all events, nil if there is none.
func (f *File) events() hujson.ValueTrimmed {
	if f.form.At == "" {
		return f.root.Value
	}
	return member(f.root.Value, f.form.At).Value
}

// eventFlag has the event where what is sent says nothing of it.
const eventFlag = "--event"

// Line returns what the program is started with at an event, or several by the same line,
// for a form.
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

// group returns what one event more has, for an event's list.
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
