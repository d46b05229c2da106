package host

import (
	"os"
	"path/filepath"
	"strings"
)

// Spelt returns the absolute path that a word in a settings' command means to a shell that starts in
// the project, for example with ~, $HOME or $CLAUDE_PROJECT_DIR; "" if it isn't a path, or a
// variable isn't set.
func (h *Host) Spelt(word string) string {
	word, home := strings.CutPrefix(word, "~/")
	unset := home && h.Home == ""
	if strings.Contains(word, "$") {
		word = os.Expand(word, func(name string) string {
			value := h.Home
			if name != "HOME" {
				value = h.Getenv(name)
			}
			if name == SessionDir && value == "" {
				value = h.Dir
			}
			unset = unset || value == ""
			return value
		})
	}
	if home {
		word = h.Home + "/" + word
	}
	word = strings.ReplaceAll(word, `"`, "")
	switch {
	case unset || !strings.ContainsAny(word, `/\`) || strings.HasPrefix(word, "-") || strings.Contains(word, "://"):
		return ""
	case !filepath.IsAbs(word):
		return filepath.Join(h.Dir, word)
	}
	return filepath.Clean(word)
}
