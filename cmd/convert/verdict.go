package convert

// A Verdict is what a rule answers: how it is written, and what a test expects.
type Verdict struct {
	Name string
	do   string // CUE; % stands for the text
	want string // CUE
	says string // the default text
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

// text returns the verdict's default text; who is the source of the rule.
func (v Verdict) text(who string) string { return who + v.says }
