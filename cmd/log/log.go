// Package log reads the decisions log that package journal writes, a line of JSON for every event
// that hooks answered. It returns existing entries, new ones as they come, and statistics; the
// commands "bcrules log" and "bcrules stats" decide how these look.
//
//	files.Lines ─► reader.go ─► entries ─► filter.go ─► stats.go
//
// Recorded events can be answered again: package replay below reads decisions, too, and the agent's
// transcripts.
package log
