package facts

import (
	"fmt"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/transcript"
)

// transcriptBytes is what the texts of a transcript take if the rule doesn't say.
const transcriptBytes = 1 << 20

// transcriptHead is how many characters there are of a text in a tool's input.
const transcriptHead = 200

var conversation = engine.Fact{
	Doc: `what a transcript of the agent (event.transcript_path) says of its session
.entries are what the user and the assistant said: .kind (user or assistant), .text,
.sub (of a subagent), .meta (nobody typed it); .dropped counts those before them for
which there was no room. .chars counts the characters (UTF-16) of all texts, .attached
those of attachments as JSON; .lines the lines, .skipped those that are no JSON object
or over 8 MB. .usage has the tokens of the last answer: .context (sent, in all), .input,
.output, .cached, .caching. .calls are the last tool calls: .tool, .input with the
beginnings of its texts, .done, .failed, .error; .todos (.text, .status) the list that
the assistant kept last by a tool that has one, .written the paths that tools wrote. All is
empty and .exists false if there is none; with a warning, where something is that is no file.

Options: user and assistant, how many characters a text of theirs must have more than
to be an entry (0); cut, words at the first of which a text of the user ends; bytes,
what entries may take, the newest of them (1 MiB); calls, how many tool calls (0); head,
how many characters of a text in those, in their errors and in todos (200).

The path that the event itself gives may lie anywhere; another lies in the project, or
where the hook may read (reach). However long the file, it takes little memory.`,
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
		find = c.Host.Named // the agent chose it, as it chose the project
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
