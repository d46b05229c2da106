//go:build unix

package sql

import (
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

// SQLite opens its files by their paths, each anew: the log, what it locks by, the journal. Who
// changes a folder on the way to them into a link, once the path has been looked at, would have
// it make them elsewhere. So the folder of a store is opened once, from its root, which nothing
// in it leads out of, and SQLite's calls to the system are made from there (fchdir), by the
// last part of the path. It may open and remove no other file but its own temporary ones.
//
// The calls are those that https://www.sqlite.org/c3ref/vfs.html has programs replace. They are
// made by one goroutine: requests are done one after the other.

// held are folders that are open, by the path that SQLite has for them.
var held = map[string]*os.File{}

// hold opens the folder of a store's file for as long as the process runs.
func hold(o *store.Opening) error {
	replace()
	dir := filepath.Dir(o.File)
	if held[dir] != nil {
		return nil
	}
	top := o.Root
	if top == "" {
		top = dir
	}
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

// temporary is what the names of SQLite's temporary files begin with.
const temporary = "etilqs_"

// from goes to the folder of a path and returns what is left of it; ok is false where the
// folder isn't held.
func from(path uintptr) (rest string, ok bool) {
	full := libc.GoString(path)
	dir, rest := filepath.Dir(full), filepath.Base(full)
	if held[full] != nil { // itself, to have it synced
		dir, rest = full, "."
	}
	f := held[dir]
	return rest, f != nil && f.Chdir() == nil
}

// at calls the system with what is left of a path, in its folder. Elsewhere it calls with the
// path as it is if free is true, and otherwise with none, which fails.
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

// replaced are the functions that SQLite calls, which the collector sees nowhere else.
var replaced []any

// replace puts what follows in the place of SQLite's calls.
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
	put("lstat", func(was uintptr) any { // by which it looks for links on the way: it keeps the path as it is
		lstat := *(*func(*libc.TLS, uintptr, uintptr) int32)(function(&was))
		return func(tls *libc.TLS, _, to uintptr) int32 {
			return at(0, false, func(none uintptr) int32 { return lstat(tls, none, to) })
		}
	})
})

// function returns where the Go function is that a pointer of the C library stands for.
func function(p *uintptr) unsafe.Pointer {
	return unsafe.Pointer(&struct{ p uintptr }{*p})
}

// pointerTo is the pointer that stands for a Go function, as the C library has them.
func pointerTo(f any) uintptr {
	return (*[2]uintptr)(unsafe.Pointer(&f))[1]
}

// pointer is what the C library's memory has at an address.
func pointer(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }
