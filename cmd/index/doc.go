// Package index fills the code index of a project: an SQLite file in the user's cache folder, which
// rules ask like any store.
//
//	"bcrules index", the action index ─ asked (asked.go) ─┐
//	                                                      ▼ one indexer at a time (run.go)
//	the project's files (list.go) ─ what changed ─ code.Reader, side by side ─► rows (write.go)
//
// Requests are in the index itself, in the table asked: a process adds its request, and then works
// unless another process does, which sees it too. So a burst of edits is one run, and no request is
// lost if the working process is killed. A file's rows and its request change in one transaction: a
// file is as it was or as it is.
//
// After a run over all files the symbols of those that changed are also written to symbols.json
// beside the index (export.go).
//
// The indexer holds a system lock, which ends with the process. A file that can't be read or is of
// another version is made anew: everything in it comes from the project.
//
// In a repository git lists the files; elsewhere all count except those in folders of others' code.
// What can't be inspected stays as it was. Package code says what a file contains.
package index
