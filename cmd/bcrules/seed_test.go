package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// A seed is a folder with all packs as programs keep them that compiled them. Each script
// would do that for 0.1 to 0.7 s a pack, with the same to come of it; packs_kept begins with
// nothing.
type seed string

// newSeed has programs compile the packs.
func newSeed(t *testing.T, programs ...string) seed {
	t.Helper()
	dir := t.TempDir()
	var all sync.WaitGroup
	for _, program := range programs {
		all.Go(func() {
			cmd := exec.Command(program, "version")
			cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+dir)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s version: %v\n%s", program, err, out)
			}
		})
	}
	all.Wait()
	return seed(filepath.Join(dir, "bcrules", "parts"))
}

// sow links what is kept into a cache folder, if that is one. Who keeps more makes files of
// their own.
func (s seed) sow(cache string) error {
	if info, err := os.Stat(cache); err == nil && !info.IsDir() {
		return nil
	}
	to := filepath.Join(cache, "bcrules", "parts")
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	parts, err := os.ReadDir(string(s))
	if err != nil {
		return err
	}
	for _, p := range parts {
		if err := os.Link(filepath.Join(string(s), p.Name()), filepath.Join(to, p.Name())); err != nil {
			return err
		}
	}
	return nil
}
