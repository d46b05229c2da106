package journal

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// An Entry is one event and what was decided. The tags are those by which
// encoding/json reads what Append writes.
type Entry struct {
	Time    time.Time       `json:"time"` // when it was answered
	Session string          `json:"session,omitempty"`
	Agent   string          `json:"agent,omitempty"`   // that sent it, "" for the one that rules are written for
	Project string          `json:"project,omitempty"` // folder
	Event   string          `json:"event,omitempty"`   // name, "" for input that was no event
	Tool    string          `json:"tool,omitempty"`    // name
	Call    string          `json:"call,omitempty"`    // id of the tool call
	Subject string          `json:"subject,omitempty"` // what the call is about, where something was decided: facts.Subject
	Rules   string          `json:"rules,omitempty"`   // rule set in force: folder or pack
	Digest  string          `json:"digest,omitempty"`  // of what these say: the same where they are
	Machine string          `json:"machine,omitempty"` // its name
	User    string          `json:"user,omitempty"`    // name of the account
	Managed bool            `json:"managed,omitempty"` // it was answered as the administrator registered it
	MS      float64         `json:"ms"`                // milliseconds since the process began
	Took    []float64       `json:"took,omitempty"`    // of those milliseconds what each of the hooks took by itself
	Hooks   []engine.Ran    `json:"hooks,omitempty"`   // that the event was for
	Said    []string        `json:"said,omitempty"`    // engine.Answer has the meaning
	Would   []string        `json:"would,omitempty"`   // engine.Answer has the meaning
	Lifted  []string        `json:"lifted,omitempty"`  // engine.Answer has the meaning
	Refused bool            `json:"refused,omitempty"`
	Reason  string          `json:"reason,omitempty"` // that was said for what was decided, or would have been
	Exit    int             `json:"exit,omitempty"`   // exit code
	Errors  []string        `json:"errors,omitempty"`
	Input   json.RawMessage `json:"input,omitempty"` // the event, where the rules ask for it
	Reply   json.RawMessage `json:"reply,omitempty"` // to it, likewise
	Cut     int             `json:"cut,omitempty"`   // bytes of both that were too many

	// Seq counts the entries of a log, from 1, so that who has them elsewhere sees which are missing;
	// 0 where another process kept it from being counted. It stands last.
	Seq int64 `json:"seq,omitempty"`
}

// maxName and maxPath bound what the agent chose, maxReason what rules said, bytes: a line is to
// be short.
const (
	maxName   = 200
	maxReason = 1000
	maxPath   = 4096
)

// Opening is what an entry's line begins with, and Moment how its time is written then: lines
// can be compared by it as they are.
const (
	Opening = `{"time":"`
	Moment  = "2006-01-02T15:04:05.000Z"
)

// Append adds the entry to b as a line of JSON. It is written by hand as
// encoding/json takes longer to get ready than the rest of a hook's log. Nothing in it
// steers a terminal.
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
	for i, ms := range e.Took { // beside the other number that no two lines share
		b = list(b, "took", i)
		b = strconv.AppendFloat(b, ms, 'f', 2, 64)
	}
	b = end(b, len(e.Took))
	b = e.hooks(b)
	b = texts(b, "said", e.Said)
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

// hooks adds those that the event was for.
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
		b = append(b, '}')
	}
	return end(b, len(e.Hooks))
}

// seqName is what stands before an entry's number.
const seqName = `,"seq":`

// counted returns a line with the number that follows those at the end of the log.
func counted(line []byte, last int64) []byte {
	line = append(line[:len(line)-len("}\n"):len(line)-len("}\n")], seqName...)
	return append(strconv.AppendInt(line, last+1, 10), '}', '\n')
}

// lastSeq returns the number of the last of some lines that has one, 0 if none has.
func lastSeq(end []byte) int64 {
	for {
		at := bytes.LastIndex(end, []byte(seqName))
		if at < 0 {
			return 0
		}
		digits, _, whole := bytes.Cut(end[at+len(seqName):], []byte("}\n"))
		if n, err := strconv.ParseInt(string(digits), 10, 64); whole && err == nil {
			return n
		}
		end = end[:at]
	}
}

// text adds a name with a text of at most max bytes; an empty one is left out.
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

// list begins the item of a list, and with the first item the list.
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
