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
// indexes of tables, wherever a variable led to them. So no variable may lead to another key:
// it lies in the cache folder that the account has, whatever the environment says, and apart
// from the rules, as what holds while those can't be read is known by it. Where the account
// has no folder to write to it lies in the one at home, or in memory (Held). A key that others
// may read, or that is somebody else's, is none; one that is lost is made anew, and so are
// the files. One in memory goes to the account's folder once that can be written: it is the
// same, so that what was written by it holds, and doesn't end with the machine's memory.

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

// keyFolders returns where the key may lie, "" for nowhere, each found out, and the one in
// memory made if it is to, when it is asked for.
func (f *Folders) keyFolders(make bool) [3]func() string {
	return [...]func() string{
		func() string { return cacheAt(accountHome()) },
		func() string { return cacheAt(f.Home) },
		func() string { return Held(make) },
	}
}

// cacheAt returns bcrules' folder in the cache folder that a home folder has by default, ""
// for none.
func cacheAt(home string) string {
	if home == "" {
		return ""
	}
	return Bcrules(filepath.Join(home, cacheAtHome))
}

// AccountCache returns bcrules' folder in the cache folder that the account has where the
// environment says nothing, "" for none.
func AccountCache() string { return cacheAt(accountHome()) }

// keyIn returns the key that lies in a folder, nil if there is none.
func keyIn(dir string) *wire.Key {
	if dir == "" {
		return nil
	}
	return wire.NewKey(secretAt(filepath.Join(dir, keyFile)))
}

const keyFile = "key"

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

// settle brings a key that lies in memory to the first folder that takes it. One in a home
// folder that a variable names stays: nobody else's is to become the account's.
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
			_ = os.Remove(filepath.Join(memory, keyFile)) // or it stays, as private as before
			return
		}
	}
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
