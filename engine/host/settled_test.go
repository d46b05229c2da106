package host

import (
	"os"
	"path/filepath"
	"testing"
)

// If the account has rules, or the command line names their folder, no variable changes that, nor
// where files without a seal are.
func TestSettled(t *testing.T) {
	account := system(t)
	top := t.TempDir()
	project, other, mine := filepath.Join(top, "project"), filepath.Join(top, "other"), filepath.Join(top, "mine")
	atHome := Bcrules(filepath.Join(account, configAtHome))
	for _, dir := range []string{filepath.Join(project, ".git"), Bcrules(other), mine, atHome} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{"XDG_CONFIG_HOME": other, "XDG_CACHE_HOME": other}
	folders := func(own string) *Folders {
		p := FindProject(project, func(name string) string { return env[name] })
		p.Own = own
		return p.Folders()
	}
	check := func(what string, own string, want [3]string) {
		t.Helper()
		if f := folders(own); [3]string{f.Rules, f.Doubted, f.Unsealed()} != want {
			t.Errorf("%s: found rules %s, doubted %q, what bears no seal in %s, want %q", what, f.Rules, f.Doubted, f.Unsealed(), want)
		}
	}
	kept := filepath.Join(account, cacheAtHome)
	check("the account has none", "", [3]string{Bcrules(other), "", other})
	check("the command line says where", mine, [3]string{mine, "", kept})
	env["HOME"] = filepath.Join(top, "home")
	atAnother := Bcrules(filepath.Join(env["HOME"], configAtHome))
	check("in another home", atAnother, [3]string{atAnother, "", filepath.Join(env["HOME"], cacheAtHome)})
	if f := folders(atAnother); f.Meant != env["HOME"] || folders(mine).Meant != account {
		t.Errorf("found ~ for %s and %s, want %s and %s", f.Meant, folders(mine).Meant, env["HOME"], account)
	}
	delete(env, "HOME")
	if err := os.WriteFile(filepath.Join(atHome, "a.cue"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	check("the account has some", "", [3]string{atHome, Bcrules(other), kept})
	if env["TMPDIR"] = filepath.Join(account, "q"); folders("").Temp != "/tmp" {
		t.Errorf("found temporary files in %s, want none in the home folder", folders("").Temp)
	}
	if err := os.Remove(Bcrules(other)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(atHome, Bcrules(other)); err != nil {
		t.Skip(err)
	}
	check("which are where the variable leads to", "", [3]string{atHome, "", kept})
}
