package replay

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/transcript"

	"github.com/tidwall/gjson"
)

// A session makes events from the entries of a transcript:
//
//	assistant, a tool_use block           PreToolUse, when its result is there
//	user, a tool_result block             PostToolUse, or PostToolUseFailure of one with is_error
//	user, text that somebody wrote        UserPromptSubmit
//	system "… operation blocked by hook"  UserPromptSubmit, refused
//	system stop_hook_summary              Stop
//	system compact_boundary               PreCompact
//
// Whether a call was refused is known if it has a result that isn't an error, or one that begins
// like a hook's refusal, or if an attachment has a hook's reply (hook_success) or refusal
// (hook_blocking_error). It doesn't matter which registered hook that was. A prompt that appears as
// such was allowed. For a stop, attachments tell.
//
// The event lacks what the transcript lacks: effort, prompt_id, defaults that the agent adds to a
// tool's input.
type session struct {
	path  string
	mode  string // latest permission mode
	reply string // latest text of the assistant
	calls []*call
	size  int // bytes of the calls
	stop  verdict
}

// Limits for the calls without a result that are kept; the oldest go first.
const (
	maxCalls = 1000
	maxSize  = 32 << 20 // bytes
)

// A call of a tool gives an event before it and one after it.
type call struct {
	id     string
	line   int
	time   time.Time
	common *files.Object // fields that its events share
	size   int
	verdict
}

// A verdict is whether hooks refused something, if known.
type verdict struct{ known, refused bool }

// Beginnings of results: of calls that a hook refused, and of those that failed for another reason,
// before or after a hook was asked.
var (
	refusals = []string{"PreToolUse:", "Hook PreToolUse:"}
	unasked  = []string{"<tool_use_error>"}
	stopped  = []string{"The user doesn't want to proceed", "The user doesn't want to take this action", "[Request interrupted by user", "Permission to use ", "Permission for this "}
	// Texts of the user's that nobody wrote.
	machine = []string{"<command-", "<local-command-", "<bash-", "[Request interrupted by user"}
)

const blockedPrompt = "UserPromptSubmit operation blocked by hook"

func begins(text string, with []string) bool {
	return slices.ContainsFunc(with, func(s string) bool { return strings.HasPrefix(text, s) })
}

// add returns the records that the entry on line n completes.
func (s *session) add(e transcript.Entry, n int) []*Record {
	if mode := e.Get("permissionMode").String(); mode != "" {
		s.mode = strings.Clone(mode) // a substring would keep the whole line alive
	}
	switch e.Kind() {
	case transcript.Assistant:
		return s.assistant(e, n)
	case transcript.User:
		return s.user(e, n)
	case transcript.Attachment:
		s.attachment(e.Get("attachment"))
	case transcript.System:
		return s.system(e, n)
	}
	return nil
}

// event returns the fields that all events of a line have.
func (s *session) event(e transcript.Entry) *files.Object {
	o := &files.Object{}
	o.Set("session_id", files.JSON(e.Get("sessionId").String()))
	o.Set("transcript_path", files.JSON(s.path))
	o.Set("cwd", files.JSON(e.Get("cwd").String()))
	if s.mode != "" {
		o.Set("permission_mode", files.JSON(s.mode))
	}
	if agent := e.Get("agentId").String(); agent != "" {
		o.Set("agent_id", files.JSON(agent))
	}
	return o
}

func record(o *files.Object, name string, n int, at time.Time, v verdict) *Record {
	o.Set("hook_event_name", files.JSON(name))
	r := &Record{Event: o.Encode(), Line: n, Time: at, Refused: v.refused}
	if v.known {
		r.Known = Refusal
	}
	return r
}

func timeOf(e transcript.Entry) time.Time {
	at, _ := files.ParseTime(e.Get("timestamp").String())
	return at
}

func (s *session) assistant(e transcript.Entry, n int) (records []*Record) {
	for _, block := range e.Blocks() {
		switch block.Get("type").String() {
		case "text":
			if !e.Sub() {
				s.reply = strings.Clone(block.Get("text").String())
			}
		case "tool_use":
			c := &call{id: strings.Clone(block.Get("id").String()), line: n, time: timeOf(e), common: s.event(e)}
			input := json.RawMessage("{}")
			if raw := block.Get("input"); raw.IsObject() {
				input = json.RawMessage(raw.Raw)
			}
			c.common.Set("tool_name", files.JSON(block.Get("name").String()))
			c.common.Set("tool_input", input)
			c.common.Set("tool_use_id", files.JSON(c.id))
			c.size = len(input)
			s.calls, s.size = append(s.calls, c), s.size+c.size
			for len(s.calls) > maxCalls || s.size > maxSize {
				records = append(records, s.take(0))
			}
		}
	}
	return records
}

// take removes a call and returns its event before the tool ran.
func (s *session) take(i int) *Record {
	c := s.calls[i]
	s.calls = slices.Delete(s.calls, i, i+1)
	s.size -= c.size
	return record(c.common, "PreToolUse", c.line, c.time, c.verdict)
}

// end returns the calls without a result.
func (s *session) end() (records []*Record) {
	for len(s.calls) > 0 {
		records = append(records, s.take(0))
	}
	return records
}

func (s *session) user(e transcript.Entry, n int) (records []*Record) {
	results := false
	for _, block := range e.Blocks() {
		if block.Get("type").Str == "tool_result" {
			results = true
			records = append(records, s.result(e, block, n)...)
		}
	}
	prompt := e.Text()
	if results || prompt == "" || e.Meta() || e.Get("isCompactSummary").Bool() || e.Sub() || begins(prompt, machine) {
		return records
	}
	return append(records, s.prompt(e, n, prompt, false))
}

func (s *session) prompt(e transcript.Entry, n int, prompt string, refused bool) *Record {
	o := s.event(e)
	o.Set("prompt", files.JSON(prompt))
	return record(o, "UserPromptSubmit", n, timeOf(e), verdict{known: true, refused: refused})
}

// result returns the events of a call from its result.
func (s *session) result(e transcript.Entry, block gjson.Result, n int) []*Record {
	id := block.Get("tool_use_id").String()
	i := slices.IndexFunc(s.calls, func(c *call) bool { return c.id == id })
	if i < 0 {
		return nil
	}
	c := s.calls[i]
	text := textOf(block.Get("content"))
	failed := block.Get("is_error").Bool()
	if failed && begins(text, unasked) {
		s.take(i)
		return nil
	}
	refused, ended := failed && begins(text, refusals), failed && begins(text, stopped)
	// Some versions passed on a hook's reason unchanged, which could be the error of anything.
	c.known = c.known || !failed || refused || ended
	c.refused = c.refused || refused
	records := []*Record{s.take(i)}
	if c.refused || ended {
		return records // it did not run
	}
	name := "PostToolUse"
	if failed {
		name = "PostToolUseFailure"
		c.common.Set("error", files.JSON(text))
	} else {
		response := e.Get("toolUseResult")
		if !response.Exists() {
			response = block.Get("content")
		}
		c.common.Set("tool_response", json.RawMessage(cmp.Or(response.Raw, "null")))
	}
	return append(records, record(c.common, name, n, timeOf(e), verdict{}))
}

// textOf returns the text of a content, which is a text or a list of blocks.
func textOf(content gjson.Result) string {
	if content.Type == gjson.String {
		return content.String()
	}
	return content.Get("0.text").String()
}

// attachment records what hooks said about the event that it belongs to.
func (s *session) attachment(a gjson.Result) {
	kind := a.Get("type").String()
	if kind != "hook_success" && kind != "hook_blocking_error" {
		return
	}
	of := &s.stop
	if id := a.Get("toolUseID").String(); a.Get("hookEvent").String() == "PreToolUse" {
		i := slices.IndexFunc(s.calls, func(c *call) bool { return c.id == id })
		if i < 0 {
			return
		}
		of = &s.calls[i].verdict
	} else if a.Get("hookEvent").String() != "Stop" {
		return
	}
	of.known = true
	of.refused = of.refused || kind == "hook_blocking_error" || a.Get("exitCode").Int() == 2 || refuses(a.Get("stdout").String())
}

// refuses reports whether a hook's reply refuses the event.
func refuses(reply string) bool {
	if !files.Valid([]byte(reply)) {
		return false
	}
	v := gjson.Parse(reply)
	return v.Get("hookSpecificOutput.permissionDecision").String() == "deny" || v.Get("decision").String() == "block"
}

func (s *session) system(e transcript.Entry, n int) []*Record {
	switch content := e.Get("content").String(); {
	case strings.HasPrefix(content, blockedPrompt):
		if _, prompt, ok := strings.Cut(content, "Original prompt: "); ok {
			return []*Record{s.prompt(e, n, prompt, true)}
		}
	case e.Get("subtype").String() == "stop_hook_summary":
		o := s.event(e)
		o.Set("stop_hook_active", files.JSON(false))
		o.Set("last_assistant_message", files.JSON(s.reply))
		stop := s.stop
		s.stop = verdict{}
		return []*Record{record(o, "Stop", n, timeOf(e), stop)}
	case e.Get("subtype").String() == "compact_boundary":
		o := s.event(e)
		o.Set("trigger", files.JSON(cmp.Or(e.Get("compactMetadata.trigger").String(), "auto")))
		return []*Record{record(o, "PreCompact", n, timeOf(e), verdict{})}
	}
	return nil
}
