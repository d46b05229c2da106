// Package show formats the output of commands for people and for tools. On a terminal, tables fit
// its width, trees have lines, and colours help unless NO_COLOR is set (no-color.org). Elsewhere
// tables have a line for each row, with tabs between columns, and trees are indented; scripts may
// rely on that.
//
//	clean.go, look.go      the writer for terminals, and what it lets through: colours
//	terminal.go, text.go   screens, and shortened lines
//	table.go               lists, a line each, and tables without shortened cells
//	sheet.go, page.go      pages: Markdown, or text of a screen's width
//	reference.go           events, facts and actions: all in a table, or some in full
//	answer.go              how an event was answered (cmd/answer), in short or in full: what
//	                       rules said (why.go) and for which reasons (because.go), which
//	                       hooks said nothing (silence.go), what hooks did (trace.go), what
//	                       facts returned (tree.go)
//	finding.go, report.go  what vet found, with excerpts of files (excerpt.go), and results
//	                       of tests
//	decision.go, stats.go  entries of the decisions log, and statistics of them
//	replay.go, progress.go, registered.go, diff.go  output of single commands
//
// The commands (cmd/bcrules) choose what to show and when.
package show
