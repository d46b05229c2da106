// Package ship sends the entries of a decisions log to a collector of OpenTelemetry, as logs of OTLP
// over HTTP.
//
//	decisions.old.jsonl, decisions.jsonl ─ from the position on ─► batch ─► collector
//	                                             ▲                             │
//	                                   position, on disk ◄──────── it has these ┘
//
// The position moves when the collector said that it has a batch, so that each entry comes once at
// least: twice where this process ended between the two, which who has them tells by seq. The log is
// all the spool there is. What was rotated away before it was shipped, or the collector took for
// faulty, is counted: by seq, which has no gaps.
package ship
