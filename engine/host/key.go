package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"
)

// The user's key proves that this user's bcrules wrote a file: plans, and indexes of tables,
// wherever a variable led to them. So no variable may lead to another key: it is in the account's
// cache folder, whatever the environment says, and not with the rules, since files sealed by it are
// used while those can't be read. If the account has no writable folder, the key is in the one at
// home, or in memory (Held). A key that others may read, or that belongs to somebody else, is
// ignored; a lost one is made again, and so are the files. A key in memory moves to the account's
// folder once that is writable: as it stays the same, what it sealed stays valid and survives a
// restart of the machine.

// Key returns the user's key, nil if there is none yet.
func (f *Folders) Key() *wire.Key {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, dir := range f.keyFolders(false) {
		if f.key == nil {
			f.key = keyIn(dir())
		}
	}
	return f.key
}

// keyFolders returns functions for the folders that may have the key, "" for none. Each is looked up
// only when called; the one in memory is then created if make is set.
func (f *Folders) keyFolders(make bool) [3]func() string {
	return [...]func() string{
		func() string { return cacheAt(accountHome()) },
		func() string { return cacheAt(f.Home) },
		func() string { return Held(make) },
	}
}

// cacheAt returns bcrules' folder in a home folder's default cache folder, "" for none.
func cacheAt(home string) string {
	if home == "" {
		return ""
	}
	return Bcrules(filepath.Join(home, cacheAtHome))
}

// AccountCache returns bcrules' folder in the account's default cache folder, regardless of the
// environment, "" for none.
func AccountCache() string { return cacheAt(accountHome()) }

// keyIn returns the key in a folder, nil if there is none.
func keyIn(dir string) *wire.Key {
	if dir == "" {
		return nil
	}
	return wire.NewKey(secretAt(filepath.Join(dir, keyFile)))
}

const keyFile = "key"

// secretAt returns the secret of a key, nil if there is none that only this user can read.
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

// MakeKey makes a key for the user, if there is none, from wire.KeyLen random bytes. Only one of
// several concurrent processes makes it.
func (f *Folders) MakeKey(random []byte) error {
	if f.Key() != nil {
		f.settle()
		return nil
	}
	err := errors.New("found no folder of the user's own, want one to keep a key in")
	for _, dir := range f.keyFolders(true) {
		if err == nil {
			break
		}
		if dir := dir(); dir != "" {
			err = keep(dir, random)
		}
	}
	return err
}

// settle moves a key in memory to the first folder that accepts it. One in a home folder that a
// variable names stays: nobody else's may become the account's.
func (f *Folders) settle() {
	folders := f.keyFolders(false)
	inMemory := len(folders) - 1
	for _, dir := range folders[:inMemory] {
		if keyIn(dir()) != nil {
			return
		}
	}
	memory := folders[inMemory]()
	secret := secretAt(filepath.Join(memory, keyFile))
	for _, dir := range folders[:inMemory] {
		if dir := dir(); dir != "" && secret != nil && keep(dir, secret) == nil {
			_ = os.Remove(filepath.Join(memory, keyFile)) // if that fails it stays, as private as before
			return
		}
	}
}

// keep writes a key to a folder of the user's own.
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
		if err := files.WriteMode(p, secret, 0o600); err != nil {
			return fmt.Errorf("%s: no key can be kept: %w", dir, err)
		}
		if secretAt(p.Path()) == nil {
			return fmt.Errorf("%s: found a file system that hides nothing from others, want one that does, for a key", dir)
		}
		return nil
	})
}
