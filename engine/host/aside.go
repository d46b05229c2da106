package host

import (
	"path/filepath"

	"bcrules.dev/engine/files"
)

// Keep saves the content of a file that rules couldn't read, before it is overwritten, and returns
// the path of the copy. It is in the user's cache folder, since only rules should write to the
// project; each path has one copy, the last. On a stage it saves nothing.
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
