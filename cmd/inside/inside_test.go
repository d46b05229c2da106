package inside

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcrules.dev/cmd/layers/trust"
)

// TestPlaceOfFlippingLink lets a link of the project lead out of it and back, again and again: a
// place is always in the project, or there is none.
func TestPlaceOfFlippingLink(t *testing.T) {
	dir := trust.Real(t.TempDir())
	t.Setenv("HOME", filepath.Join(dir, "home"))
	project := filepath.Join(dir, "project")
	for _, d := range []string{"home", "elsewhere", "project/.git", "project/own"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(project)
	flip := func(to string) {
		os.Symlink(to, "next")
		os.Rename("next", "out")
	}
	flip("own")
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				flip("../elsewhere")
				flip("own")
			}
		}
	}()
	placed := 0
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
		at, err := Place("out/x", "")
		if err != nil {
			continue
		}
		placed++
		if root, _ := at.Inside(); root != project {
			t.Errorf("found a place in %s, want one in %s or none", root, project)
			break
		}
	}
	close(stop)
	<-stopped
	if placed == 0 {
		t.Error("found no place at all, want some")
	}
}
