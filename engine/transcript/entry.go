// Package transcript reads what an agent keeps of its session: transcripts of
// Claude Code, 2.0 to 2.1.329, a JSON object a line. Their format is nobody's promise,
// so what is known of it stands here, once:
//
//	type        user, assistant, attachment or system; others say nothing of use
//	sessionId, cwd, timestamp, permissionMode, agentId
//	isSidechain, isMeta, isCompactSummary
//	message     content: a text, or blocks of type text, tool_use (id, name, input) or
//	            tool_result (tool_use_id, is_error, content); usage, of an assistant's;
//	            an input that has todos has a list of {content, status}
//	attachment  whatever was added for the assistant; also what hooks answered
//	toolUseResult  what the tool itself gave, beside a tool_result; filePath with
//	            structuredPatch, where it wrote a file
//
// An Entry is a line (entry.go); what a whole transcript says is a Transcript
// (transcript.go), calls of tools among it (calls.go). Making hook events of entries is the business of package
// cmd/log/replay.
package transcript

import (
	"strings"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// MaxLine bounds a line, bytes: longer ones are left out.
const MaxLine = 8 << 20

// Kinds of entries.
const (
	User       = "user"
	Assistant  = "assistant"
	Attachment = "attachment"
	System     = "system"
)

// An Entry is a line of a transcript. It refers to the line's bytes, and what its
// methods return does as well; Get is for fields that have no method.
type Entry struct{ gjson.Result }

// Parse returns the entry that a line is; false if it is no JSON object.
func Parse(line []byte) (Entry, bool) {
	if len(line) == 0 || line[0] != '{' || !files.Valid(line) {
		return Entry{}, false
	}
	return Entry{gjson.ParseBytes(line)}, true
}

// Kind is the type of an entry.
func (e Entry) Kind() string { return e.Get("type").Str }

// Sub reports whether an entry is of a subagent's conversation.
func (e Entry) Sub() bool { return e.Get("isSidechain").Bool() }

// Meta reports whether nobody typed what an entry of the user's says.
func (e Entry) Meta() bool { return e.Get("isMeta").Bool() }

// Blocks returns the blocks of a message, none if its content is a text.
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

// usage returns what an answer took, false if the entry doesn't say.
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
