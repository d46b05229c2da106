// Package index fills the code index of a project: an SQLite file in the user's cache
// folder, which rules ask as any store.
//
//	"bcrules index", the action index ─ asked (asked.go) ─┐
//	                                                      ▼ one indexer at a time (run.go)
//	the project's files (list.go) ─ what changed ─ code.Reader, side by side ─► rows (write.go)
//
// What is to be read stands in the index itself, in the table asked: who asks adds it, and
// then starts to work unless somebody else does, who sees it too. So a burst of edits is
// one run, and what is asked for is not lost if the one at work is killed. The rows of a
// file and its striking off are one transaction: a file is as it was or as it is.
//
// After a run over all files that changed something the symbols stand in symbols.json
// beside the index, too (export.go).
//
// Who works holds a lock of the system's, which ends with the process. The file is made
// anew where it can't be read or is of another version: all in it comes from the project.
//
// Which files there are git says, where the project is in a repository; else all count but
// those of folders that hold what others wrote. What can't be looked at stays as it was. What is in a file says package code.
package index
