package host

import (
	"path/filepath"

	"bcrules.dev/engine/files"
)

// Keep keeps what a file held that is about to be written anew, as it is none that rules could
// read, and returns where: in the user's cache folder, the last for each path, as the project
// is to have what its rules write and nothing else. On a stage it keeps nothing. It fails
// where it can't.
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
