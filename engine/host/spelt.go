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
	if rest, ok := strings.CutPrefix(word, "~/"); ok {
		word = "$HOME/" + rest
	}
	unset := false
	word = strings.ReplaceAll(os.Expand(word, func(name string) string {
		value := h.Getenv(name)
		switch {
		case name == "HOME":
			value = h.Home
		case name == SessionDir && value == "":
			value = h.Dir
		}
		unset = unset || value == ""
		return value
	}), `"`, "")
	switch {
	case unset || !strings.ContainsAny(word, `/\`) || strings.HasPrefix(word, "-") || strings.Contains(word, "://"):
		return ""
	case !filepath.IsAbs(word):
		return filepath.Join(h.Dir, word)
	}
	return filepath.Clean(word)
}
