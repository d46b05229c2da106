//go:build unix

package sql

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"bcrules.dev/engine/store"

	"modernc.org/libc"
	lite3 "modernc.org/sqlite/lib"
)

// SQLite opens its files by path, each time anew: the log, the lock file, the journal. Whoever
// replaces a folder on that path by a link, after the path was checked, would make it create them
// elsewhere. So the folder of a store is opened once, from its root, which nothing in it leads out
// of. SQLite's system calls run in that folder (fchdir), with the last part of the path, and may
// open and remove no other file except SQLite's own temporary ones.
//
// The calls are those that https://www.sqlite.org/c3ref/vfs.html lets programs replace. A single
// goroutine makes them, as requests run one after the other.

// held are the open folders, by SQLite's path for them.
var held = map[string]*os.File{}

// hold opens the folder of a store's file for the life of the process.
func hold(o *store.Opening) error {
	replace()
	dir := filepath.Dir(o.File)
	if held[dir] != nil {
		return nil
	}
	top := cmp.Or(o.Root, dir)
	rel, err := filepath.Rel(top, dir)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return err
	}
	defer root.Close()
	f, err := root.Open(rel)
	if err == nil {
		held[dir] = f
	}
	return err
}

// temporary is the prefix of SQLite's temporary files.
const temporary = "etilqs_"

// from changes to the folder of a path and returns the rest of the path; ok is false if the folder
// isn't held.
func from(path uintptr) (rest string, ok bool) {
	full := libc.GoString(path)
	dir, rest := filepath.Dir(full), filepath.Base(full)
	if held[full] != nil { // the folder itself, to sync it
		dir, rest = full, "."
	}
	f := held[dir]
	return rest, f != nil && f.Chdir() == nil
}

// at makes a system call with the rest of a path in its held folder. For other paths it uses the
// path itself if free is true, or else an empty one, which fails.
func at(path uintptr, free bool, call func(path uintptr) int32) int32 {
	rest, ok := from(path)
	if !ok && (free || strings.HasPrefix(rest, temporary)) {
		return call(path)
	}
	if !ok {
		rest = ""
	}
	text, err := libc.CString(rest)
	if err != nil {
		return -1
	}
	defer libc.Xfree(nil, text)
	return call(text)
}

// replaced keeps the functions that SQLite calls, of which the collector sees no other reference.
var replaced []any

// replace replaces SQLite's system calls.
var replace = sync.OnceFunc(func() {
	tls := libc.NewTLS()
	vfs := lite3.Xsqlite3_vfs_find(tls, 0)
	calls := (*lite3.Tsqlite3_vfs)(pointer(vfs))
	get := *(*func(*libc.TLS, uintptr, uintptr) uintptr)(function(&calls.FxGetSystemCall))
	set := *(*func(*libc.TLS, uintptr, uintptr, uintptr) int32)(function(&calls.FxSetSystemCall))
	put := func(name string, with func(was uintptr) any) {
		text, err := libc.CString(name)
		if err != nil {
			panic(err) // out of memory
		}
		f := with(get(tls, vfs, text))
		replaced = append(replaced, f)
		set(tls, vfs, text, pointerTo(f))
	}
	put("open", func(was uintptr) any {
		open := *(*func(*libc.TLS, uintptr, int32, int32) int32)(function(&was))
		return func(tls *libc.TLS, path uintptr, flags, mode int32) int32 {
			return at(path, false, func(path uintptr) int32 { return open(tls, path, flags|syscall.O_NOFOLLOW, mode) })
		}
	})
	put("unlink", func(was uintptr) any {
		unlink := *(*func(*libc.TLS, uintptr) int32)(function(&was))
		return func(tls *libc.TLS, path uintptr) int32 {
			return at(path, false, func(path uintptr) int32 { return unlink(tls, path) })
		}
	})
	put("access", func(was uintptr) any {
		access := *(*func(*libc.TLS, uintptr, int32) int32)(function(&was))
		return func(tls *libc.TLS, path uintptr, mode int32) int32 {
			return at(path, true, func(path uintptr) int32 { return access(tls, path, mode) })
		}
	})
	put("stat", func(was uintptr) any {
		stat := *(*func(*libc.TLS, uintptr, uintptr) int32)(function(&was))
		return func(tls *libc.TLS, path, to uintptr) int32 {
			return at(path, true, func(path uintptr) int32 { return stat(tls, path, to) })
		}
	})
	put("lstat", func(was uintptr) any { // SQLite looks for links on the way with it; failing keeps the path as it is
		lstat := *(*func(*libc.TLS, uintptr, uintptr) int32)(function(&was))
		return func(tls *libc.TLS, _, to uintptr) int32 {
			return at(0, false, func(none uintptr) int32 { return lstat(tls, none, to) })
		}
	})
})

// function returns the Go function behind a function pointer of the C library.
func function(p *uintptr) unsafe.Pointer {
	return unsafe.Pointer(&struct{ p uintptr }{*p})
}

// pointerTo returns the C library's pointer to a Go function.
func pointerTo(f any) uintptr {
	return (*[2]uintptr)(unsafe.Pointer(&f))[1]
}

// pointer returns the C library's memory at an address.
func pointer(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }
