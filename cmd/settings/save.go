package settings

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/inside"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// Backups is the folder that keeps settings files as they were before our first entry, each in a
// folder of its own.
type Backups string

// OpenBackups returns the folder in the user's configuration, which need not exist yet. It fails if
// nobody can tell where that is.
func OpenBackups() (Backups, error) {
	config := host.Here(os.Getenv).Folders().Config
	if config == "" {
		return "", errors.New("found no configuration folder of the user, want one to keep the old settings in")
	}
	return Backups(host.Bcrules(config, "backup")), nil
}

// Check returns why nothing can be kept there, or nil. It creates and removes a file.
func (b Backups) Check() error {
	if err := files.MkdirAll(string(b), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(string(b), "check-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// A note describes a backup, whose copy lies beside it.
type note struct {
	File    string   `json:"file"`    // absolute
	There   bool     `json:"there"`   // the file existed before
	Written string   `json:"written"` // checksum of what we wrote
	Made    []string `json:"made"`    // folders that we made for it, innermost first
	// Rules are the values of --rules in its entries that the user gave, as written there.
	Rules []string `json:"rules,omitempty"`
}

// gave reports whether the user gave the rules of an entry; false of no note.
func (n *note) gave(rules []string) bool { return n != nil && slices.Equal(n.Rules, rules) }

// note returns the note on the file, nil if there is none or it can't be read.
func (f *File) note() *note {
	backups, err := OpenBackups()
	if err != nil {
		return nil
	}
	n, _, _ := backups.read(f)
	return n
}

// Told reports whether the note on the file records the rules that the user gave, as Save does.
func (f *File) Told() bool { return f.given == nil || f.note().gave(f.given) }

func (b Backups) folder(f *File) string {
	return filepath.Join(string(b), checksum([]byte(f.path))[:16])
}

// Files returns the files that saving a file writes: the file itself and its backups.
func (b Backups) Files(f *File) []string {
	return []string{b.Copy(f), b.note(f), f.Original(f.was), f.path}
}

// Copy returns the path of the file's copy, which exists if the file did.
func (b Backups) Copy(f *File) string { return filepath.Join(b.folder(f), filepath.Base(f.path)) }

// Original returns the path that keeps a content whose parts the agent doesn't take. It is beside
// the file, where people look: later changes replace the copy.
func (f *File) Original(held []byte) string { return f.path + "." + checksum(held)[:8] + ".orig" }

// Kept returns the path that keeps the original when the file is saved, "" if nothing is removed.
func (f *File) Kept() string {
	if !f.reduced {
		return ""
	}
	return f.Original(f.was)
}

func (b Backups) note(f *File) string { return filepath.Join(b.folder(f), "note.json") }

// read returns what is kept of a file from before our first entry, nil if nothing is. It fails if
// that can't be read, so that nobody overwrites a backup that may exist.
func (b Backups) read(f *File) (n *note, was *File, err error) {
	data, err := files.Read(files.At(b.note(f)))
	if err != nil || json.Unmarshal(data, &n) != nil || n.File != f.path {
		return nil, nil, files.UnlessAbsent(err)
	}
	was = &File{Name: f.Name, path: f.path, form: f.form}
	if n.There {
		if data, err = files.Read(files.At(b.Copy(f))); err != nil {
			return nil, nil, files.UnlessAbsent(err)
		}
		was.was = append([]byte{}, data...)
	}
	if was.parse() != nil {
		return nil, nil, nil
	}
	return n, was, nil
}

// Undo makes the file as it was before our first entry. If somebody else changed it since, only our
// entries go.
func (b Backups) Undo(f *File) error {
	if err := f.Out(); err != nil {
		return err
	}
	n, was, err := b.read(f)
	if err != nil {
		return err
	}
	if n != nil && n.Written == checksum(f.was) {
		f.is = was.was
		return nil
	}
	if len(f.Managed()) == 0 {
		return nil
	}
	if err := f.Unregister(was); err != nil {
		return err
	}
	if was != nil && len(bytes.TrimSpace(was.was)) == 0 && len(bytes.TrimSpace(f.is)) == len("{}") {
		f.is = was.was
	}
	return nil
}

// Save writes the file with our entries, atomically, and keeps what it was before the first of them.
// If it fails, the file is unchanged, and the caller puts back what is kept (Files).
func (b Backups) Save(f *File) error {
	if err := f.writable(); err != nil {
		return err
	}
	old := &File{Name: f.Name, path: f.path, was: f.was, form: f.form}
	if err := errors.Join(old.parse(), b.Undo(old)); err != nil {
		return err
	}
	n := &note{File: f.path, There: old.is != nil, Written: checksum(f.is), Rules: f.given}
	prior, _, err := b.read(f)
	if err != nil {
		return err
	}
	if prior != nil && f.given == nil {
		n.Rules = prior.Rules
	}
	if prior != nil && f.was != nil {
		n.Made = prior.Made
	} else {
		n.Made = rollback.Missing(filepath.Dir(f.path))
	}
	at, err := f.at()
	if err == nil {
		err = errors.Join(files.MkdirAll(b.folder(f), 0o700), at.Folder().MkdirAll())
	}
	if kept := f.Kept(); err == nil && kept != "" {
		err = write(kept, f.was)
	}
	if err == nil && n.There {
		err = write(b.Copy(f), old.is)
	} else if err == nil {
		err = files.UnlessAbsent(files.Remove(b.Copy(f)))
	}
	if err == nil {
		err = write(b.note(f), files.JSON(n))
	}
	if err != nil {
		return err
	}
	return f.write()
}

// forget removes what Save kept.
func (b Backups) forget(f *File) error {
	err := os.RemoveAll(b.folder(f))
	os.Remove(string(b)) // stays if it isn't empty
	return err
}

// Restore writes the file without our entries, or removes it with the folders made for it, and
// forgets the backup.
func (b Backups) Restore(f *File) error {
	if err := f.writable(); err != nil {
		return err
	}
	n, _, err := b.read(f)
	if err == nil {
		err = f.write()
	}
	if err != nil {
		return err
	}
	drop(f.Original(f.is)) // the file is the original again
	for i := 0; f.is == nil && i < len(n.Made); i++ {
		drop(n.Made[i]) // stays if it isn't empty
	}
	return b.forget(f)
}

// write replaces or removes the file if it is still as it was read.
func (f *File) write() error {
	at, err := f.at()
	if err != nil {
		return err
	}
	return files.Locked(at, func(p files.Place) error {
		now, err := files.Read(p)
		if files.UnlessAbsent(err) != nil {
			return err
		}
		if (err == nil) != (f.was != nil) || !bytes.Equal(now, f.was) {
			return fmt.Errorf("%s: changed meanwhile by another program; nothing was written, try again", f.Name)
		}
		if f.is == nil { // it stays removed, whatever is forgotten next
			return p.Remove()
		}
		if err := files.Write(p, f.is); err != nil {
			return fmt.Errorf("%s: can't be replaced, nothing was changed: %w", f.Name, err)
		}
		return nil
	})
}

// write creates or replaces a file that only the user may read.
func write(path string, data []byte) error {
	at, err := inside.Place(path, "")
	if err != nil {
		return err
	}
	return files.Locked(at, func(p files.Place) error { return files.WriteMode(p, data, 0o600) })
}

// drop removes a file or an empty folder, if it can.
func drop(path string) {
	if at, err := inside.Place(path, ""); err == nil {
		at.Drop()
	}
}

// writable returns an error if the file exists and may not be changed, though its folder would let
// it be replaced.
func (f *File) writable() error {
	if err := f.Out(); err != nil {
		return err
	}
	w, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err == nil {
		defer w.Close()
		if info, _ := w.Stat(); info != nil && info.Mode()&0o200 == 0 { // root can open it
			err = fs.ErrPermission
		}
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s: found a read-only file, want a writable one; nothing was changed", f.Name)
	}
	return files.UnlessAbsent(err)
}

func checksum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
