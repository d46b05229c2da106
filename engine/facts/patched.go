package facts

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/files"
)

// patchMost is the size in bytes of the largest patch that is read.
const patchMost = 1 << 20

// patched returns the files named by a command's patch, if the patch is in one or more files. It
// returns none if the call contains the patch, as the call's writes name them then. For a patch
// that git prints, it notes what git would change. If the patch is unknown, it returns all files.
func (s *sweeper) patched(path string, command effects.Command, dir string) (found []string, err error) {
	if !slices.ContainsFunc(s.does.Writes, func(f effects.File) bool { return f.By == command.Program && f.Deep }) {
		return nil, nil
	}
	if says := s.diffed(command); path == "-" && says != nil {
		for _, word := range says {
			for _, what := range s.now(word) {
				if err := s.bringOne(what, effects.Command{}, dir); err != nil {
					return nil, err
				}
			}
		}
		return nil, nil
	}
	paths := []string{path}
	if path == "-" {
		paths = s.redirected(command)
	}
	text, heads := "", ""
	for _, path := range paths {
		one, known, err := s.lies(path, command, dir)
		if err != nil {
			return nil, err
		}
		if !known || regexp.MustCompile(encoded).MatchString(one) {
			return s.blind()
		}
		text += one
		heads += programs.Heads(one)
	}
	if len(paths) == 0 {
		return s.blind()
	}
	names := func(name string) bool {
		at, err := filepath.Rel(dir, filepath.Join(s.root, filepath.FromSlash(name)))
		if err != nil || !filepath.IsLocal(at) || slices.Contains(command.Flags, "directory") {
			at = filepath.Base(name)
		}
		return strings.Contains(heads, strings.ToLower(filepath.ToSlash(at))) || strings.Contains(heads, `\`)
	}
	found = slices.DeleteFunc(slices.Collect(maps.Keys(s.names)), func(name string) bool { return !names(name) })
	s.loose = s.loose || strings.Contains(heads, ignores)
	for name, stop := range s.stops { // a patch may turn a folder above into a link, or rename another file to this one
		way := slices.ContainsFunc(s.ways(), func(way string) bool { return strings.HasPrefix(name, way+"/") && leads(heads, way) })
		if way || names(name) && (strings.Contains(text, stop.setting) || strings.Contains(heads, "rename ") || strings.Contains(heads, "copy ")) {
			s.gone = append(s.gone, stop.path)
		}
	}
	return found, nil
}

// encoded is a header of mail that contains the patch in encoded form. It is compiled only for patches:
// a package-level pattern would be compiled at every event.
const encoded = `(?im)^content-transfer-encoding: *(base64|quoted-printable)`

// leads reports whether heads of a patch name a path itself, not what lies below it.
func leads(heads, path string) bool {
	return slices.ContainsFunc([]string{"\n", "\r", "\t", " "}, func(end string) bool { return strings.Contains(heads, strings.ToLower(path)+end) })
}

// diffed returns in words of Brings what a command brings, if its whole patch is a diff that git
// prints in the same folder; nil if it isn't or may not be. Two commits give both directions, as a
// patch may be applied in reverse.
func (s *sweeper) diffed(command effects.Command) (says []string) {
	elsewhere := func(flag string) bool { return flag == "directory" || flag == "strip" }
	known := []string{"R", "binary", "cached", "full-index", "no-color", "patch", "p", "staged", "stdout", "unified", "U", "1", "quiet", "q"}
	unknown := func(flag string) bool { return !slices.Contains(known, flag) }
	for _, p := range s.does.Pipes {
		if p.To.Program != command.Program {
			continue
		}
		by := p.From
		if by.Program != "git" || len(by.Operands) == 0 || by.Dir != command.Dir || by.Host != "" || len(by.Env) > 0 ||
			slices.ContainsFunc(by.Flags, unknown) || slices.ContainsFunc(command.Flags, elsewhere) {
			return nil
		}
		switch verb, of := by.Operands[0], by.Operands[1:]; {
		case verb == "diff" && len(of) == 0:
			says = append(says, "changed")
		case verb == "diff" && len(of) == 1 && strings.Count(of[0], "..") == 1 && !strings.Contains(of[0], "..."):
			from, to, _ := strings.Cut(of[0], "..")
			says = append(says, from+".."+to, cmp.Or(to, "HEAD")+".."+cmp.Or(from, "HEAD"))
		case verb == "diff" && len(of) == 1:
			says = append(says, "HEAD.."+of[0], "changed")
		case verb == "diff" && len(of) == 2 && !s.isPath(of[0], by.Dir) && !s.isPath(of[1], by.Dir):
			says = append(says, of[0]+".."+of[1], of[1]+".."+of[0])
		case (verb == "show" || verb == "format-patch" && slices.Contains(by.Flags, "1")) && len(of) == 1:
			says = append(says, of[0]+"^.."+of[0])
		default:
			return nil
		}
	}
	return says
}

// isPath reports whether an operand of git may be a path: a file has that name, or may have.
func (s *sweeper) isPath(operand, dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, operand))
	return !files.Absent(err)
}

// redirected returns the files that the shell opens for commands to read, and those that programs
// print unchanged into the command; none if a program prints anything else into it.
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

// lies returns a file's text before the call. known is false if there is no such file, or if the
// call may write it or makes links, through which it may write it.
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
