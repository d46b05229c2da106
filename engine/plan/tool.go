package plan

// Tools says what the tools of an agent do, as far as the event table knows: what
// a call does to what, by the fields of its input. The verbs are those of whoever
// made the table and of the facts that read it.
type Tools struct {
	Field string                       // of the event, that names the tool
	Input string                       // of the event, that it is called with
	Does  map[string]map[string]string // by tool: verb by the field of its input
}
