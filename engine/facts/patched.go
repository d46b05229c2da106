package facts

import (
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/files"
)

// patchMost is how many bytes of a patch are looked into.
const patchMost = 1 << 20

// patched returns the files that a patch of a command names, where the patch lies in a file, or in
// several of which it may be any. It is nil where that can't be told, and not where the call itself
// has the patch: its writes are the files then.
func (s *sweeper) patched(path string, command effects.Command, dir string) (found []string, err error) {
	found = []string{}
	if !slices.ContainsFunc(s.does.Writes, func(f effects.File) bool { return f.By == command.Program && f.Deep }) {
		return found, nil
	}
	paths := []string{path}
	if path == "-" {
		paths = s.redirected(command)
	}
	text := ""
	for _, path := range paths {
		one, known, err := s.lies(path, command, dir)
		if !known || err != nil {
			return nil, err
		}
		text += programs.Heads(one)
	}
	if len(paths) == 0 {
		return nil, nil
	}
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

// redirected returns the files that the shell opens for what commands read, if nothing flows into
// a command by other ways.
func (s *sweeper) redirected(command effects.Command) (paths []string) {
	for _, p := range s.does.Pipes {
		if p.To.Program == command.Program {
			return nil
		}
	}
	for _, f := range s.does.Reads {
		if f.By == "shell" {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// lies returns the text of a file as it is before the call; not known where it isn't there, or
// what the call writes may be it, by that name or, of what makes links, any.
func (s *sweeper) lies(path string, by effects.Command, dir string) (text string, known bool, err error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	at, err := unlinked(path)
	if err != nil || len(s.does.Links) > 0 {
		return "", false, err
	}
	if slices.ContainsFunc(s.does.Writes, func(f effects.File) bool {
		to, err := unlinked(f.Path)
		return err != nil || to == at || f.Deep && f.By != by.Program && covers(to, f.Path, at)
	}) {
		return "", false, nil
	}
	is, folder, err := files.There(at)
	if err != nil || !is || folder {
		return "", false, err
	}
	data, err := files.ReadMost(files.At(at), patchMost)
	return string(data), err == nil, nil
}
