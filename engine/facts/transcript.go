package facts

import (
	"encoding/json"
	"fmt"

	"bcrules.dev/engine"
	"bcrules.dev/engine/transcript"
)

// transcriptBytes is what the texts of a transcript take if the rule doesn't say.
const transcriptBytes = 1 << 20

var conversation = engine.Fact{
	Doc: `what a transcript of the agent (event.transcript_path) says of its session
.entries are what the user and the assistant said: .kind (user or assistant), .text,
.sub (of a subagent), .meta (nobody typed it); .dropped counts those before them for
which there was no room. .chars counts the characters (UTF-16) of all texts, .attached
those of attachments as JSON; .lines the lines, .skipped those that are no JSON object
or over 8 MB. .usage has the tokens of the last answer: .context (sent, in all), .input,
.output, .cached, .caching. All is empty and .exists false if there is none, or none
that can be read, with a warning.

Options: user and assistant, how many characters a text of theirs must have more than
to be an entry (0); cut, words at the first of which a text of the user ends; bytes,
what entries may take, the newest of them (1 MiB).

The path that the event itself gives may lie anywhere; another lies in the project, or
where the hook may read (reach). However long the file, it takes little memory.`,
	Params:  "path, options",
	Reads:   "path",
	Holds:   true,
	Options: []string{"user", "assistant", "cut", "bytes"},
	Ask:     engine.Func2[string, map[string]any, transcript.Transcript](readTranscript),
}

func readTranscript(c *engine.Call, name string, options map[string]any) (transcript.Transcript, error) {
	none := transcript.Transcript{Entries: []transcript.Said{}}
	r := transcript.Reading{Bytes: transcriptBytes}
	raw, err := json.Marshal(options)
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	if err != nil {
		return none, fmt.Errorf("options of transcript: %w", err)
	}
	if name == "" {
		return none, nil
	}
	find := c.Host.Place
	if name == c.Event.Field("transcript_path").String() || name == c.Event.Field("agent_transcript_path").String() {
		find = c.Host.Named // the agent chose it, as it chose the project
	}
	p, err := find(name)
	if err != nil {
		return none, err
	}
	t, err := r.Read(p)
	if err != nil {
		c.Warn(err.Error())
		return none, nil
	}
	return t, nil
}
