package journal

import (
	"encoding/json"
	"strconv"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// An Entry is an event and what was decided. The tags let encoding/json read what Append writes.
type Entry struct {
	Time    time.Time       `json:"time"` // of the answer
	Session string          `json:"session,omitempty"`
	Agent   string          `json:"agent,omitempty"`   // the sender, "" for the native agent
	Project string          `json:"project,omitempty"` // folder
	Event   string          `json:"event,omitempty"`   // name, "" for input that wasn't an event
	Tool    string          `json:"tool,omitempty"`    // name
	Call    string          `json:"call,omitempty"`    // id of the tool call
	Subject string          `json:"subject,omitempty"` // what the call is about, if something was decided: facts.Subject
	Rules   string          `json:"rules,omitempty"`   // rule set in force: folder or pack
	Digest  string          `json:"digest,omitempty"`  // of the content of these rules
	Machine string          `json:"machine,omitempty"` // its name
	User    string          `json:"user,omitempty"`    // name of the account
	Managed bool            `json:"managed,omitempty"` // answered as the administrator registered it
	MS      float64         `json:"ms"`                // milliseconds since the process started
	Took    []float64       `json:"took,omitempty"`    // milliseconds of these that each hook took by itself
	Hooks   []engine.Ran    `json:"hooks,omitempty"`   // that the event was for
	Said    []string        `json:"said,omitempty"`    // see engine.Answer
	Unsaid  []string        `json:"unsaid,omitempty"`  // see engine.Answer
	Would   []string        `json:"would,omitempty"`   // see engine.Answer
	Lifted  []string        `json:"lifted,omitempty"`  // see engine.Answer
	Refused bool            `json:"refused,omitempty"`
	Reason  string          `json:"reason,omitempty"` // for what was decided, or would have been
	Exit    int             `json:"exit,omitempty"`   // exit code
	Errors  []string        `json:"errors,omitempty"`
	Input   json.RawMessage `json:"input,omitempty"` // the event, if the rules want it
	Reply   json.RawMessage `json:"reply,omitempty"` // the answer, if the rules want it
	Cut     int             `json:"cut,omitempty"`   // bytes of both that were left out

	// Seq counts the entries of a log, from 1, so that a copy elsewhere shows which are missing; it
	// is 0 if another process prevented counting. It is the last field.
	Seq int64 `json:"seq,omitempty"`
}

// maxName and maxPath limit what the agent chose, and maxReason what rules said, in bytes: lines
// should be short.
const (
	maxName   = 200
	maxReason = 1000
	maxPath   = 4096
)

// Opening is the beginning of an entry's line, and Moment the format of the time that follows: lines
// can be compared by it without parsing.
const (
	Opening = `{"time":"`
	Moment  = "2006-01-02T15:04:05.000Z"
)

// Append appends the entry to b as a line of JSON. It doesn't use encoding/json, whose setup takes
// longer than the rest of a hook's log. Control characters are escaped, so that no entry can steer a
// terminal.
func (e *Entry) Append(b []byte) []byte {
	b = append(b, Opening...)
	b = e.Time.UTC().AppendFormat(b, Moment)
	b = append(b, '"')
	b = text(b, "session", e.Session, maxName)
	b = text(b, "agent", e.Agent, maxName)
	b = text(b, "project", e.Project, maxPath)
	b = text(b, "event", e.Event, maxName)
	b = text(b, "tool", e.Tool, maxName)
	b = text(b, "call", e.Call, maxName)
	b = text(b, "subject", e.Subject, maxName)
	b = text(b, "rules", e.Rules, maxPath)
	b = text(b, "digest", e.Digest, maxName)
	b = text(b, "machine", e.Machine, maxName)
	b = text(b, "user", e.User, maxName)
	if e.Managed {
		b = append(b, `,"managed":true`...)
	}
	b = append(b, `,"ms":`...)
	b = strconv.AppendFloat(b, e.MS, 'f', 2, 64)
	for i, ms := range e.Took { // next to the other number that differs in every line
		b = list(b, "took", i)
		b = strconv.AppendFloat(b, ms, 'f', 2, 64)
	}
	b = end(b, len(e.Took))
	b = e.hooks(b)
	b = texts(b, "said", e.Said)
	b = texts(b, "unsaid", e.Unsaid)
	b = texts(b, "would", e.Would)
	b = texts(b, "lifted", e.Lifted)
	if e.Refused {
		b = append(b, `,"refused":true`...)
	}
	b = text(b, "reason", e.Reason, maxReason)
	b = number(b, "exit", e.Exit)
	b = texts(b, "errors", e.Errors)
	if len(e.Input) > 0 {
		b = append(append(b, `,"input":`...), e.Input...)
	}
	if len(e.Reply) > 0 {
		b = append(append(b, `,"reply":`...), e.Reply...)
	}
	b = number(b, "cut", e.Cut)
	b = number(b, "seq", int(e.Seq))
	return files.Escaped(append(b, '}', '\n'))
}

// hooks appends the hooks that the event was for.
func (e *Entry) hooks(b []byte) []byte {
	for i, h := range e.Hooks {
		b = list(b, "hooks", i)
		b = append(append(b, `{"hook":`...), files.JSON(h.Hook)...)
		for j, n := range h.Rules {
			b = list(b, "rules", j)
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = end(b, len(h.Rules))
		b = texts(b, "ids", h.IDs)
		for j, n := range h.Decided {
			b = list(b, "decided", j)
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = end(b, len(h.Decided))
		b = append(b, '}')
	}
	return end(b, len(e.Hooks))
}

// text appends a name and a text of at most max bytes, unless that is empty.
func text(b []byte, name, s string, max int) []byte {
	if s == "" {
		return b
	}
	b = append(append(append(b, ',', '"'), name...), '"', ':')
	return append(b, files.JSON(s[:min(len(s), max)])...)
}

func number(b []byte, name string, n int) []byte {
	if n == 0 {
		return b
	}
	b = append(append(append(b, ',', '"'), name...), '"', ':')
	return strconv.AppendInt(b, int64(n), 10)
}

func texts(b []byte, name string, all []string) []byte {
	for i, s := range all {
		b = list(b, name, i)
		b = append(b, files.JSON(s[:min(len(s), maxPath)])...)
	}
	return end(b, len(all))
}

// list starts an item of a list, and with the first item the list.
func list(b []byte, name string, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return append(append(append(b, ',', '"'), name...), '"', ':', '[')
}

// end closes a list that has items.
func end(b []byte, items int) []byte {
	if items > 0 {
		b = append(b, ']')
	}
	return b
}
