package facts

import (
	"fmt"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/transcript"
)

// transcriptBytes bounds the texts of a transcript if the rule doesn't.
const transcriptBytes = 1 << 20

// transcriptHead is the default number of characters kept of each text in a tool's input.
const transcriptHead = 200

var conversation = engine.Fact{
	Doc: `a session as its transcript (event.transcript_path) records it
.entries are the texts of the user and the assistant: .kind (user or assistant), .text,
.sub (from a subagent), .meta (nobody typed it); .dropped counts earlier entries that
didn't fit into bytes. .chars counts the characters (UTF-16 units) of all texts, .attached
those of attachments as JSON; .lines counts the lines, .skipped those over 8 MB or without a
JSON object. .usage has the tokens of the last answer: .context (all that was sent), .input,
.output, .cached, .caching. .calls are the last tool calls: .tool, .input with the
beginnings of its texts, .done, .failed, .error; .todos (.text, .status) is the assistant's
last todo list, .written the paths that tools wrote. Without a transcript all is empty and
.exists false; if the path is not a file, there is a warning.

Options: user and assistant, the number of characters above which a text of theirs is an
entry (0); cut, words, at the first of which a text of the user ends; bytes, the room for
entries, of which the newest stay (1 MiB); calls, how many tool calls (0); head, how many
characters of texts in calls, their errors and todos (200).

The event's own path may be anywhere; any other is in the project or within the hook's
reach. Memory use doesn't grow with the file.`,
	Params:  "path, [options]",
	Reads:   "path",
	Holds:   true,
	Options: []string{"user", "assistant", "cut", "bytes", "calls", "head"},
	Ask:     engine.Last1[string, map[string]any, transcript.Transcript](readTranscript),
}

func readTranscript(c *engine.Call, name string, options ...map[string]any) (transcript.Transcript, error) {
	none := transcript.None()
	r := transcript.Reading{Bytes: transcriptBytes, Head: transcriptHead}
	for _, more := range options {
		if err := engine.Into(more, &r); err != nil {
			return none, fmt.Errorf("options of transcript: %w", err)
		}
	}
	if name == "" {
		return none, nil
	}
	find := c.Host.Place
	if name == c.Event.Field("transcript_path").Str || name == c.Event.Field("agent_transcript_path").Str {
		find = c.Host.Named // the agent names it, as it names the project
	}
	p, err := find(name)
	if err != nil {
		return none, err
	}
	t, err := r.Read(p)
	if files.NoText(err) {
		return none, c.Doubt(err, "taken as empty")
	}
	return t, err
}
