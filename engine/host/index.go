package host

import (
	"errors"
	"path/filepath"

	"bcrules.dev/engine/files"
)

// ErrNoCache says that there is no place for what is kept for the user, to who wants it.
var ErrNoCache = errors.New("found no cache folder, want one: neither the environment nor the system says where this user's is")

// Index returns the file of the project's code index, which need not be there: in a folder
// of its own, in the user's cache folder.
func (h *Host) Index() (string, error) {
	cache := h.Folders().Unsealed()
	if cache == "" {
		return "", ErrNoCache
	}
	dir := h.Dir
	if real, err := filepath.EvalSymlinks(dir); err == nil { // by whichever name it is known
		dir = real
	}
	if dir == "" {
		return "", errors.New("found no project, want one that is indexed")
	}
	return Bcrules(cache, "indexes", filepath.Base(dir)+"-"+files.SHA256(dir)[:16], "index.db"), nil
}

// Indexer returns the command that brings the index up to date with some files, by their
// paths from the project, or with all there are.
func (h *Host) Indexer(paths []string, flags ...string) ([]string, error) {
	file, err := h.Index()
	if err != nil {
		return nil, err
	}
	command := append([]string{Beside("bcindex"), "--project", h.Dir, "--file", file, "--grammars", Grammars(h.Folders().Unsealed())}, flags...)
	return append(append(command, "--"), paths...), nil
}

// Grammars returns the folder of the grammars in a folder of caches.
func Grammars(cache string) string { return Bcrules(cache, "grammars") }
