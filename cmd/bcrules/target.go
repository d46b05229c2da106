package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"bcrules.dev/engine/files"
)

// manifest names the files that this program wrote into a folder, each with a hash of its content
// (SHA-256, hex).
const manifest = ".bcrules-docs.json"

// A target is a folder into which this program writes files. It changes no others there, and no link
// leads it out of the folder.
type target struct {
	at  files.Place
	dir string            // for people
	was map[string]string // the manifest
}

// write writes files, and removes earlier ones that aren't among them. It does nothing if somebody
// else wrote or changed one of these.
func (t *target) write(pages map[string][]byte) error {
	data, err := files.Read(t.at.Join(manifest))
	if err == nil {
		err = json.Unmarshal(data, &t.was)
	}
	if err != nil && !files.Absent(err) {
		return fmt.Errorf("%s: %w", path.Join(t.dir, manifest), err)
	}
	var gone []string
	for name := range t.was {
		if pages[name] == nil && fs.ValidPath(name) {
			gone = append(gone, name)
		}
	}
	for _, name := range slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(pages)), gone...))) {
		if err := t.own(name, pages[name]); err != nil {
			return err
		}
	}
	for _, name := range gone {
		if err := t.at.Join(name).Remove(); err != nil && !files.Absent(err) {
			return err
		}
	}
	is := map[string]string{}
	for name, data := range pages {
		if err := t.put(name, data); err != nil {
			return err
		}
		is[name] = sum(data)
	}
	data, err = json.MarshalIndent(is, "", "  ")
	if err != nil {
		return err
	}
	return t.put(manifest, append(data, '\n'))
}

// put writes a file, and creates its folders.
func (t *target) put(name string, data []byte) error {
	at := t.at.Join(name)
	if err := at.Folder().MkdirAll(); err != nil {
		return err
	}
	return files.Locked(at, func(p files.Place) error { return files.Write(p, data) })
}

// own fails for an existing file of somebody else: this program didn't write it, or its content is
// neither what it wrote nor what it would write.
func (t *target) own(name string, to []byte) error {
	info, err := t.at.Join(name).Lstat()
	if files.Absent(err) {
		return nil
	}
	var data []byte
	if err == nil && info.Mode().IsRegular() {
		data, err = files.Read(t.at.Join(name))
	} else if err == nil {
		err = errors.New("found no regular file, want one or none")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path.Join(t.dir, name), err)
	}
	if sum(data) != t.was[name] && !bytes.Equal(data, to) {
		return fmt.Errorf("%s: found a file that bcrules docs did not write, or that was changed since; want it gone, or another folder", path.Join(t.dir, name))
	}
	return nil
}

func sum(data []byte) string {
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:])
}
