package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// A seed is a folder with all packs as kept by the programs that compiled them. Otherwise each
// script would compile them for 0.1 to 0.7 s a pack, with the same result; packs_kept begins
// without any.
type seed string

// newSeed has programs compile the packs.
func newSeed(t *testing.T, programs ...string) seed {
	t.Helper()
	dir := t.TempDir()
	var all sync.WaitGroup
	for _, program := range programs {
		all.Go(func() {
			cmd := exec.Command(program, "version")
			cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s version: %v\n%s", program, err, out)
			}
		})
	}
	all.Wait()
	return seed(dir)
}

// sow links the kept parts into a home folder, unless its cache isn't a folder. Processes that keep
// more parts make their own files.
func (s seed) sow(home string) error {
	if info, err := os.Stat(filepath.Join(home, ".cache")); err == nil && !info.IsDir() {
		return nil
	}
	from, to := filepath.Join(string(s), "cache", "bcrules", "parts"), filepath.Join(home, ".cache", "bcrules", "parts")
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	all, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, f := range all {
		if err := os.Link(filepath.Join(from, f.Name()), filepath.Join(to, f.Name())); err != nil {
			return err
		}
	}
	return nil
}
