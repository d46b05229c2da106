package files

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Folders are made with the wanted mode, and an existing one is no fault. What is removed is gone:
// of a link only the link, not its target.
func TestMakeAndRemove(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	for range 2 {
		if err := MkdirAll(deep, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(deep); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	if err := NewRoot(dir).Place("a/c/d").MkdirAll(); err != nil {
		t.Error(err)
	}
	file, link := filepath.Join(deep, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err == nil {
		err := Remove(link)
		if there, _, _ := There(file); err != nil || !there {
			t.Error(err)
		}
	}
	err := Remove(file)
	if there, _, _ := There(file); err != nil || there {
		t.Error(err)
	}
	if err := Remove(file); !Absent(err) {
		t.Error(err)
	}
}

// If something can't be opened for a sync, that is no fault: the names in it exist.
func TestSyncOfUnreadable(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("everything can be read")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o300); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	if err := Append(NewRoot(dir).Place("a"), []byte("x\n"), 0o600); err != nil {
		t.Error(err)
	}
}
