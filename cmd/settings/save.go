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

// Backups is the folder in which settings files are kept as they were before the
// first entry of ours, a folder for each.
type Backups string

// OpenBackups returns the folder in the user's configuration, which need not be
// there yet. It fails where there is no telling where that is.
func OpenBackups() (Backups, error) {
	config := host.Here(os.Getenv).Folders().Config
	if config == "" {
		return "", errors.New("found no folder of the user's configuration, want one to keep settings in as they were")
	}
	return Backups(host.Bcrules(config, "backup")), nil
}

// Check returns why nothing can be kept there, or nil. It writes and removes a file.
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

// A note says what a backup is of. The copy itself lies beside it.
type note struct {
	File    string   `json:"file"`    // absolute
	There   bool     `json:"there"`   // there was a file before
	Written string   `json:"written"` // checksum of what was written in its place
	Made    []string `json:"made"`    // folders made for it, innermost first
	// Rules are those that its user had its entries give, as they stand there.
	Rules []string `json:"rules,omitempty"`
}

// gave reports whether rules that an entry gives are its user's word. Of no note they are not.
func (n *note) gave(rules []string) bool { return n != nil && slices.Equal(n.Rules, rules) }

// note returns what is known of the file before the first entry of ours, nil if nothing is, or
// there is no telling.
func (f *File) note() *note {
	backups, err := OpenBackups()
	if err != nil {
		return nil
	}
	n, _, _ := backups.read(f)
	return n
}

// Told reports whether it is kept whose word the file's entries are, as Save does.
func (f *File) Told() bool { return f.given == nil || f.note().gave(f.given) }

func (b Backups) folder(f *File) string {
	return filepath.Join(string(b), checksum([]byte(f.path))[:16])
}

// Files are what saving a file writes: the file itself, and what is kept of it.
func (b Backups) Files(f *File) []string {
	return []string{b.Copy(f), b.note(f), f.Original(f.was), f.path}
}

// Copy is where the file is kept as it was, if it was there.
func (b Backups) Copy(f *File) string { return filepath.Join(b.folder(f), filepath.Base(f.path)) }

// Original is where a file is kept with what its agent doesn't take, as it held that: beside it,
// where people look, as the copy goes with later changes.
func (f *File) Original(held []byte) string { return f.path + "." + checksum(held)[:8] + ".orig" }

// Kept is where the file is kept with what its agent doesn't take when it is saved, "" if it
// isn't.
func (f *File) Kept() string {
	if !f.reduced {
		return ""
	}
	return f.Original(f.was)
}

func (b Backups) note(f *File) string { return filepath.Join(b.folder(f), "note.json") }

// read returns what is known of a file before the first entry of ours, nil if
// nothing is. It fails if that can't be read: it may be there, and is not to be written over.
func (b Backups) read(f *File) (n *note, was *File, err error) {
	data, err := files.Read(files.At(b.note(f)))
	if err != nil || json.Unmarshal(data, &n) != nil || n.File != f.path {
		return nil, nil, present(err)
	}
	was = &File{Name: f.Name, path: f.path, form: f.form}
	if n.There {
		if data, err = files.Read(files.At(b.Copy(f))); err != nil {
			return nil, nil, present(err)
		}
		was.was = append([]byte{}, data...)
	}
	if was.parse() != nil {
		return nil, nil, nil
	}
	return n, was, nil
}

// present is an error but that of what isn't there.
func present(err error) error {
	if files.Absent(err) {
		return nil
	}
	return err
}

// Undo makes the file to be as it was before the first entry of ours. Where it
// was changed since, by somebody else, only our entries go.
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

// Save writes the file with entries of ours in it, in one step for whoever reads
// it, and keeps what it was before the first of them. Where it fails, the file is as it was, and
// what is kept is for the caller to put back (Files).
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
		err = present(files.Remove(b.Copy(f)))
	}
	if err == nil {
		err = write(b.note(f), files.JSON(n))
	}
	if err != nil {
		return err
	}
	return f.write()
}

// forget takes away what Save kept.
func (b Backups) forget(f *File) error {
	err := os.RemoveAll(b.folder(f))
	os.Remove(string(b)) // stays if there are others in it
	return err
}

// Restore writes the file without entries of ours, or takes it away with the
// folders that were made for it, and forgets what it was.
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
	drop(f.Original(f.is)) // it stands where it was again
	for i := 0; f.is == nil && i < len(n.Made); i++ {
		drop(n.Made[i]) // stays if something else is in it
	}
	return b.forget(f)
}

// write replaces the file, or takes it away, if it is still as it was read.
func (f *File) write() error {
	at, err := f.at()
	if err != nil {
		return err
	}
	return files.Locked(at, func(p files.Place) error {
		now, err := files.Read(p)
		if present(err) != nil {
			return err
		}
		if (err == nil) != (f.was != nil) || !bytes.Equal(now, f.was) {
			return fmt.Errorf("%s: changed meanwhile by another program; nothing was written, try again", f.Name)
		}
		if f.is == nil { // and stays away, whatever is forgotten of it next
			return p.Remove()
		}
		if err := files.Write(p, f.is); err != nil {
			return fmt.Errorf("%s: can't be replaced, nothing was changed: %w", f.Name, err)
		}
		return nil
	})
}

// write makes or replaces a file that only the user may read.
func write(path string, data []byte) error {
	at, err := inside.Place(path, "")
	if err != nil {
		return err
	}
	return files.Locked(at, func(p files.Place) error { return files.WriteMode(p, data, 0o600) })
}

// drop takes away a file or an empty folder, if it can.
func drop(path string) {
	if at, err := inside.Place(path, ""); err == nil {
		at.Drop()
	}
}

// writable returns an error if the file is there and may not be changed, though
// its folder would let it be replaced.
func (f *File) writable() error {
	if err := f.Out(); err != nil {
		return err
	}
	w, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err == nil {
		defer w.Close()
		if info, _ := w.Stat(); info != nil && info.Mode()&0o200 == 0 { // root may open it
			err = fs.ErrPermission
		}
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s: found a file that may only be read, want one to write; nothing was changed", f.Name)
	}
	return present(err)
}

func checksum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
