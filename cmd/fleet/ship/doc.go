// Package ship sends the entries of a decisions log to an OpenTelemetry collector, as OTLP logs over
// HTTP.
//
//	decisions.old.jsonl, decisions.jsonl ─ from the position on ─► batch ─► collector
//	                                             ▲                             │
//	                                   position, on disk ◄──────── it has these ┘
//
// The position moves once the collector confirms a batch, so each entry arrives at least once. It
// arrives twice if this process dies between the two; the receiver sees that by its seq. There is no
// spool but the log. Lost entries are counted: those rotated away before they were shipped by gaps in
// seq, which has none otherwise, and those that the collector refuses as faulty by its answers.
package ship
