package programs

import (
	"strings"
	"testing"
)

// What a git command brings in is understood from its words.
func TestBrings(t *testing.T) {
	for line, want := range map[string]string{
		"git status":                                    "",
		"git rev-list HEAD":                             "",
		"git add -A":                                    "stages",
		"git commit -m x":                               "stages",
		"git lfs pull":                                  "",
		"git lfs migrate import":                        "moves",
		"/usr/lib/git-core/git-checkout -f old":         "HEAD..old changed",
		"git-frotz old":                                 "",
		"git am p":                                      "patched:p",
		"git am":                                        "patched:-",
		"git am -3 p":                                   "unknown",
		"git apply --check --no-check p":                "patched:p",
		"git bisect reset":                              "moves",
		"git config user.name x":                        "",
		"git rm x":                                      "stages",
		"git rm --cached x":                             "moves",
		"git remote add -f x y":                         "fetches",
		"git bisect replay f":                           "unknown",
		"git bisect log":                                "",
		"git submodule update":                          "foreign",
		"git submodule status":                          "",
		"git merge-recursive HEAD -- HEAD old":          "unknown",
		"git checkout -p":                               "unknown",
		"git revert --no-edit -m 2 HEAD":                "unknown",
		"git cherry-pick --stdin":                       "unknown",
		"git rebase --autostash old":                    "HEAD..old changed",
		"git rebase -i HEAD":                            "commits",
		"git -c sequence.editor=x rebase -i HEAD":       "unknown",
		"git bisect good":                               "commits",
		"git apply --stat --apply p":                    "patched:p",
		"git apply --stat p":                            "",
		"git apply --cached p":                          "moves",
		"git stash pop 1":                               "stash@{1}^..stash@{1}",
		"git stash pop":                                 "stash@{0}^..stash@{0}",
		"git tag":                                       "",
		"git tag -f v1 old":                             "moves",
		"git branch -a":                                 "",
		"git remote -v":                                 "",
		"git read-tree HEAD":                            "moves",
		"git update-index --refresh":                    "",
		"git config user.name":                          "",
		"git config core.excludesFile /x":               "moves",
		"git --config-env=core.excludesFile=X stash -u": "any",
		"git -c core.excludesFile=/x stash -u":          "any",
		"git merge --no-ff -m --help off":               "HEAD...off",
		"gh pr checkout 3":                              "unknown",
		"gh pr list":                                    "",
	} {
		what, _ := Split(plain(line)).Brings(Surroundings{}, nil)
		if got := strings.Join(what, " "); got != want {
			t.Errorf("%s: found %q, want %q", line, got, want)
		}
	}
}
