package facts

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

var git = engine.Fact{
	Doc: "the state of the project's repository: .root .branch .commit .detached .worktree .operation (merge, rebase, am, cherry-pick, revert, bisect); all empty if there is none\n" +
		"No program is run: git's own files say it.",
	Looks: "the state of the project's repository",
	Ask: engine.Func0[host.Git](func(c *engine.Call) (host.Git, error) {
		return c.Host.Git(c.Host.Dir)
	}),
}

var repository = engine.Fact{
	Doc: "where the project's repository was cloned from, the same for all its clones: HOST/PATH of the remote origin, or of the only remote, without protocol, login, port and .git; empty without a remote on another machine\n" +
		"No program is run: git's own files say it.",
	Looks: "the settings of the project's repository",
	Form:  "repository",
	Ask: engine.Func0[string](func(c *engine.Call) (string, error) {
		return c.Host.Origin(c.Host.Dir)
	}),
}

var local = engine.Fact{
	Doc:    "a path relative to the project, with / and without links; empty if it leads outside, . for the project itself. It need not exist. A path with an unknown part, ${NAME} or $(…), gives an empty text, as it may lead anywhere",
	Params: "path",
	Reads:  "path",
	Form:   "local",
	Ask:    engine.Func1[string, string](localPath),
}

func localPath(c *engine.Call, path string) (string, error) {
	if path == "" || c.Host.Dir == "" || c.Host.Everything() || strings.Contains(path, "${") || strings.Contains(path, "$(") {
		return "", nil
	}
	top, err := unlinked(c.Host.Dir)
	if err != nil {
		return "", err
	}
	at, err := unlinked(absolute(c, path))
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(top, at)
	if err != nil || !filepath.IsLocal(rel) {
		return "", nil
	}
	return filepath.ToSlash(rel), nil
}

// unlinked resolves the links in an absolute path, as far as it exists. It fails if it can't find
// out where they lead.
func unlinked(path string) (string, error) { return unlinkedBy(path, 16) }

// unlinkedBy is unlinked that follows no more than most dangling links.
func unlinkedBy(path string, most int) (string, error) {
	rest := ""
	for dir := path; ; dir = filepath.Dir(dir) {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if !files.Absent(err) {
			return "", fmt.Errorf("%s: %w", dir, err)
		}
		if filepath.Dir(dir) == dir {
			return path, nil
		}
		if to, err := os.Readlink(dir); err == nil && most > 0 && !strings.HasPrefix(to, dir) { // a dangling link
			if !filepath.IsAbs(to) {
				from, err := filepath.EvalSymlinks(filepath.Dir(dir)) // .. is relative to the resolved folder
				if err != nil {
					return "", err
				}
				to = filepath.Join(from, to)
			}
			return unlinkedBy(filepath.Join(to, rest), most-1)
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}

var above = engine.Fact{
	Doc:    "the nearest folder above a path, up to the project's, that contains one of these names: above(event.tool_input.file_path, ['go.mod', 'package.json']); absolute, empty if there is none",
	Params: "path, names",
	Reads:  "path",
	Form:   "path",
	Ask:    engine.Func2[string, any, string](folderAbove),
}

func folderAbove(c *engine.Call, path string, names any) (string, error) {
	if path == "" {
		return "", nil
	}
	var unsure error
	top := filepath.Clean(c.Host.Dir)
	for dir := filepath.Dir(c.Host.Led(absolute(c, path))); ; dir = filepath.Dir(dir) {
		rel, err := filepath.Rel(top, dir)
		if err != nil || !filepath.IsLocal(rel) {
			return "", unsure
		}
		for _, name := range engine.Listed(names) {
			p, err := c.Host.Place(filepath.Join(dir, filepath.FromSlash(plan.TextOf(name))))
			if err != nil {
				return "", err
			}
			if _, err := p.Lstat(); err == nil {
				return dir, unsure
			} else if files.LeadsOut(err) {
				unsure = c.Doubt(err, "taken as not there")
			} else if !files.Absent(err) {
				return "", err
			}
		}
	}
}

var program = engine.Fact{
	Doc:    "the path of a program found in $PATH, empty if there is none",
	Params: "name",
	Looks:  "programs of $PATH",
	Words:  []engine.Word{{Param: "name", Form: "program"}},
	Form:   "path",
	Ask: engine.Func1[string, string](func(c *engine.Call, name string) (string, error) {
		return c.Host.Program(name), nil
	}),
}
