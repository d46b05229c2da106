package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/tidwall/gjson"
	"github.com/urfave/cli/v2"
)

// People name a decision of the log to explain, except and test --from.

// logged returns the last entry of the decisions log that matches an id.
func logged(id string) (*journal.Entry, error) {
	file, err := journal.Open(host.Here(os.Getenv).Folders())
	if err != nil {
		return nil, err
	}
	r := log.NewReader(file, log.Filter{})
	defer r.Close()
	var found *journal.Entry
	err = r.Back(func(_ []byte, e *journal.Entry) bool {
		tone := answer.Logged(e).Tone()
		call := cmp.Or(e.Call, gjson.GetBytes(e.Input, "tool_use_id").String())
		if id == "last" && (tone == answer.Refused || tone == answer.Asked) || call != "" && strings.HasPrefix(call, id) || strings.HasPrefix(plan.Stamp(e.Time), id) {
			found = e
		}
		return found == nil
	})
	if err == nil && found == nil {
		err = fmt.Errorf("%s: %w (%s), want last, or the beginning of a call's id or a time", id, errUnlogged, file.File)
	}
	return found, err
}

var errUnlogged = errors.New("found no such event in the log")

// namedEvent returns an event from a file, from stdin (-), or from the log if no file has that name.
func namedEvent(c *cli.Context, name string) ([]byte, error) {
	if name == "-" || !absent(name) {
		return eventData(name, c.App.Reader)
	}
	data, err := keptEvent(name)
	if errors.Is(err, errUnlogged) {
		return nil, fmt.Errorf("%s: found nothing there, and no such event in the log, want an event, or a rule file or folder", name)
	}
	return data, err
}

// keptEvent returns an event of the log as it was sent.
func keptEvent(id string) ([]byte, error) {
	e, err := logged(id)
	if err == nil && e.Input == nil {
		return nil, fmt.Errorf("%s: the log hasn't kept the event, want  log: inputs: true  in your rules, which keeps later ones, or the event in a file (--event); bcrules test --from %[1]s starts a test of it", id)
	}
	if err != nil {
		return nil, err
	}
	return e.Input, nil
}

// testOf returns a test of a decision as the text of a test file, with the lines of world in it. If
// the log didn't keep the event, it returns the beginning of a test, with what is known.
func testOf(e *journal.Entry, events *schema.EventTable, world string) string {
	of := answer.Logged(e)
	held := slices.CompactFunc(of.Held(), func(a, b answer.Held) bool { return a.Hook == b.Hook })
	about := show.Printable(strings.Join(strings.Fields(cmp.Or(e.Subject, e.Tool, e.Event)), " "))
	name := strings.ToValidUTF8(about[:min(len(about), longName)], "") + ": " + cmp.Or(of.Word(), "nothing said")
	var b strings.Builder
	fmt.Fprintf(&b, "package rules\n\ntests: %s: {\n", files.JSON(name))
	if len(held) == 1 { // the log doesn't say which of several decided
		fmt.Fprintf(&b, "\thook: %s\n", files.JSON(held[0].Hook))
	}
	for line := range strings.Lines(world) {
		b.WriteString("\t" + strings.TrimRight(line, "\n") + "\n")
	}
	if e.Input != nil {
		fmt.Fprintf(&b, "\tevent: %s\n", asTested(e.Input, events))
	} else {
		event := files.Object{}
		event.Set(schema.EventField, files.JSON(e.Event))
		if e.Tool != "" {
			event.Set(schema.ToolField, files.JSON(e.Tool))
			event.Set(schema.InputField, json.RawMessage("{}"))
		}
		fmt.Fprintf(&b, "\t// The log has not kept the event, which was about: %s.\n\t// Fill it in. With  log: inputs: true  in your rules the next ones are kept.\n\tevent: %s\n", cmp.Or(e.Subject, e.Tool, e.Event), event.Encode())
	}
	fmt.Fprintf(&b, "\texpect: %s\n}\n", expected(e, events))
	return b.String()
}

// asTested returns an event as a test writes it: without the fields that all events have, except its
// name.
func asTested(event json.RawMessage, events *schema.EventTable) []byte {
	fields := files.Object{}
	gjson.ParseBytes(event).ForEach(func(k, v gjson.Result) bool {
		name := k.String()
		if name == schema.EventField || !events.Common(name) && !strings.HasSuffix(name, "_id") {
			fields.Set(name, json.RawMessage(v.Raw))
		}
		return true
	})
	return fields.Encode()
}

// expected returns what a test of an entry expects: the decision, or nothing.
func expected(e *journal.Entry, events *schema.EventTable) string {
	for _, said := range e.Said {
		output, value, is := strings.Cut(said, "=")
		if path := events.Path(e.Event, output); is && path != "" {
			return strings.ReplaceAll(path, ".", ": ") + ": " + string(files.JSON(value))
		}
	}
	if len(e.Said) > 0 && gjson.ParseBytes(e.Reply).IsObject() {
		return string(e.Reply)
	}
	if len(e.Said) > 0 {
		return "{} // it said: " + strings.Join(e.Said, ", ")
	}
	return "close({})"
}
