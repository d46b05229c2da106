package host

import (
	"os"
	"path/filepath"
	"strings"
)

// Spelt returns the absolute path that a word of a command of settings is, as a shell
// that starts in the project reads it: with ~, $HOME and $CLAUDE_PROJECT_DIR, say. It is
// "" for what is no path, and where a variable is not set.
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
