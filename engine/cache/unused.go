package cache

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"bcrules.dev/engine/files"
)

// Plans accumulate for every rule set there ever was: deleted projects, worktrees of a day. Reading
// a plan marks it, at most once a day; making one deletes plans unread for 30 days, which are made
// again when needed.
const (
	markAfter = 24 * time.Hour
	unused    = 30 * 24 * time.Hour
)

// markUsed marks a file as read, unless that was done within a day.
func markUsed(h *files.Handle, path string) {
	if now := time.Now(); h.Own && h.Modified > 0 && now.Sub(time.Unix(0, h.Modified)) > markAfter {
		os.Chtimes(path, now, now)
	}
}

// sweep deletes unread files. It spares folders that others may read, because their reading leaves
// no mark.
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
