// Package transcript reads the transcripts in which an agent keeps its sessions: those of Claude
// Code, 2.0 to 2.1.329, one JSON object a line. Nobody promises their format, so what is known of it
// is stated here, once:
//
//	type        user, assistant, attachment or system; lines of other types aren't used
//	sessionId, cwd, timestamp, permissionMode, agentId
//	isSidechain, isMeta, isCompactSummary
//	message     content: a text, or blocks of type text, tool_use (id, name, input) or
//	            tool_result (tool_use_id, is_error, content); in an assistant's, usage;
//	            todos in an input: a list of {content, status}
//	attachment  whatever was added for the assistant, including the answers of hooks
//	toolUseResult  the tool's own result, beside a tool_result; if it wrote a file, filePath
//	            with structuredPatch
//
// An Entry is a line (entry.go), a Transcript the summary of a whole file (transcript.go) with its
// tool calls (calls.go). Package cmd/log/replay makes hook events of entries.
package transcript

import (
	"strings"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// MaxLine bounds a line, in bytes. Longer lines are skipped.
const MaxLine = 8 << 20

// Kinds of entries.
const (
	User       = "user"
	Assistant  = "assistant"
	Attachment = "attachment"
	System     = "system"
)

// An Entry is a line of a transcript. It and the results of its methods alias the line's bytes. Use
// Get for fields without a method.
type Entry struct{ gjson.Result }

// Parse parses a line; ok is false unless it is a JSON object.
func Parse(line []byte) (Entry, bool) {
	if len(line) == 0 || line[0] != '{' || !files.Valid(line) {
		return Entry{}, false
	}
	return Entry{gjson.ParseBytes(line)}, true
}

// Kind is the type of an entry.
func (e Entry) Kind() string { return e.Get("type").Str }

// Sub reports whether an entry belongs to a subagent's conversation.
func (e Entry) Sub() bool { return e.Get("isSidechain").Bool() }

// Meta reports whether a user entry was written by the agent, not typed.
func (e Entry) Meta() bool { return e.Get("isMeta").Bool() }

// Blocks returns the content blocks of a message, none if its content is plain text.
func (e Entry) Blocks() []gjson.Result {
	if content := e.Get("message.content"); content.IsArray() {
		return content.Array()
	}
	return nil
}

// Text returns the texts of a message, joined by newlines.
func (e Entry) Text() string {
	if content := e.Get("message.content"); content.Type == gjson.String {
		return content.String()
	}
	var texts []string
	for _, block := range e.Blocks() {
		if block.Get("type").Str == "text" {
			texts = append(texts, block.Get("text").String())
		}
	}
	return strings.Join(texts, "\n")
}

// usage returns the tokens that an answer used; ok is false if the entry doesn't say.
func (e Entry) usage() (Usage, bool) {
	u := e.Get("message.usage")
	if !u.IsObject() {
		return Usage{}, false
	}
	tokens := func(name string) int { return int(u.Get(name).Int()) }
	t := Usage{Input: tokens("input_tokens"), Output: tokens("output_tokens"),
		Cached: tokens("cache_read_input_tokens"), Caching: tokens("cache_creation_input_tokens")}
	t.Context = t.Input + t.Cached + t.Caching
	return t, true
}
