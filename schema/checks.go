package schema

// Names of the checks that reading and compiling make, as they stand in plan.Error.Check.
// Faults without a name are CheckUnreadable. Package vet says what each means, and has
// the others.
const (
	CheckUnreadable = "unreadable"
	CheckForm       = "form"
	CheckName       = "name"
	CheckExpression = "expression"
	CheckIgnored    = "ignored"
	CheckMatcher    = "matcher"
	CheckTable      = "table"
	CheckStore      = "store"
	CheckAlways     = "always-holds"
)
