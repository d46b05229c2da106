package compile

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/wire"
	"bcrules.dev/schema"
)

// parts stores compiled packs in the user's cache folder, a file each. A file is named after what
// the pack was made from and by which program: an upgrade at the same path is another program, with
// packs of its own. A file begins with a sum of its name and content (HMAC-SHA256) under the user's
// key, which rejects it if it was changed, was written under another name, or was written without
// that key.
type parts struct {
	dir, program string
	key          *wire.Key
}

// mostParts limits how many are kept, newest first: enough for packs with the settings of some
// projects.
const mostParts = 64

// openParts returns the user's parts. They keep nothing without a cache folder or key, or if the
// program is gone.
func openParts(own *host.Folders) parts {
	key, err := Key(own)
	if err != nil {
		return parts{}
	}
	return partsUnder(own, key)
}

// partsUnder returns the user's parts under a key; nil for none yet.
func partsUnder(own *host.Folders, key *wire.Key) parts {
	if key == nil || own.Cache == "" {
		return parts{}
	}
	program, err := host.Executable()
	if err != nil {
		return parts{}
	}
	is := files.StateAt(program)
	if is.Size < 0 {
		return parts{}
	}
	return parts{host.Bcrules(own.Cache, "parts"), fmt.Sprint(program, is), key}
}

// Pages keeps texts about shipped packs beside the parts. A different version of the program finds
// none of them, as it doesn't find the parts.
func Pages(in *host.Project) schema.Parts { return openParts(in.Folders()) }

// Key returns the user's key, and makes one if there is none. It fails if none can be kept.
func Key(own *host.Folders) (*wire.Key, error) {
	if key := own.Key(); key != nil {
		return key, nil
	}
	random := make([]byte, wire.KeyLen)
	rand.Read(random)
	err := own.MakeKey(random)
	return own.Key(), err
}

func (p parts) path(key string) string {
	sum := sha256.Sum256([]byte(p.program + "\x00" + key))
	return filepath.Join(p.dir, hex.EncodeToString(sum[:16])+".part")
}

// sum returns the sum of a part under its name.
func (p parts) sum(key string, part []byte) []byte {
	h := hmac.New(sha256.New, p.key.Secret())
	fmt.Fprintf(h, "%s\x00%s\x00", p.program, key)
	h.Write(part)
	return h.Sum(nil)
}

// Get implements schema.Parts.
func (p parts) Get(key string) []byte {
	if p.dir == "" {
		return nil
	}
	h, err := files.OpenOwn(p.path(key))
	if err != nil {
		return nil
	}
	defer h.Close()
	if h.Size < sha256.Size || h.Size > files.MaxRead {
		return nil
	}
	data := make([]byte, h.Size)
	if _, err := h.ReadAt(data, 0); err != nil {
		return nil
	}
	sum, part := data[:sha256.Size], data[sha256.Size:]
	if !hmac.Equal(p.sum(key, part), sum) {
		return nil
	}
	return part
}

// Put implements schema.Parts. If a part can't be kept, the next that needs it makes it again.
func (p parts) Put(key string, part []byte) {
	if p.dir == "" || os.MkdirAll(p.dir, 0o700) != nil {
		return
	}
	if info, err := os.Lstat(p.dir); err != nil || !info.IsDir() || !files.Owned(info) {
		return
	}
	place := files.NewRoot(p.dir).Place(filepath.Base(p.path(key)))
	if files.WriteCache(place, append(p.sum(key, part), part...)) == nil {
		p.prune()
	}
}

// prune removes the oldest parts if there are too many.
func (p parts) prune() {
	entries, err := os.ReadDir(p.dir)
	if err != nil || len(entries) <= mostParts {
		return
	}
	var all []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			all = append(all, info)
		}
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, info := range all[min(len(all), mostParts):] {
		os.Remove(filepath.Join(p.dir, info.Name()))
	}
}
