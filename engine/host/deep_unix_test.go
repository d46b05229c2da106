//go:build unix

package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder so deep in the project that the path to it has no name isn't the user's; nor does
// anything walk up from such a folder.
func TestDeep(t *testing.T) {
	system(t)
	_, project := grounds(t)
	rules := filepath.Join(project, strings.Repeat("a/", 900))
	if err := os.MkdirAll(Bcrules(rules), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, cwd := range map[string]string{"in the project": project, "deeper than any name": project + strings.Repeat("/d", 100_000)} {
		env := map[string]string{"XDG_CONFIG_HOME": rules, "HOME": rules, "XDG_CACHE_HOME": rules, "TMPDIR": rules, SessionDir: project}
		got := FindProject(cwd, func(name string) string { return env[name] }).Folders()
		if got.Rules == Bcrules(rules) || got.Config == rules || got.Home == rules || got.Cache == rules || got.Temp == rules || got.Doubted != Bcrules(rules) || got.Doubt == (Doubt{}) {
			t.Errorf("%s: found %q, %+v, want the account's, and a doubt", name, got.plain(), got.Doubt)
		}
	}
	none := func(string) string { return "" }
	if p := FindProject(project+strings.Repeat("/d", 100_000), none); len(p.Root) >= mostPath || !strings.HasPrefix(p.Root, project) {
		t.Errorf("found a project of %d bytes, want one that has a name, in %s", len(p.Root), project)
	}
}
