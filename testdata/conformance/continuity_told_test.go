//go:build !windows

package conformance

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An answer is what a hook said, by its reader.
type answer struct {
	Context, Message string // to the model, to the user
	Deny, Block      string // why a tool call, or a prompt or stop, is refused
	Input            string // what the tool's input is changed to, JSON
}

// A reply is a reply of the program or of the pack.
type reply struct {
	Result, Message, Reason, Decision, SystemMessage string
	Own                                              struct {
		AdditionalContext, PermissionDecision, PermissionDecisionReason string
		UpdatedInput                                                    json.RawMessage
	} `json:"hookSpecificOutput"`
}

// answered reads a reply of Claude Code's.
func answered(text []byte) (a answer) {
	var r reply
	if json.Unmarshal(text, &r) != nil {
		return answer{Context: tidy(string(text))}
	}
	a = answer{Context: r.Own.AdditionalContext, Message: r.SystemMessage, Input: string(r.Own.UpdatedInput)}
	if r.Decision == "block" {
		a.Block = tidy(r.Reason)
	}
	if r.Own.PermissionDecision == "deny" {
		a.Deny = r.Own.PermissionDecisionReason
	}
	a.Context, a.Message, a.Deny = tidy(a.Context), tidy(a.Message), tidy(a.Deny)
	return a
}

// wanted returns what the program said, in the pack's words: specification, §0.2.
func (x record) wanted() answer {
	text := strings.ReplaceAll(x.Stdout, "<iso>", "")
	a := answered([]byte(text))
	var r reply
	if json.Unmarshal([]byte(text), &r) != nil {
		return a
	}
	event := x.moment()
	toUser := slices.Contains([]string{"SessionEnd", "SubagentStop", "Stop", "PreCompact"}, event)
	switch {
	case r.Result == "block" && event == "UserPromptSubmit":
		a.Context = tidy(r.Reason)
	case r.Result == "block" && event == "PreToolUse":
		a.Deny = tidy(r.Reason + r.Message)
	case r.Result == "block":
		a.Block = tidy(r.Reason + r.Message)
	case toUser:
		a.Message = tidy(r.Message + r.SystemMessage)
	case r.Message != "" || r.SystemMessage != "":
		a.Context, a.Message = tidy(r.Message+r.SystemMessage), ""
	}
	return a
}

var (
	imitated = regexp.MustCompile(`</?system-reminder>`)
	focused  = regexp.MustCompile(`(## Focused Context\n)(?s:.*?)\n\n---`) // the daemon's own text
	blank    = regexp.MustCompile(`\n{2,}`)
)

// tidy removes what isn't compared: tags that imitate the client, blank lines at both ends, and
// repeated blank lines between others.
func tidy(text string) string {
	text = focused.ReplaceAllString(text, "$1---")
	return blank.ReplaceAllString(strings.TrimSpace(imitated.ReplaceAllString(text, "")), "\n\n")
}

// moment returns the name of the event.
func (x record) moment() string {
	var e struct {
		Name string `json:"hook_event_name"`
	}
	json.Unmarshal(x.Stdin, &e)
	if e.Name != "" {
		return e.Name
	}
	name, _, _ := strings.Cut(x.Event, ":")
	return name
}

// hook returns the name of the hook; documents may speak of several.
func (x record) hook() string {
	name, _, _ := strings.Cut(x.Hook, " / ")
	return name
}

// event returns the event for the pack: with its name, with today's names of tools, and with the
// session that the program believed to be its own.
func (x record) event() string {
	var text string
	if json.Unmarshal(x.Stdin, &text) == nil {
		return text
	}
	var e map[string]any
	if json.Unmarshal(x.Stdin, &e) != nil {
		return string(x.Stdin)
	}
	e["hook_event_name"] = x.moment()
	if e["tool_name"] == "Task" {
		e["tool_name"] = "Agent"
	}
	if me := x.session(); me != "" {
		e["session_id"] = me
	}
	return jsonOf(e)
}

// session returns the id that the program had from its file, or else from the environment.
func (x record) session() string {
	var id string
	if json.Unmarshal(x.Setup.Files["$HOME/.claude/.coordination-session-id"], &id) == nil {
		return strings.TrimSpace(id)
	}
	id = x.Env["BRAINTRUST_SPAN_ID"]
	return id[:min(len(id), 8)]
}

// told translates calls of functions to runs of their hooks, by the name of the function.
var told = map[string]func(record) record{
	"shouldValidateWithLLM": record.ambiguous,
	"isValidId":             record.safe,
}

// ambiguous returns a prompt that a skill matches, and whether the match is in doubt.
func (x record) ambiguous() record {
	var in struct{ SkillName, MatchType, MatchedTerm, Prompt string }
	var doubt bool
	json.Unmarshal(x.Input, &in)
	json.Unmarshal(x.Output, &doubt)
	triggers := map[string][]string{"keywords": {in.MatchedTerm}}
	if in.MatchType == "intent" {
		triggers = map[string][]string{"intentPatterns": {in.MatchedTerm}}
	}
	skill := map[string]any{"type": "domain", "enforcement": "suggest", "priority": "high", "promptTriggers": triggers}
	x.Setup.Files = map[string]json.RawMessage{".claude/skills/skill-rules.json": json.RawMessage(jsonOf(map[string]any{"skills": map[string]any{in.SkillName: skill}}))}
	x.Event = "UserPromptSubmit"
	x.Stdin = json.RawMessage(jsonOf(map[string]any{"prompt": in.Prompt, "session_id": "s"}))
	line := strings.Repeat("━", 39)
	body := "📚 RECOMMENDED SKILLS:\n  → " + in.SkillName + "\n\nACTION: Use Skill tool BEFORE responding"
	if doubt {
		body = fmt.Sprintf(doubtful, in.SkillName, in.MatchedTerm)
	}
	x.Stdout = fmt.Sprintf("%s\n🎯 SKILL ACTIVATION CHECK\n%s\n\n%s\n%s", line, line, body, line)
	return x
}

const doubtful = `❓ AMBIGUOUS MATCHES (validate before activating):
   The following skills matched on keywords that may be used
   in a non-technical context. Consider if they're needed:

   • %s
     Matched: "%s" (keyword match)
     → Skip if the user is NOT asking for this functionality

   VALIDATION: Before activating these, ask yourself:
   "Is the user asking for this skill's capability, or just
    using the word in everyday language?"
`

// safe returns an agent of a pattern with such an id.
func (x record) safe() record {
	var id string
	var ok bool
	json.Unmarshal(x.Input, &id)
	json.Unmarshal(x.Output, &ok)
	x.Event = "SubagentStart"
	x.Stdin = json.RawMessage(jsonOf(map[string]any{"session_id": "s", "agent_id": "a", "agent_type": "kraken"}))
	x.Env = map[string]string{"PATTERN_TYPE": "hierarchical", "HIERARCHY_ID": id, "AGENT_ROLE": "coordinator"}
	if ok {
		x.Stdout = jsonOf(map[string]string{"message": "You are the coordinator in a hierarchical pattern. Your role is to decompose complex tasks into subtasks for " +
			"specialist agents. Delegate to specialists, then synthesize their results into a comprehensive answer."})
	}
	return x
}
