package convert

// A Verdict is what a rule says, how that is written, and what a test wants then.
type Verdict struct {
	Name string
	do   string // CUE, in which % is the text
	want string // CUE
	says string // what is said where the file has no words for it
}

var (
	deny    = Verdict{"deny", "deny: %", `hookSpecificOutput: permissionDecision: "deny"`, " refuse it."}
	ask     = Verdict{"ask", "ask: %", `hookSpecificOutput: permissionDecision: "ask"`, " have you asked."}
	allow   = Verdict{"allow", "allow: reason: %", `hookSpecificOutput: permissionDecision: "allow"`, " let it pass."}
	block   = Verdict{"block", "block: %", `decision: "block"`, ""}
	message = Verdict{"message", "inject: message: %", `systemMessage: string`, ""}
	context = Verdict{"context", "inject: context: %", `hookSpecificOutput: additionalContext: string`, ""}
	noted   = Verdict{"log", "log: info: %", `log: [_, ...]`, ""}
	ran     = Verdict{"run", "", "", ""}
)

// said returns the words that a verdict has of itself, of what says so.
func (v Verdict) said(who string) string { return who + v.says }
