// Package held records which bundle a folder of rules came from: bcfleet writes it into the folder,
// and whatever lists the rules reads it.
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

// ByHand stands for the rules that lay in a folder before the first bundle.
var ByHand = Bundle{Module: "no bundle", Digest: "by-hand"}

// name is the name of the file in the folder.
const name = "bundle.json"

// In returns the bundle that is noted in a folder, nil if none is.
func In(dir string) (*Bundle, error) {
	var b *Bundle
	if dir == "" {
		return nil, nil
	}
	err := Load(filepath.Join(dir, name), &b)
	return b, err
}

// Write notes the bundle in a folder.
func (b *Bundle) Write(dir string) error { return Save(filepath.Join(dir, name), b) }

// most bounds what Load reads, in bytes.
const most = 1 << 20

// Load reads a value from a file; if there is no file, v stays as it is.
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

// Save writes a value to a file that everyone who may enter its folder may read. It is on disk when
// Save returns.
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

// Stale reports whether a bundle is past the time until which its publisher meant it to hold.
func (b *Bundle) Stale(now time.Time) bool { return !b.Expires.IsZero() && now.After(b.Expires) }

// String names the bundle for people.
func (b *Bundle) String() string {
	if b.Serial == 0 {
		return b.Module
	}
	return fmt.Sprintf("%s, serial %d, %s", files.Visible(b.Module), b.Serial, Short(b.Digest))
}

// Short returns the start of a digest, enough to tell it from others.
func Short(digest string) string { return digest[:min(len(digest), len("sha256:")+12)] }
