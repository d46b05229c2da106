package schema

// A Check is one kind of fault that is looked for.
type Check struct{ Name, Doc string }

// Names of checks, as they stand in plan.Error.Check.
const (
	checkUnreadable = "unreadable"
	checkForm       = "form"
	checkName       = "name"
	checkExpression = "expression"
	checkIgnored    = "ignored"
	checkMatcher    = "matcher"
	checkNever      = "never-fires"
	checkAlways     = "always-holds"
	checkUnreached  = "unreachable"
	checkUnproved   = "unproved"
	checkConflict   = "conflict"
	checkPrompt     = "skips-prompt"
	checkLong       = "too-long"
	checkLate       = "too-late"
	checkTable      = "table"
)

// Checks returns all checks. The first is that of faults whose Check is empty.
func Checks() []Check {
	return []Check{
		{checkUnreadable, "the files can't be read as rules"},
		{checkForm, "something stands where the schema wants something else"},
		{checkName, "a name that is not known: of an event, field, fact, option, let, action, argument, output or setting"},
		{checkExpression, "a condition or template that can't be compiled"},
		{checkIgnored, "something that the event ignores or can't be answered"},
		{checkMatcher, "a matcher, or a value compared with its field, that is nothing the agent is known to send"},
		{checkNever, "a rule or hook whose condition can never hold"},
		{checkAlways, "a condition that always holds, or a test that can't fail"},
		{checkUnreached, "a row of a decision table that earlier rows leave nothing for"},
		{checkUnproved, "a condition that is too much work to prove anything of"},
		{checkConflict, "two rules that set the same field of what the event carries"},
		{checkPrompt, "a permission given in the user's place by a rule without a doc"},
		{checkLong, "a text that can be longer than the agent takes"},
		{checkLate, "an action that may take as long as the event has"},
		{checkTable, "a row or pattern of a table that is left out"},
	}
}
