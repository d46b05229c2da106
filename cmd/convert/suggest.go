package convert

import "strings"

// Told returns a rule that tells the agent at the start of a session what has been refused again
// and again.
func Told(subject, reason string, from Item) Rule {
	from.Event = map[string]any{"hook_event_name": "SessionStart", "source": "startup"}
	return Rule{Hook: "refused-here", On: "SessionStart", Verdict: context, Text: strings.TrimSpace(subject + " is refused here: " + reason), Items: []Item{from}}
}

// Stopped returns a rule that asks about a command that a person stopped before, recognised by its
// program and subcommand.
func Stopped(command string, from Item) (r Rule, ok bool) {
	words := strings.Fields(command)
	if len(words) == 0 || operators.MatchString(words[0]) || strings.Contains(words[0], "=") {
		return r, false
	}
	begins := words[0]
	if len(words) > 1 && wordy.MatchString(words[1]) {
		begins += " " + words[1]
	}
	from.Pattern, from.Event = commandPattern(begins+" *"), toolEvent("Bash", map[string]any{"command": begins})
	return Rule{Hook: "stopped", On: "PreToolUse", Match: "Bash", When: []string{refusedCommands}, Verdict: ask, Text: "You have stopped " + begins + " before.", Items: []Item{from}}, true
}
