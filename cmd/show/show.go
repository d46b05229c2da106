// Package show is how commands write for people and for tools. On a terminal tables
// fit its width, trees have lines, and colours help unless NO_COLOR is set
// (no-color.org); anywhere else tables are a row a line with tabs between the columns,
// and trees are indents, which scripts may rely on.
//
//	clean.go, look.go      what writes to terminals and what it lets through: colours
//	terminal.go, text.go   screens, and what may stand on a line
//	table.go               lists, a line each, and tables that nothing is cut of
//	sheet.go, page.go      pages: Markdown, or text of a screen's width
//	reference.go           events, facts and actions: all in a table, or some whole
//	answer.go              how an event was answered (cmd/answer), in short or whole: what
//	                       rules said (why.go) and because of what (because.go), who had
//	                       nothing to say (silence.go), what hooks did (trace.go), what
//	                       facts gave (tree.go)
//	finding.go, report.go  what vet found, with the lines of files (excerpt.go), and how
//	                       tests went
//	decision.go, stats.go  entries of the decisions log, and what they amount to
//	replay.go, progress.go, registered.go, diff.go  what single commands say
//
// What is said when and where is for the commands to choose (cmd/bcrules).
package show
