// Package files holds the file formats that facts read and actions write: a
// task's pointer and plan, its lock, its knowledge, marked sections of a text.
//
// What belongs here is how such a file is laid out, and the one way of writing:
// whole files change by a temporary file and a rename, so that a reader sees the
// old or the new one; what is read, changed and written back happens under a
// lock of the operating system on the file's folder, which a crashed holder
// can't leave behind. Where the files lie, and every text, number and list that
// is a matter of taste, comes in as an argument from the rules.
package files
