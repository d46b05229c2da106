package transcript

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf16"

	"bcrules.dev/engine/files"
)

// A Transcript summarises a session's transcript. Characters are UTF-16 units, as the agent counts
// them.
type Transcript struct {
	Exists   bool   `expr:"exists" doc:"there is one"`
	Lines    int    `expr:"lines" doc:"that say something"`
	Skipped  int    `expr:"skipped" doc:"lines that are no JSON object, or over 8 MB"`
	Chars    int    `expr:"chars" doc:"in all texts of the user and the assistant, whole"`
	Attached int    `expr:"attached" doc:"characters of attachments as JSON"`
	Entries  []Said `expr:"entries" doc:"what they said, in order"`
	Dropped  int    `expr:"dropped" doc:"entries before those, for which there was no room"`
	Usage    Usage  `expr:"usage" doc:"what the last answer of the main conversation took"`

	Calls   []Used   `expr:"calls" needs:"calls" doc:"of tools, the last of them, in order"`
	Todos   []Todo   `expr:"todos" doc:"of the main conversation, as they were last"`
	Written []string `expr:"written" form:"path" doc:"paths of files that tools say they wrote, each once, in order"`
}

// Said is a text of a conversation.
type Said struct {
	Kind string `expr:"kind" form:"user|assistant" doc:"user or assistant"`
	Text string `expr:"text" doc:"trimmed"`
	Sub  bool   `expr:"sub" doc:"it is of a subagent"`
	Meta bool   `expr:"meta" doc:"nobody typed it"`
}

// Usage counts the tokens of an answer.
type Usage struct {
	Context int `expr:"context" form:"tokens" doc:"that were sent: all but the output"`
	Input   int `expr:"input" doc:"not from the cache"`
	Output  int `expr:"output" doc:"what it wrote"`
	Cached  int `expr:"cached" doc:"read from the cache"`
	Caching int `expr:"caching" doc:"written to it"`
}

// A Reading says what to keep of a transcript.
type Reading struct {
	User      int      // keep the user's texts longer than this many characters
	Assistant int      // keep the assistant's texts longer than this
	Cut       []string // marks that end a text of the user's: what follows one was added to it
	Bytes     int      // memory for the texts; the newest stay
	Calls     int      // keep this many of the last tool calls
	Head      int      // keep this many characters of each text in calls and todos
}

// entryBytes is the memory counted for an entry beside its text.
const entryBytes = 64

// Read reads a transcript line by line; an absent one reads as empty. It needs memory for the longest
// line, up to 8 MB, and for what is kept, however long the file is.
func (r Reading) Read(p files.Place) (Transcript, error) {
	f, _, err := p.Open()
	if files.Absent(err) {
		return None(), nil
	}
	if err != nil {
		return None(), err
	}
	defer f.Close()
	return r.read(f)
}

// None is the transcript of a session without one.
func None() Transcript {
	return Transcript{Entries: []Said{}, Calls: []Used{}, Todos: []Todo{}, Written: []string{}}
}

func (r Reading) read(in io.Reader) (Transcript, error) {
	t := teller{Reading: r, Transcript: None()}
	t.Exists = true
	lines := files.NewLines(in, MaxLine)
	var failed error
	for line, err := range lines.All(true) {
		line = bytes.TrimSpace(line)
		e, ok := Parse(line)
		switch {
		case err != nil:
			failed = err
		case ok:
			t.Lines++
			t.entry(e)
		case len(line) > 0:
			t.Skipped++
		}
	}
	t.Skipped += lines.Long
	t.Entries = append(t.Entries, t.kept...)
	for _, u := range t.used {
		t.Transcript.Calls = append(t.Transcript.Calls, u.Used)
	}
	return t.Transcript, failed
}

// A teller builds a Transcript from lines.
type teller struct {
	Reading
	Transcript
	kept []Said
	room int // bytes counted for kept
	used []use
}

func (t *teller) entry(e Entry) {
	switch e.Kind() {
	case User:
		text := e.Text()
		t.Chars += utf16Len(text)
		for _, mark := range t.Cut {
			text, _, _ = strings.Cut(text, mark)
		}
		t.keep(e, text, t.User)
		t.ended(e)
	case Assistant:
		text := e.Text()
		t.Chars += utf16Len(text)
		t.keep(e, text, t.Assistant)
		t.called(e)
		if u, ok := e.usage(); ok && !e.Sub() {
			t.Usage = u
		}
	case Attachment:
		var b bytes.Buffer
		if json.Compact(&b, []byte(e.Get("attachment").Raw)) == nil {
			t.Attached += utf16Len(b.String())
		}
	}
}

// keep keeps a text longer than least characters, and drops the oldest texts that no longer fit.
func (t *teller) keep(e Entry, text string, least int) {
	if text = strings.TrimSpace(text); utf16Len(text) <= least {
		return
	}
	if most := max(t.Bytes-entryBytes, 0); len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	s := Said{e.Kind(), strings.Clone(text), e.Sub(), e.Meta()} // a copy, so that the line can be freed
	t.kept = append(t.kept, s)
	t.room += len(text) + entryBytes
	old := 0
	for ; t.room > t.Bytes && old < len(t.kept); old++ {
		t.room -= len(t.kept[old].Text) + entryBytes
		t.kept[old] = Said{}
	}
	t.kept = t.kept[old:]
	t.Dropped += old
}

// utf16Len returns the length of a text in UTF-16 units.
func utf16Len(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}
