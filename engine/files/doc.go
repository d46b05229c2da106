// Package files is the ground that all which reads or writes a file stands on: places,
// reading and writing, locks of folders, lines, JSON objects that keep what they don't
// change, keys and claims of marks, and dry runs. What a file of some kind holds is
// known to who reads it; the formats of long tasks, say, to package task.
//
// A file is named by a Place: a name in a root, a folder that nothing leads out
// of, neither words nor links (place.go). os.Root sees to it, on Linux the kernel
// itself where it can (quick_linux.go). Only regular files are opened; nothing
// waits for a pipe.
//
// Whether something isn't there one function says of an error (absent.go), and nobody else: all
// other errors say that nobody knows, so that what held before holds, or what asks fails.
//
// Writing (write.go, lock.go):
//
//   - What is read, changed and written back happens under a lock of the operating
//     system on the file's folder. A process that ends lets go of it, however it
//     ends, and who waits for it gives up when nothing has changed there for two
//     seconds.
//   - A whole file changes by a temporary file and a rename, so that a reader, and
//     whoever comes after a process that was killed, finds the old or the new one.
//     The temporary file has one name in a folder; who takes the lock next removes
//     what a killed process left. Where that can't be removed, as it is a folder or
//     another user's, a name that nobody can guess stands in (temporary.go).
//     That of a list of marks is named after the list, which may lie where others
//     write; who writes the list next removes it.
//   - Lines are added in one call to the system, which takes place as a whole; one
//     that a full disk or a kill cut off is ended before the next, and is no entry.
//   - What is made is as open as its folder: 0600 in a folder of 0700. Marks are
//     their user's alone, wherever they lie, and those of somebody else are refused
//     (own.go).
//
// This holds when processes are killed, and when the power fails (sync.go): what is
// changed is on the disk when the function that changes it returns. Data is synced before
// the rename that names it, the folder after it, and of a folder that is made the one it is
// made in; of lines that are added the data. What isn't worth that wait says so where it is
// written: caches, which can be made again and have checksums (WriteCache), logs (AppendLog),
// marks and times (marks.go, Touch). testdata/cut tries what a cut may leave of each writer.
//
// Not known to it is a folder that another process has made and not synced yet when that is
// killed: what is written in it by then may go with it, on a file system that doesn't keep
// names in one order.
//
// The locks bind bcrules alone. An agent that edits the same file with its own
// tools at the same moment is not waited for; what it adds while knowledge is
// compacted can be lost.
package files
