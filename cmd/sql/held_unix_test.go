//go:build unix

package sql

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcrules.dev/engine/store"
)

// Replacing a store's folder by a link that leads elsewhere, and back, at any time, creates nothing
// there, and what was answered is in the store.
func TestSwapped(t *testing.T) {
	opened, other := 0, t.TempDir()
	for n := range 100 {
		top := t.TempDir()
		dir, aside := filepath.Join(top, "in"), filepath.Join(top, "aside")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		done, ended := make(chan bool), make(chan bool)
		go func() {
			defer close(ended)
			for {
				os.Rename(dir, aside)
				os.Symlink(other, dir)
				os.Remove(dir)
				os.Rename(aside, dir)
				select {
				case <-done:
					return
				default:
				}
			}
		}()
		o := &store.Opening{Name: "s", Root: top, File: filepath.Join(dir, "s.db"), Within: 2 * time.Second, Schema: []string{"create table t (n integer)"},
			Statements: map[string]store.Statement{"add": {SQL: fmt.Sprintf("insert into t values (%d)", n)}}}
		k := newKeeper()
		_, err := k.do(store.Request{Store: "s", Open: o, Do: []store.Step{{Name: "add"}}})
		close(done)
		<-ended
		if err == nil {
			opened++
			if info, absent := os.Stat(filepath.Join(dir, "s.db")); absent != nil || info.Size() == 0 {
				t.Errorf("%d: answered, and the store is not where it should be: %v", n, absent)
			}
		}
		for _, d := range k.open {
			d.(*lite).db.Close()
		}
		if made, _ := os.ReadDir(other); len(made) > 0 {
			t.Fatalf("%d: found %v, want nothing made there", n, made)
		}
	}
	if opened == 0 {
		t.Error("no store could be opened, want some")
	}
}
