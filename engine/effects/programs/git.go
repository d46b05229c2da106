package programs

import (
	"path/filepath"
	"slices"
	"strings"
)

// What subcommands of git do to files and hosts. What a change of branches, a merge or a patch does
// to the files that git keeps isn't known: it counts as a write of everything in the current
// folder.

// siteIn returns the place where a command works: where its flags make it go or, for git, where a
// variable or a setting says that its files are.
func (c Call) siteIn(around Surroundings) Site {
	at := c.Site(around.Site)
	if c.Base != "git" {
		return at
	}
	var tree Word
	for _, s := range c.configured(around) {
		if strings.EqualFold(s.Name, "core.worktree") {
			tree = s.Value
		}
	}
	if around.Env != nil {
		if w, ok := around.Env("GIT_WORK_TREE"); ok {
			tree = w
		}
	}
	if tree.Text != "" && !c.Has("work-tree") {
		at.Dir, _ = at.Absolute(tree)
	}
	return at
}

// gitCheckout marks the paths that git checkout writes: those given as paths, or all.
func gitCheckout(t *toucher, operands []Word) {
	var paths []Word
	switch {
	case t.Has("b", "B", "orphan", "patch"):
	case t.dashes >= 0 && len(operands) > max(t.dashes-t.subs, 0):
		paths = operands[max(t.dashes-t.subs, 0):]
	case t.dashes < 0 && len(operands) > 1:
		paths = operands[1:]
	case t.dashes < 0 && len(operands) == 1 && (t.site.isFolder(operands[0]) || strings.HasPrefix(operands[0].Text, "./") || strings.ContainsAny(operands[0].Text, "*?[")):
		paths = operands
	case len(operands) > 0 || t.Has("force", "detach"):
		paths = []Word{here}
	}
	for _, w := range paths {
		t.file("write", w, true)
	}
}

// gitClone marks the two ends of a clone.
func gitClone(t *toucher, operands []Word) {
	if len(operands) == 0 {
		return
	}
	t.repository(operands[0], false)
	if len(operands) > 1 {
		t.file("create", operands[1], true)
	} else if name := strings.TrimSuffix(base(strings.ReplaceAll(operands[0].Text, ":", "/")), ".git"); name != "" {
		if t.Has("bare", "mirror") {
			name += ".git"
		}
		t.file("create", operands[0].With(name), true)
	}
}

// gitPush marks the repository that is pushed to.
func gitPush(t *toucher, operands []Word) {
	to, ok := t.option("repo")
	if len(operands) > 0 {
		to, ok = operands[0], true
	}
	if ok {
		t.repository(to, true)
	}
}

// repository marks another repository: a host, or a folder. The name of a remote is neither.
func (t *toucher) repository(w Word, sends bool) {
	switch {
	case isRemote(w):
		t.host(w, sends)
	case strings.ContainsAny(w.Text, "/~") || strings.HasPrefix(w.Text, "."):
		if sends {
			t.file("write", w, true)
		} else {
			t.file("read", w, true)
		}
	}
}

// gitConfig marks the file that git config changes.
func gitConfig(t *toucher, operands []Word) {
	verb := ""
	if len(operands) > 0 {
		verb = operands[0].Text
	}
	changes := t.Has("unset", "unset-all", "add", "replace-all", "rename-section", "remove-section", "edit") ||
		slices.Contains([]string{"set", "unset", "rename-section", "remove-section", "edit"}, verb) ||
		len(operands) > 1 && verb != "get" && verb != "list" && !t.Has("get", "get-all", "get-regexp", "get-urlmatch", "get-color", "get-colorbool", "list")
	if !changes {
		return
	}
	file, ok := t.option("file")
	switch {
	case ok:
	case t.Has("global"):
		file = t.set("GIT_CONFIG_GLOBAL", "~/.gitconfig")
	case t.Has("system"):
		file = t.set("GIT_CONFIG_SYSTEM", "/etc/gitconfig")
	case t.Has("worktree"):
		file = Word{Text: filepath.Join(".git", "config.worktree"), Known: true}
	default:
		file = Word{Text: filepath.Join(".git", "config"), Known: true}
	}
	t.file("edit", file, false)
}

// set returns what the call sets a variable to, or else the default.
func (t *toucher) set(name, otherwise string) Word {
	if w, ok := t.variable(name); ok {
		return w
	}
	return Word{Text: otherwise, Known: true}
}

// gitNames returns the files that git lists: those that it is asked for, or a pattern of all below
// the folder.
func gitNames(c Call, _ []Word, _ Surroundings) (Word, bool) {
	paths := c.Own()
	switch c.Operands[0].Text {
	case "ls-files":
		if c.Has("deleted") {
			return Word{}, false
		}
	case "status":
		if !c.Has("short", "porcelain") {
			return Word{}, false
		}
	default:
		filter, _ := c.option("diff-filter")
		if !c.Has("name-only", "files-with-matches") || filter.Text == "D" {
			return Word{}, false
		}
		paths = paths[min(max(c.dashes-c.subs, 0), len(paths)):]
		if c.dashes < 0 {
			paths = nil
		}
	}
	if len(paths) == 0 {
		paths = []Word{{Text: "*", Known: true}}
	}
	out := Word{Known: true, Glob: true}
	for _, v := range paths {
		if strings.HasPrefix(v.Text, "*") && len(v.Text) > 1 && !strings.Contains(v.Text, "/") { // in all folders
			v.Text = "**/" + v.Text
		}
		out = out.Plus(v).Plus(Word{Text: "\n", Known: true})
	}
	out.Glob = true
	return out, true
}
