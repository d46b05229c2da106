package cache

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"bcrules.dev/engine/files"
)

// A plan is kept for each rule set that there ever was: of projects that are gone, of worktrees
// of a day. Who reads one marks it, once a day at most, and who makes one throws away those that
// nobody read for a month. What was thrown away is made anew when it is asked for.
const (
	markAfter = 24 * time.Hour
	unused    = 30 * 24 * time.Hour
)

// used marks a file of the store as read, where that wasn't done within the day.
func used(h *files.Handle, path string) {
	if now := time.Now(); h.Own && h.Modified > 0 && now.Sub(time.Unix(0, h.Modified)) > markAfter {
		os.Chtimes(path, now, now)
	}
}

// sweep throws away what nobody read. In a folder that others may read nothing goes, as their
// use leaves no mark.
func (s Store) sweep() {
	for _, dir := range s.dirs {
		if info, err := os.Lstat(dir); err != nil || info.Mode()&0o077 != 0 {
			continue
		}
		all, _ := os.ReadDir(dir)
		for _, file := range all {
			if !slices.Contains([]string{".plan", ".fault"}, filepath.Ext(file.Name())) {
				continue
			}
			if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > unused {
				os.Remove(filepath.Join(dir, file.Name()))
			}
		}
	}
}
