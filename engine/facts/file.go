package facts

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// A File describes a path. A missing file has size 0 and is endlessly old.
type File struct {
	Path   string        `expr:"path" form:"path" doc:"absolute"`
	Rel    string        `expr:"rel" form:"rel" doc:"from the project, with /; absolute if it is outside"`
	Name   string        `expr:"name" form:"name" doc:"last part of the path"`
	Exists bool          `expr:"exists" doc:"something is there"`
	Dir    bool          `expr:"dir" only:"exists" doc:"it is a folder"`
	Size   int           `expr:"size" only:"exists" doc:"bytes"`
	Age    time.Duration `expr:"age" only:"exists" doc:"since the last change; endless, longer than any duration, if it doesn't exist or changed in the future"`
	Time   time.Time     `expr:"time" doc:"of the last change; the year 1 if it doesn't exist"`
}

var file = engine.Fact{
	Doc:    "what is at a path: .exists .dir .size (bytes) .age .time .path .rel .name",
	Params: "path",
	Reads:  "path",
	Ask:    engine.Func1[string, File](fileAt),
}

func fileAt(c *engine.Call, name string) (File, error) {
	if name == "" {
		return File{Age: files.Never}, nil
	}
	p, err := c.Host.Place(name)
	if err != nil {
		return File{}, err
	}
	f, err := stat(c.Host, p)
	if files.LeadsOut(err) {
		err = c.Doubt(err, "taken as not there")
	}
	return f, err
}

// stat describes a path. It fails if it can't find out whether something is there.
func stat(h *host.Host, p files.Place) (File, error) {
	path := p.Path()
	f := File{Path: path, Rel: h.Local(path), Name: filepath.Base(path), Age: files.Never}
	info, err := p.Stat()
	if files.Absent(err) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	f.Exists, f.Dir, f.Size = true, info.IsDir(), int(info.Size())
	f.Age, f.Time = files.Age(h.Now(), info.ModTime()), info.ModTime()
	return f, nil
}

// stated describes places where something is. A link that can't be followed is described as
// missing, with a doubt.
func stated(c *engine.Call, places []files.Place) ([]File, error) {
	found, unsure := []File{}, error(nil)
	for _, p := range places {
		f, err := stat(c.Host, p)
		if err != nil {
			if _, unlisted := p.Lstat(); unlisted != nil {
				return found, err
			}
			unsure = c.Doubt(err, "what it leads to is taken as not there")
		}
		found = append(found, f)
	}
	return found, unsure
}

var glob = engine.Fact{
	Doc: "the files that a pattern (* ? [a-z]) matches, by name; ** matches any number of folders: glob('src/**/*.ts')\n" +
		"With ** it follows no links, leaves out folders, and stops at 10,000 files or 100,000 names with a warning. Folders that can't be read are left out with a warning; if that is the first folder of the pattern, it fails.",
	Params: "pattern",
	Words:  []engine.Word{{Param: "pattern", Form: "glob"}},
	Reads:  "pattern",
	Ask:    engine.Func1[string, []File](filesLike),
}

func filesLike(c *engine.Call, pattern string) ([]File, error) {
	places, err := FilesLike(c, pattern)
	found, more := stated(c, places)
	return found, engine.Graver(more, err)
}

var newest = engine.Fact{
	Doc:    "the most recently changed file that a pattern matches, without folders and links; .exists is false if there is none",
	Params: "pattern",
	Words:  []engine.Word{{Param: "pattern", Form: "glob"}},
	Reads:  "pattern",
	Ask:    engine.Func1[string, File](newestLike),
}

func newestLike(c *engine.Call, pattern string) (File, error) {
	places, unsure := FilesLike(c, pattern)
	best, last := File{Age: files.Never}, time.Time{}
	for _, p := range places {
		info, gone := p.Lstat()
		if gone != nil && !files.Absent(gone) {
			return best, gone
		}
		if gone != nil || !info.Mode().IsRegular() {
			continue // a rule may make a link to the answer, and must not find that
		}
		if info.ModTime().After(last) {
			var err error
			if best, err = stat(c.Host, p); err != nil {
				return best, err
			}
			last = info.ModTime()
		}
	}
	return best, unsure
}

// FilesLike returns the places that a pattern matches, sorted, and a doubt (engine.Call.Doubt) if
// there may be more. The path of the project before the pattern is taken literally.
func FilesLike(c *engine.Call, pattern string) ([]files.Place, error) {
	if pattern == "" {
		return nil, nil
	}
	if rel, ok := strings.CutPrefix(pattern, c.Host.Dir+string(filepath.Separator)); ok {
		pattern = rel
	}
	folder, rest := ".", strings.TrimRight(filepath.ToSlash(pattern), "/")
	if i := strings.IndexAny(rest, `*?[\`); i >= 0 {
		i = strings.LastIndexByte(rest[:i], '/') + 1
		if i > 0 {
			folder = rest[:i]
		}
		rest = rest[i:]
	} else {
		folder, rest = path.Split(rest)
		folder = cmp.Or(folder, ".")
	}
	dir, err := c.Host.Place(folder)
	if err != nil {
		return nil, err
	}
	if !filepath.IsLocal(rest) {
		return nil, fmt.Errorf("found pattern %q, which leads out of its folder; want one that doesn't", pattern)
	}
	names, unsure, err := namesLike(c, dir, path.Clean(rest))
	if err != nil {
		return nil, fmt.Errorf("found pattern %q: %w", pattern, err)
	}
	var places []files.Place
	for _, n := range names {
		places = append(places, dir.Join(n))
	}
	slices.SortFunc(places, func(a, b files.Place) int { return strings.Compare(a.Path(), b.Path()) })
	return places, unsure
}

var entriesIn = engine.Fact{
	Doc:    "the files in a folder whose names match a pattern (* ? [a-z]), by name; none if there is no such folder",
	Params: "folder, pattern",
	Words:  []engine.Word{{Param: "pattern", Form: "name-glob"}},
	Reads:  "folder",
	Ask:    engine.Func2[string, string, []File](filesIn),
}

func filesIn(c *engine.Call, folder, pattern string) ([]File, error) {
	found := []File{}
	dir, err := c.Host.Place(folder)
	if err != nil {
		return found, err
	}
	all, err := dir.ReadDir()
	if files.Absent(err) {
		return found, nil
	}
	if err != nil {
		return found, err
	}
	var places []files.Place
	for _, d := range all {
		ok, err := path.Match(pattern, d.Name())
		if err != nil {
			return found, fmt.Errorf("found pattern %q: %w", pattern, err)
		}
		if ok {
			places = append(places, dir.Join(d.Name()))
		}
	}
	return stated(c, places)
}

var beside = engine.Fact{
	Doc:    "the path of a name in the same folder as path; empty if path is",
	Params: "path, name",
	Path:   "path",
	Ask: engine.Func2[string, string, string](func(_ *engine.Call, path, name string) (string, error) {
		if path == "" {
			return "", nil
		}
		return filepath.ToSlash(filepath.Join(filepath.Dir(path), name)), nil
	}),
}

var relative = engine.Fact{
	Doc: "a path relative to a folder, computed from their texts alone: relative('src/app', 'src/lib/x.ts') is ../lib/x.ts\n" +
		"Both start at the project, or both at /; otherwise it is empty.",
	Params: "folder, path",
	Path:   "path",
	Ask: engine.Func2[string, string, string](func(_ *engine.Call, folder, path string) (string, error) {
		way, err := filepath.Rel(filepath.FromSlash(folder), filepath.FromSlash(path))
		if err != nil {
			return "", nil
		}
		return filepath.ToSlash(way), nil
	}),
}

var read = engine.Fact{
	Doc: "the text of a file, without a byte order mark; empty if there is none\n" +
		"It fails for a folder, a pipe, a device or a file over 64 MB. A link that leads out of the project reads as empty with a warning, and fails in a closed hook.",
	Params: "path",
	Reads:  "path",
	Form:   "lined",
	Long:   true,
	Ask: engine.Func1[string, string](func(c *engine.Call, path string) (string, error) {
		return written(c, path, files.MaxRead)
	}),
}

// written returns the text of a file of no more than most bytes.
func written(c *engine.Call, path string, most int64) (string, error) {
	s, err := c.Host.Text(path, most)
	if files.LeadsOut(err) {
		err = c.Doubt(err, "taken as empty")
	}
	return s, err
}
