package effects

import (
	"path/filepath"
	"slices"
	"strings"
)

// git marks what a subcommand of git does to files and with hosts. What a change of
// branches does to the files that git keeps is not among it, unless it throws work
// away.
func (t *toucher) git(sub string, operands []word) {
	paths := operands
	if n := t.dashes - t.subs; t.dashes >= 0 {
		paths = operands[max(n, 0):]
	}
	switch sub {
	case "clean":
		if t.has("dry-run") {
			return
		}
		if len(paths) == 0 {
			paths = []word{here}
		}
		for _, w := range paths {
			t.file("delete", true, w, true)
		}
	case "reset":
		if t.has("hard", "merge", "keep") {
			t.file("write", true, here, true)
		}
	case "switch":
		if t.has("discard-changes", "force") {
			t.file("write", true, here, true)
		}
	case "checkout":
		for _, w := range t.checkedOut(operands, paths) {
			t.file("write", true, w, true)
		}
	case "restore":
		if t.has("staged") && !t.has("worktree") {
			return
		}
		for _, w := range paths {
			t.file("write", true, w, true)
		}
	case "clone":
		t.clone(operands)
	case "fetch", "pull", "push", "ls-remote", "submodule add":
		repository := operands
		if w, ok := t.option("repo"); ok && len(operands) == 0 {
			repository = []word{w}
		}
		if len(repository) > 0 {
			t.repository(repository[0], sub == "push")
		}
		if sub == "submodule add" && len(operands) > 1 {
			t.file("create", true, operands[1], false)
		}
	case "config":
		t.config(operands)
	case "diff":
		if t.has("no-index") {
			t.operandsBy("r r", operands)
		}
	case "blame":
		t.operandsBy("_* r", operands)
	default:
		t.operandsBy(t.program.operands, operands)
	}
}

// checkedOut returns the paths whose changes git checkout throws away: all of them
// with --force, else those given as paths.
func (t *toucher) checkedOut(operands, paths []word) []word {
	switch {
	case t.has("b", "B", "orphan", "patch"):
		return nil
	case t.dashes >= 0 && len(paths) > 0:
		return paths
	case t.dashes < 0 && len(operands) > 1:
		return operands[1:]
	case t.dashes < 0 && len(operands) == 1 && (t.at.isFolder(operands[0]) || strings.HasPrefix(operands[0].text, "./") || strings.ContainsAny(operands[0].text, "*?[")):
		return operands
	case t.has("force"):
		return []word{here}
	}
	return nil
}

// clone marks the two ends of a clone.
func (t *toucher) clone(operands []word) {
	if len(operands) == 0 {
		return
	}
	t.repository(operands[0], false)
	if len(operands) > 1 {
		t.file("create", true, operands[1], true)
	} else if name := strings.TrimSuffix(base(strings.ReplaceAll(operands[0].text, ":", "/")), ".git"); name != "" {
		if t.has("bare", "mirror") {
			name += ".git"
		}
		t.file("create", true, operands[0].with(name), true)
	}
}

// repository marks another repository: a host, or a folder; the name of a remote is
// neither.
func (t *toucher) repository(w word, sends bool) {
	switch {
	case t.isRemote(w):
		t.host(w, sends)
	case strings.ContainsAny(w.text, "/~") || strings.HasPrefix(w.text, "."):
		if sends {
			t.file("write", true, w, true)
		} else {
			t.file("read", false, w, true)
		}
	}
}

// config marks the file that git config changes.
func (t *toucher) config(operands []word) {
	verbs := []string{"set", "unset", "rename-section", "remove-section", "edit"}
	changes := t.has("unset", "unset-all", "add", "replace-all", "rename-section", "remove-section", "edit") || len(operands) > 0 && slices.Contains(verbs, operands[0].text) ||
		len(operands) > 1 && !t.has("get", "get-all", "get-regexp", "get-urlmatch", "get-color", "get-colorbool", "list") && !slices.Contains([]string{"get", "list"}, operands[0].text)
	if !changes {
		return
	}
	file, ok := t.option("file")
	switch {
	case ok:
	case t.has("global"):
		file = word{text: "~/.gitconfig", known: true}
	case t.has("system"):
		file = word{text: "/etc/gitconfig", known: true}
	case t.has("worktree"):
		file = word{text: filepath.Join(".git", "config.worktree"), known: true}
	default:
		file = word{text: filepath.Join(".git", "config"), known: true}
	}
	t.file("edit", true, file, false)
}
