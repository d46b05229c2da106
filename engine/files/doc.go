// Package files has what all access to files is built on: places, reading and writing, folder locks,
// lines, JSON objects that keep what isn't changed, keys and claims of marks, and dry runs. The
// format of a kind of file is known only to the package that reads it, such as task for long tasks.
//
// A file is named by a Place: a name in a root, a folder that neither ".." nor links lead out of
// (place.go). os.Root enforces that, or on Linux the kernel itself where it can (quick_linux.go).
// Only regular files are opened; nothing waits for a pipe.
//
// Only one function decides from an error that something doesn't exist (absent.go). Any other error
// means that nobody knows, so either what held before still holds or the caller fails.
//
// Writing (write.go, lock.go):
//
//   - Reading, changing and writing back happens under an operating system lock on the
//     file's folder. A process releases it when it ends, however it ends. A waiter gives up
//     when nothing has changed there for two seconds.
//   - A whole file is replaced by a temporary file and a rename, so that a reader, or whoever
//     comes after a killed process, finds the old or the new one. The temporary file has one
//     name per folder; the next holder of the lock removes what a killed process left. If that
//     can't be removed (a folder, or another user's file), an unguessable name is used
//     (temporary.go). The temporary file of a list of marks is named after the list, which may
//     be in a folder where others write; the next writer of the list removes it.
//   - Lines are appended in one atomic system call. A line cut off by a full disk or a kill
//     is terminated before the next, and is not an entry.
//   - New files are as open as their folder: 0600 in a folder of 0700. Marks are private to
//     their user wherever they are, and somebody else's are refused (own.go).
//
// This holds when processes are killed, and when the power fails (sync.go): a change is on disk
// when the function that makes it returns. Data is synced before the rename that names it, then the
// folder; for a new folder its parent; for appended lines the data. Writers for which that isn't
// worth the wait say so: caches, which can be remade and have checksums (WriteCache), logs
// (AppendLog), marks and times (marks.go, Touch). testdata/cut tries what a power cut may leave of
// each.
//
// One gap remains: a folder that another process made, but was killed before syncing. What is
// written in it then may be lost with it, on a file system that doesn't keep names in order.
//
// The locks bind bcrules alone. An agent that edits the same file at the same moment with its own
// tools is not waited for; what it adds while knowledge is compacted can be lost.
package files
