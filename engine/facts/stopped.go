package facts

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"

	"github.com/tidwall/gjson"
)

// A stop is the given path of a file and the name of a setting that it must not contain.
type stop struct{ path, setting string }

// stop records the files of the repository, existing or not, that are given with a setting.
func (s *sweeper) stop(paths any) {
	s.stops = map[string]stop{}
	for _, one := range engine.Listed(paths) {
		if pair := texts(one); len(pair) == 2 {
			if name, err := filepath.Rel(s.root, absolute(s.Call, pair[0])); s.root != "" && err == nil && filepath.IsLocal(name) {
				s.stops[filepath.ToSlash(name)] = stop{pair[0], pair[1]}
			}
		}
	}
}

// in reports whether a file's text has the setting, and not as false. A text that isn't JSON may have
// it in another form.
func (s stop) in(text string) bool {
	if !gjson.Valid(text) {
		return strings.TrimSpace(text) != ""
	}
	value := gjson.Get(text, s.setting)
	return value.Exists() && value.Type != gjson.False
}

// stopped notes the found files that have their setting in one of the commits, or that lie below a
// found path.
func (s *sweeper) stopped(found, commits []string) error {
	for name, stop := range s.stops {
		is := slices.ContainsFunc(found, func(file string) bool { return strings.HasPrefix(name, file+"/") })
		for _, commit := range commits {
			if !slices.Contains(found, name) {
				break
			}
			text, known, err := s.say("", "cat-file", "blob", commit+":"+name)
			if err != nil {
				return err
			}
			if known {
				is = is || stop.in(text)
				continue
			}
			// The commit hasn't got the file, or the clone hasn't got its content yet.
			lies, known, err := s.list("ls-tree", "--name-only", "-z", commit, "--", name)
			if err != nil {
				return err
			}
			is = is || known && len(lies) > 0
		}
		if is {
			s.gone = append(s.gone, stop.path)
		}
	}
	return nil
}

// blind returns all of names, for when it is unknown what git brings. The first time it also notes
// the stops whose setting is in a commit that a ref or HEAD names, but not in the folder.
func (s *sweeper) blind() ([]string, error) {
	const most = 300 // the newest
	found := slices.Collect(maps.Keys(s.names))
	if s.blinded || len(s.stops) == 0 {
		s.lost = true
		return found, nil
	}
	s.lost, s.blinded = true, true
	// Sorting reads the object of each ref, which takes too long for tens of thousands. If git
	// doesn't answer in time, only HEAD and what was last checked out or fetched are searched.
	refs, _, _ := s.list("for-each-ref", "--sort=-creatordate", "--count="+strconv.Itoa(most), "--format=%(objectname)")
	ask := ""
	for _, ref := range append(refs, "HEAD", "FETCH_HEAD", "ORIG_HEAD") {
		for name := range s.stops {
			ask += ref + ":" + name + "\n"
		}
	}
	text, _, err := s.say(ask, "cat-file", "--batch")
	for name, stop := range s.stops {
		if lies, _ := lying(filepath.Join(s.root, filepath.FromSlash(name))); strings.Contains(text, stop.setting) && !strings.Contains(lies, stop.setting) {
			s.gone = append(s.gone, stop.path)
		}
	}
	return found, err
}

// committed is blind for a command that brings what some commit has. It returns nothing if git
// keeps none of the files, and no commit has one of them or anything in the place of a folder above
// them. Git walks through all commits to find that out. If it doesn't end in time, a commit may
// have them.
func (s *sweeper) committed() ([]string, error) {
	kept, err := s.keeps()
	if err != nil {
		return nil, err
	}
	names := slices.Collect(maps.Keys(s.names))
	asked := slices.Concat([]string{"rev-list", "-1", "--full-history", "--all", "--reflog", "--"}, names, slices.Collect(maps.Keys(s.stops)), foldersOf(names))
	if found, known, err := s.list(asked...); err != nil || known && len(found)+len(kept["tracked"]) == 0 {
		return nil, err
	}
	return s.blind()
}
