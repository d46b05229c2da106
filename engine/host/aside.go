package host

import (
	"path/filepath"

	"bcrules.dev/engine/files"
)

// Keep keeps the content of a file that rules couldn't read, before it is overwritten, and returns
// where: in the user's cache folder, the last one for each path, since the project should only get
// what its rules write. On a stage it keeps nothing.
func (h *Host) Keep(path string, was []byte) (kept string, err error) {
	if h.Stage != nil {
		return "nothing", nil
	}
	kept = Bcrules(h.Folders().Cache, "broken", files.SHA256(path)[:8]+"-"+filepath.Base(path))
	p := files.At(kept).Over(h.Overlay)
	if err := p.Folder().MkdirAll(); err != nil {
		return "", err
	}
	return kept, files.WriteMode(p, was, 0o600)
}
