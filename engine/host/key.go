package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"
)

// The user's key is what files are known by that this user's bcrules wrote: plans, and
// indexes of tables, wherever a variable led to them. It lies beside what the user trusts, so
// that whatever protects that protects it, or where nothing can be written there in memory
// (Held). A key that others may read, or that is somebody else's, is none.

// Key returns the user's key, nil if there is none yet.
func (f *Folders) Key() *wire.Key {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.key == nil {
		f.key = keyIn(f.Trust())
	}
	if f.key == nil {
		f.key = keyIn(held(false))
	}
	return f.key
}

// keyIn returns the key that lies in a folder, nil if there is none.
func keyIn(dir string) *wire.Key {
	if dir == "" {
		return nil
	}
	return wire.NewKey(secretAt(filepath.Join(dir, keyFile)))
}

const keyFile = "key"

// Trust returns the folder of what the user trusts; "" where there is no telling.
func (f *Folders) Trust() string { return Bcrules(f.Config, "trust") }

// secretAt returns what a key is made of, nil if there is none that only this user has.
func secretAt(path string) []byte {
	h, err := files.OpenOwn(path)
	if err != nil {
		return nil
	}
	defer h.Close()
	secret := make([]byte, wire.KeyLen)
	if _, err := h.ReadAt(secret, 0); err != nil || !h.Private || h.Size != wire.KeyLen {
		return nil
	}
	return secret
}

// MakeKey gives the user a key, if there is none, of as many random bytes as wire.KeyLen. Of
// several processes at once one makes it.
func (f *Folders) MakeKey(random []byte) error {
	if f.Key() != nil {
		return nil
	}
	err := errors.New("found no folder of the user's own, want one to keep a key in")
	if dir := f.Trust(); dir != "" {
		err = keep(dir, random)
	}
	if dir := Held(); err != nil && dir != "" {
		err = keep(dir, random)
	}
	return err
}

// keep writes a key into a folder of the user's own.
func keep(dir string, secret []byte) error {
	if err := files.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err == nil && (!info.IsDir() || !files.Owned(info)) {
		err = fmt.Errorf("%s: found something that is not a folder of this user, want one", dir)
	}
	if err != nil {
		return err
	}
	return files.Locked(files.NewRoot(dir).Place(keyFile), func(p files.Place) error {
		if secretAt(p.Path()) != nil {
			return nil
		}
		err := files.WriteMode(p, secret, 0o600)
		if err == nil && secretAt(p.Path()) == nil {
			err = fmt.Errorf("%s: found a file system that keeps nothing from others, want one for a key", dir)
		}
		return err
	})
}
