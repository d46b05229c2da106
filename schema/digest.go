package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
)

// digestLen is the number of hex digits in a digest, enough for people to tell rule sets apart.
const digestLen = 16

// Digest returns a checksum of the layers' files and of all they import. It doesn't depend on where
// the folders are, so machines with the same rules, modules and packs get the same one. It returns
// "" if a layer has faults.
func (src *Source) Digest() string {
	sum := src.sum()
	return sum[:min(digestLen, len(sum))]
}

// sum is Digest in full length, for uses where nobody may find other rules with the same digest.
func (src *Source) sum() string {
	h := sha256.New()
	for i, l := range src.Layers {
		if i > 0 {
			io.WriteString(h, "layer\n") // a file counts for less in an earlier layer
		}
		if len(l.faults) > 0 {
			return ""
		}
		for _, f := range l.Files {
			rel, err := filepath.Rel(l.Dir, f.Path)
			if err != nil {
				rel = f.Path
			}
			fmt.Fprintf(h, "%q %d\n", filepath.ToSlash(rel), len(f.Data))
			h.Write(f.Data)
		}
		for _, name := range slices.Sorted(maps.Keys(l.Modules)) {
			fmt.Fprintf(h, "%q %s\n", name, l.Modules[name])
		}
	}
	if len(src.Packs) > 0 {
		fs.WalkDir(src.schema.Packs, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".cue" || OfTests(name) {
				return err
			}
			f, err := src.schema.Packs.Open(name)
			if err == nil {
				_, err = io.Copy(h, f)
				f.Close()
			}
			return err
		})
	}
	return hex.EncodeToString(h.Sum(nil))
}
