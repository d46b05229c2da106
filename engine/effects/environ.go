package effects

import (
	"slices"
	"strings"
)

// A heededVariable is one whose value programs run as code of the shell.
type heededVariable struct {
	name     string
	programs []string // that do so, with their subcommand
}

var gitRemotes = []string{"git clone", "git fetch", "git pull", "git push", "git ls-remote", "git remote", "git submodule", "git archive"}

var paged = []string{
	"git log", "git diff", "git show", "git blame", "git grep", "git branch", "git tag", "git reflog", "git stash", "git help",
	"man", "systemctl", "journalctl", "psql", "mysql",
}

var edited = []string{
	"git commit", "git rebase", "git merge", "git tag", "git notes", "git add", "git config", "git revert", "git cherry-pick", "git pull", "git branch",
	"crontab", "sudoedit", "visudo", "kubectl edit", "systemctl", "fc", "less",
}

// heededVariables are such variables, and the programs that heed them.
var heededVariables = []heededVariable{
	{"EDITOR", edited},
	{"GIT_ASKPASS", gitRemotes},
	{"GIT_EDITOR", edited},
	{"GIT_EXTERNAL_DIFF", []string{"git diff", "git log", "git show"}},
	{"GIT_PAGER", paged},
	{"GIT_PROXY_COMMAND", gitRemotes},
	{"GIT_SEQUENCE_EDITOR", []string{"git rebase"}},
	{"GIT_SSH", gitRemotes},
	{"GIT_SSH_COMMAND", gitRemotes},
	{"LESSOPEN", []string{"less"}},
	{"MANPAGER", []string{"man"}},
	{"PAGER", paged},
	{"PROMPT_COMMAND", shells},
	{"SUDO_ASKPASS", []string{"sudo"}},
	{"VISUAL", edited},
}

// heeded runs what a program runs because a variable says so.
func (a *analysis) heeded(f *frame, w *world, i int, s arguments) {
	env := a.Commands[i].Env
	if len(env) == 0 {
		return
	}
	run := func(via, code string) {
		a.child(w, func(v *world) worlds {
			v.in = content{}
			return a.evaluate(f.under(via), v, i, word{text: code, known: !strings.Contains(code, "$")})
		})
	}
	for _, h := range heededVariables {
		if value := env[h.name]; value != "" && (slices.Contains(h.programs, s.spelling()) || slices.Contains(h.programs, s.base)) {
			run(h.name, value)
		}
	}
	// What a shell says before each command that it shows is expanded.
	if prompt := env["PS4"]; strings.ContainsAny(prompt, "$`") && slices.Contains(shells, s.base) {
		run("PS4", `: "`+prompt+`"`)
	}
}
