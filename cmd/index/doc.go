// Package index fills the code index of a project: an SQLite file in the user's cache folder, which
// rules query like any store.
//
//	"bcrules index", the action index ─ asked (asked.go) ─┐
//	                                                      ▼ one indexer at a time (run.go)
//	the project's files (list.go) ─ what changed ─ code.Reader, side by side ─► rows (write.go)
//
// Requests are kept in the index itself, in the table asked. A process adds its request, and then
// works, unless another process is working: that one sees the request, too. So a burst of edits
// takes one run, and no request is lost if the working process is killed. A file's rows and its
// request change in one transaction, so the index has either the old rows of a file or the new
// ones.
//
// After a run over all files, the symbols of those that changed are also written to symbols.json
// beside the index (export.go).
//
// The indexer holds a system lock, which ends with the process. An index that can't be read or is
// of another version is made anew, as everything in it comes from the project.
//
// A run over all files has to inspect each, as no folder tells that a file in it was edited. So it
// inspects those that the index has (had.go) while git lists those that there are.
//
// In a repository, git lists the files; elsewhere all files count except those in folders of other
// people's code. The index keeps what it knows about files that can't be inspected. If git can't
// list the files, it keeps everything, the run fails, and the requests stay. Package code finds
// what a file contains.
package index
