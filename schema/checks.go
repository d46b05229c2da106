package schema

// Names of the checks made while reading and compiling, as in plan.Error.Check. Faults
// without a name are CheckUnreadable. Package vet explains them all and defines the rest.
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
