// Package held says of a folder of rules which bundle it came from: bcfleet writes that into the
// folder, and whoever lists the rules reads it.
package held

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/engine/files"
)

// A Bundle is the rules of one publication.
type Bundle struct {
	Module    string    `json:"module"` // its path
	Serial    int64     `json:"serial"`
	Digest    string    `json:"digest"` // of its manifest in the registry
	Published time.Time `json:"published,omitzero"`
	Expires   time.Time `json:"expires,omitzero"`
}

// ByHand is what lay in a folder before the first bundle.
var ByHand = Bundle{Module: "no bundle", Digest: "by-hand"}

// name is that of the file in the folder.
const name = "bundle.json"

// In returns the bundle that a folder was unpacked from, nil if from none.
func In(dir string) (*Bundle, error) {
	var b *Bundle
	if dir == "" {
		return nil, nil
	}
	err := Load(filepath.Join(dir, name), &b)
	return b, err
}

// Write notes the bundle in the folder.
func (b *Bundle) Write(dir string) error { return Save(filepath.Join(dir, name), b) }

// most bounds what Load reads, bytes.
const most = 1 << 20

// Load reads a value from a file; where there is none it stays as it is.
func Load(file string, v any) error {
	data, err := files.ReadMost(files.At(file), most)
	if files.Absent(err) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// Save writes a value to a file that all may read who may enter its folder: it is on disk when Save
// returns.
func Save(file string, v any) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return files.Locked(files.At(file), func(p files.Place) error {
		data, err := files.Indented(files.JSON(v))
		if err != nil {
			return err
		}
		return files.WriteMode(p, data, 0o644)
	})
}

// Stale reports whether a bundle holds longer than its publisher meant it to.
func (b *Bundle) Stale(now time.Time) bool { return !b.Expires.IsZero() && now.After(b.Expires) }

// String names the bundle for people.
func (b *Bundle) String() string {
	if b.Serial == 0 {
		return b.Module
	}
	return fmt.Sprintf("%s, serial %d, %s", files.Visible(b.Module), b.Serial, Short(b.Digest))
}

// Short returns as much of a digest as tells it from others.
func Short(digest string) string { return digest[:min(len(digest), len("sha256:")+12)] }
