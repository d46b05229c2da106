package facts

import (
	"maps"
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
// several of which it may be any; none where the call itself has the patch: its writes are the files
// then. Where that can't be told it is all, but of what git says of its own files.
func (s *sweeper) patched(path string, command effects.Command, dir string) (found []string, err error) {
	if !slices.ContainsFunc(s.does.Writes, func(f effects.File) bool { return f.By == command.Program && f.Deep }) {
		return nil, nil
	}
	if path == "-" && slices.ContainsFunc(s.does.Pipes, func(p effects.Pipe) bool { return p.To.Program == command.Program && differs(p.From) }) {
		return s.having("tracked")
	}
	all := slices.Collect(maps.Keys(s.names))
	paths := []string{path}
	if path == "-" {
		paths = s.redirected(command)
	}
	text := ""
	for _, path := range paths {
		one, known, err := s.lies(path, command, dir)
		if !known || err != nil {
			return all, err
		}
		text += programs.Heads(one)
	}
	if len(paths) == 0 {
		return all, nil
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

// differs reports whether a command says how files differ from what git keeps, of those that it keeps.
func differs(c effects.Command) bool {
	return c.Program == "git" && slices.Equal(c.Operands, []string{"diff"}) && !slices.Contains(c.Flags, "no-index")
}

// redirected returns the files that the shell opens for what commands read, and those that flow into
// a command as they are, if nothing else does.
func (s *sweeper) redirected(command effects.Command) (paths []string) {
	by := []string{"shell"}
	for _, p := range s.does.Pipes {
		switch {
		case p.To.Program != command.Program:
		case !programs.PrintsInput(p.From.Program):
			return nil
		default:
			by = append(by, p.From.Program)
		}
	}
	for _, f := range s.does.Reads {
		if slices.Contains(by, f.By) {
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
