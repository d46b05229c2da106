package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"bcrules.dev/engine/plan"

	"github.com/creachadair/jrpc2"
)

// A Program runs this program in a folder with arguments, and returns its two outputs and exit
// code.
type Program func(ctx context.Context, dir string, args ...string) (out, err string, code int, failed error)

// Commands of lenses. Their arguments are the file and the hook.
const (
	commandTest    = "bcrules.runTests"
	commandExplain = "bcrules.explainLast"
)

// A Command is the action of a lens.
type Command struct {
	Title     string   `json:"title"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

// A Lens is shown above a line.
type Lens struct {
	Range   Range   `json:"range"`
	Command Command `json:"command"`
}

// lenses answers what is shown above hooks and rules: how often they ran and held (from the
// decisions log), their tests, and the outcome of the last event.
func (s *Server) lenses(t *Text, q Params) any {
	held := s.held(filepath.Dir(t.Path))
	all := []Lens{}
	over := func(n *Node, title, command, hook string) {
		all = append(all, Lens{t.span(n.At, max(n.At, n.LabelEnd), s.encoding), Command{title, command, []string{uriOf(t.Path), hook}}})
	}
	for _, h := range t.tree.fields("hooks") {
		if h.Label == "" || h.child("on") == nil {
			continue
		}
		over(h, "Run the tests", commandTest, h.Label)
		of, known := held[h.Label]
		if !known {
			continue
		}
		if of.Ran == 0 {
			over(h, "Never ran", commandExplain, h.Label)
			continue
		}
		over(h, fmt.Sprintf("Ran %s: explain the last event", times(of.Ran)), commandExplain, h.Label)
		for _, r := range of.Rules {
			if n := ruleOf(t, h, r); n != nil {
				over(n, "Held "+times(r.Held), commandExplain, h.Label)
			}
		}
	}
	return all
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// A ran is the part used here of what "bcrules stats" says of a hook.
type ran struct {
	Hook  string    `json:"hook"`
	Ran   int       `json:"ran"`
	Rules []ruleRan `json:"rules"`
}

type ruleRan struct {
	ID   string   `json:"id"`
	Held int      `json:"held"`
	Pos  plan.Pos `json:"pos"`
}

// ruleOf returns the rule of a hook that was counted, nil if it is elsewhere. Counts are of the
// saved file: after an unsaved change a rule without an id may be another one.
func ruleOf(t *Text, hook *Node, of ruleRan) *Node {
	for _, n := range hook.fields("rules") {
		if id := first(n.child("id").texts()); id != of.ID {
			continue
		}
		if of.ID != "" || filepath.Clean(of.Pos.File) == t.Path && t.position(n.At, UTF8).Line+1 == of.Pos.Line {
			return n
		}
	}
	return nil
}

// counted is the log's data on a folder's hooks, and its time.
type counted struct {
	hooks map[string]ran
	at    time.Time
}

// countedFor is how long that data is reused.
const countedFor = 5 * time.Second

// held returns how often the hooks of a folder ran; empty if the log can't be read or the rules
// have faults. Calls are serialised, because lenses are requested after every key.
func (s *Server) held(dir string) map[string]ran {
	s.asking.Lock()
	defer s.asking.Unlock()
	if c := s.counts[dir]; time.Since(c.at) < countedFor {
		return c.hooks
	}
	hooks := map[string]ran{}
	var said struct {
		Hooks []ran `json:"hooks"`
	}
	out, _, code, err := s.program(s.ctx, dir, "stats", "--json")
	if err == nil && code == 0 && json.Unmarshal([]byte(out), &said) == nil {
		for _, h := range said.Hooks {
			hooks[h.Hook] = h
		}
	}
	s.counts[dir] = counted{hooks, time.Now()}
	return hooks
}

// Messages of the protocol (MessageType).
const (
	messageError = 1
	messageInfo  = 3
)

// requestCancelled is the code of a reply to a cancelled request (LSPErrorCodes).
const requestCancelled jrpc2.Code = -32800

// execute runs the command of a lens, shows the result to the editor's user, and returns it. It
// uses files as saved.
func (s *Server) execute(ctx context.Context, r *jrpc2.Request) (any, error) {
	var q struct {
		Command   string   `json:"command"`
		Arguments []string `json:"arguments"`
	}
	if err := r.UnmarshalParams(&q); err != nil {
		return nil, err
	}
	if len(q.Arguments) != 2 {
		return nil, fmt.Errorf("found %d arguments of %s, want a file and a hook", len(q.Arguments), q.Command)
	}
	dir := filepath.Dir(pathOf(q.Arguments[0]))
	var said string
	var err error
	switch q.Command {
	case commandTest:
		said, err = s.tested(ctx, dir)
	case commandExplain:
		said, err = s.explained(ctx, dir, q.Arguments[1])
	default:
		return nil, fmt.Errorf("found command %q, want %s or %s", q.Command, commandTest, commandExplain)
	}
	if ctx.Err() != nil {
		return nil, jrpc2.Errorf(requestCancelled, "%s was given up", q.Command)
	}
	kind := messageInfo
	if err != nil {
		said, kind = err.Error(), messageError
	}
	s.notify("window/showMessage", map[string]any{"type": kind, "message": said})
	return said, nil
}

// tested runs the tests of a folder.
func (s *Server) tested(ctx context.Context, dir string) (string, error) {
	out, faults, code, err := s.program(ctx, dir, "test", dir)
	if err != nil {
		return "", err
	}
	said := strings.TrimSpace(out + faults)
	if code != 0 {
		return "", errors.New(said)
	}
	return said, nil
}

// explained returns the outcome of a hook's last event, and the reasons if the log has the event.
func (s *Server) explained(ctx context.Context, dir, hook string) (string, error) {
	line, faults, code, err := s.program(ctx, dir, "log", "--json", "--hook="+hook, "--last=1")
	if err != nil {
		return "", err
	}
	var of struct {
		Time string `json:"time"`
	}
	if code != 0 || json.Unmarshal([]byte(line), &of) != nil {
		return "", fmt.Errorf("found no event of %s in the log %s", hook, strings.TrimSpace(faults))
	}
	out, _, code, err := s.program(ctx, dir, "explain", "--only="+hook, of.Time)
	if err == nil && code == 0 {
		return strings.TrimSpace(out), nil
	}
	out, _, _, err = s.program(ctx, dir, "log", "--hook="+hook, "--last=1") // the log doesn't have the event
	return strings.TrimSpace(out), err
}
