package host

import (
	"errors"
	"path/filepath"

	"bcrules.dev/engine/files"
)

// ErrNoCache says that the user has no cache folder, to a caller who needs it.
var ErrNoCache = errors.New("found no cache folder, want one: neither the environment nor the system says where this user's is")

// Index returns the file of the project's code index, which need not exist: in a folder of its own,
// in the user's cache folder.
func (h *Host) Index() (string, error) {
	cache := h.Folders().Unsealed()
	if cache == "" {
		return "", ErrNoCache
	}
	dir := h.Dir
	if real, err := filepath.EvalSymlinks(dir); err == nil { // the same under all its names
		dir = real
	}
	if dir == "" {
		return "", errors.New("found no project, want one that is indexed")
	}
	return Bcrules(cache, "indexes", filepath.Base(dir)+"-"+files.SHA256(dir)[:16], "index.db"), nil
}

// Indexer returns the command that updates the index for some files, by their paths in the project,
// or for all files.
func (h *Host) Indexer(paths []string, flags ...string) ([]string, error) {
	file, err := h.Index()
	if err != nil {
		return nil, err
	}
	command := append([]string{Beside("bcindex"), "--project", h.Dir, "--file", file, "--grammars", Grammars(h.Folders().Unsealed())}, flags...)
	return append(append(command, "--"), paths...), nil
}

// Grammars returns the folder of the grammars in a cache folder.
func Grammars(cache string) string { return Bcrules(cache, "grammars") }
