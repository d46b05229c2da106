package facts

import (
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/files"
)

// patchMost is how many bytes of a patch are looked into.
const patchMost = 1 << 20

// patched returns the files that a patch of a command names, where that is what the command brings
// and the patch is there as a file. It is nil where that can't be told, and not where the call
// itself has the patch: its writes are the files then.
func (s *sweeper) patched(what string, command effects.Command, dir string) ([]string, error) {
	path, ok := strings.CutPrefix(what, "patched:")
	if !ok {
		return nil, nil
	}
	if !slices.ContainsFunc(s.writes, func(f effects.File) bool { return f.By == command.Program && f.Deep }) {
		return []string{}, nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	is, folder, err := files.There(path)
	if err != nil || !is || folder || slices.ContainsFunc(s.writes, func(f effects.File) bool { return f.Path == path }) {
		return nil, err
	}
	data, err := files.ReadMost(files.At(path), patchMost)
	if err != nil {
		return nil, nil
	}
	found, text := []string{}, headers(string(data))
	for name := range s.names {
		at, err := filepath.Rel(dir, filepath.Join(s.root, filepath.FromSlash(name)))
		if err != nil || !filepath.IsLocal(at) || slices.Contains(command.Flags, "directory") {
			at = filepath.Base(name)
		}
		if strings.Contains(text, strings.ToLower(filepath.ToSlash(at))) || strings.Contains(text, `\`) {
			found = append(found, name)
		}
	}
	return found, nil
}

// headers returns the lines of a patch that name files, in lower case and with one form for each
// path; a name that is written with escapes keeps them.
func headers(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		for _, head := range []string{"--- ", "+++ ", "*** ", "diff ", "rename ", "copy ", "index: "} {
			if line = strings.ToLower(strings.TrimLeft(line, " \t")); strings.HasPrefix(line, head) {
				for strings.Contains(line, "//") || strings.Contains(line, "/./") {
					line = strings.ReplaceAll(strings.ReplaceAll(line, "/./", "/"), "//", "/")
				}
				b.WriteString(line)
				break
			}
		}
	}
	return b.String()
}
