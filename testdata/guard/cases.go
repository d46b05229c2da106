// Package guard reads cases, which are commands with the expected verdict, and scores rules by
// them. The commands are data: nothing here runs one.
//
// The cases of this folder (*.jsonl) are this project's own, made from what shells and programs
// mean. A deny should be denied, or at least be asked about; an allow should pass without a word.
//
// Cases of a topic are in its file. Those of unseen.jsonl were written, a list at a time, by people
// who knew neither the rules nor the earlier cases; they are sorted by trades, and say their list.
package guard

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A Case is one command.
type Case struct {
	Source   string `json:"source"`   // where it comes from: FILE#NAME or FILE:LINE
	Category string `json:"category"` // what it is about; absent: the file of Source
	List     int    `json:"list"`     // the list of unseen commands it came with; 0 for none, 1 for those before lists had num
	Command  string `json:"command"`
	Expect   string `json:"expect"` // deny, ask or allow

	// For a call of another tool than Bash: its name and input instead of a command.
	Tool  string          `json:"tool"`
	Input json.RawMessage `json:"input"`
}

// Read returns the cases of a file, a JSON object a line.
func Read(file string) ([]Case, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []Case
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		c := Case{Source: fmt.Sprintf("%s:%d", filepath.Base(file), n)}
		err := json.Unmarshal(lines.Bytes(), &c)
		if err == nil && c.Expect != "deny" && c.Expect != "ask" && c.Expect != "allow" {
			err = fmt.Errorf("found expect %q, want deny, ask or allow", c.Expect)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		all = append(all, c)
	}
	return all, lines.Err()
}

// Unseen is the file of commands written by people who didn't know the rules.
const Unseen = "unseen.jsonl"

// inFile matches what follows the file in a source.
var inFile = regexp.MustCompile(`#.*|:[0-9]+$`)

// Class returns what a case is counted under.
func (c Case) Class() string {
	if c.Category != "" {
		return c.Category
	}
	return inFile.ReplaceAllString(c.Source, "")
}

// Event returns a case as a tool call in a folder.
func (c Case) Event(dir string) ([]byte, error) {
	tool, input := "Bash", any(map[string]string{"command": c.Command})
	if c.Tool != "" {
		tool, input = c.Tool, c.Input
	}
	return json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "session_id": "score", "cwd": dir, "tool_name": tool, "tool_input": input})
}

// Call returns the case's call in a form that people read.
func (c Case) Call() string {
	if c.Tool != "" {
		return c.Tool + " " + string(c.Input)
	}
	return c.Command
}

// A Verdict is what a hook said.
type Verdict struct {
	Permission string // deny, ask, allow, or "" for no opinion
	Reason     string
	Fault      string // of the rules; what they say then doesn't count
}

// NewVerdict reads a reply, which is empty for no opinion, and the stderr and exit code, which tell
// if rules failed.
func NewVerdict(reply []byte, stderr string, exit int) (Verdict, error) {
	if exit != 0 || stderr != "" {
		first, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
		return Verdict{Fault: fmt.Sprintf("exit code %d: %s", exit, first)}, nil
	}
	if len(reply) == 0 {
		return Verdict{}, nil
	}
	var r struct {
		Output struct {
			Permission string `json:"permissionDecision"`
			Reason     string `json:"permissionDecisionReason"`
		} `json:"hookSpecificOutput"`
	}
	err := json.Unmarshal(reply, &r)
	return Verdict{Permission: r.Output.Permission, Reason: r.Output.Reason}, err
}

// Held reports whether the call was denied or the user is asked.
func (v Verdict) Held() bool { return v.Permission == "deny" || v.Permission == "ask" }
