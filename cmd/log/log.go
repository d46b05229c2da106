// Package log reads what package journal writes: the decisions log, a line of JSON
// for every event that hooks answered. It gives the entries that are there and those
// that come, and what they amount to; how they look is for the commands "bcrules log"
// and "bcrules stats" to say.
//
//	files.Lines ─► reader.go ─► entries ─► filter.go ─► stats.go
//
// What was recorded of events can be answered once more: package replay below reads
// decisions, too, and transcripts of the agent.
package log
