package host

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
)

// system puts the account of this process into a folder of the test's own.
func system(t *testing.T) (account string) {
	t.Helper()
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("accounts are asked of the system")
	}
	was := System
	t.Cleanup(func() { System = was })
	System = t.TempDir()
	account = filepath.Join(System, "account")
	for _, dir := range []string{"etc", "account", "dev/shm"} {
		if err := os.MkdirAll(filepath.Join(System, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	line := "nobody:x:1000000:0::/nowhere:/bin/sh\nshort\nme:x:" + strconv.Itoa(os.Geteuid()) + ":0::" + account + ":/bin/sh\n"
	if err := os.WriteFile(filepath.Join(System, "etc", "passwd"), []byte(line), 0o644); err != nil {
		t.Fatal(err)
	}
	return account
}

// Whatever a variable says, the user's folders are absolute, and neither in the project nor in a
// place that differs by process.
func TestFolders(t *testing.T) {
	account := system(t)
	top := t.TempDir()
	project, beside := filepath.Join(top, "project"), filepath.Join(top, "beside")
	for _, dir := range []string{filepath.Join(project, ".git"), filepath.Join(project, "sub"), beside} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"way": project, ".cache": filepath.Join(project, "sub")} {
		if err := os.Symlink(to, filepath.Join(beside, name)); err != nil {
			t.Fatal(err)
		}
	}
	is := func(home, config, cache, temp, doubted string) [5]string {
		return [5]string{home, config, cache, temp, doubted}
	}
	own := is(account, account+"/.config", account+"/.cache", "/tmp", "")
	in := func(home string) [5]string { return is(home, home+"/.config", home+"/.cache", "/tmp", "") }
	for _, test := range []struct {
		name string
		env  map[string]string
		want [5]string
	}{
		{"nothing", nil, own},
		{"HOME is empty", map[string]string{"HOME": ""}, own},
		{"HOME is relative", map[string]string{"HOME": "home"}, own},
		{"HOME", map[string]string{"HOME": top + "/a/../home/"}, in(top + "/home")},
		{"HOME in the project", map[string]string{"HOME": project + "/home"}, is(account, account+"/.config", account+"/.cache", "/tmp", project+"/home/.config/bcrules")},
		{"by a link", map[string]string{"HOME": beside + "/way/home"}, is(account, account+"/.config", account+"/.cache", "/tmp", project+"/home/.config/bcrules")},
		{"by what each process has another of", map[string]string{"HOME": "/proc/self/cwd", "XDG_CACHE_HOME": "/dev/fd/3"},
			is(account, account+"/.config", account+"/.cache", "/tmp", "/proc/self/cwd/.config/bcrules")},
		{"by more than one slash", map[string]string{"XDG_CACHE_HOME": "//proc/self/../self/cwd"}, own},
		{"a link at home", map[string]string{"HOME": beside}, is(beside, beside+"/.config", account+"/.cache", "/tmp", "")},
		{"each by itself", map[string]string{"HOME": top, "XDG_CONFIG_HOME": project, "XDG_CACHE_HOME": top + "/c"}, is(top, top+"/.config", top+"/c", "/tmp", project+"/bcrules")},
		{"relative ones are none", map[string]string{"HOME": top, "XDG_CONFIG_HOME": "c", "XDG_CACHE_HOME": "c", "TMPDIR": "t"}, in(top)},
		{"temporary files", map[string]string{"HOME": top, "TMPDIR": project + "/tmp", "TMP": top + "/t/", "TEMP": top + "/u"}, is(top, top+"/.config", top+"/.cache", top+"/t", "")},
		{"temporary files with the project among them", map[string]string{"HOME": top, "TMPDIR": top}, in(top)},
		{"and with the account's home", map[string]string{"HOME": top, "TMPDIR": filepath.Dir(account)}, in(top)},
		{"or with everything", map[string]string{"HOME": top, "TMPDIR": "/"}, in(top)},
		{"the session's project", map[string]string{"HOME": beside + "/home", SessionDir: beside}, is(account, account+"/.config", account+"/.cache", "/tmp", beside+"/home/.config/bcrules")},
		{"a folder at the account's home, from there", map[string]string{"XDG_CONFIG_HOME": account + "/cfg", SessionDir: account}, is(account, account+"/cfg", account+"/.cache", "/tmp", "")},
		{"the account's own is a project", map[string]string{"HOME": account, SessionDir: account}, own},
	} {
		getenv := func(name string) string { return test.env[name] }
		got := FindProject(filepath.Join(project, "sub"), getenv).Folders()
		if got.plain() != test.want {
			t.Errorf("%s: found %q, want %q", test.name, got.plain(), test.want)
		}
	}
	System = t.TempDir()
	if got := FindProject(project, func(string) string { return "" }).Folders(); got.Home+got.Config+got.Cache != "" {
		t.Errorf("without an account: found %q, want none", got.plain())
	}
}

// plain returns what is compared of folders.
func (f *Folders) plain() [5]string {
	return [5]string{f.Home, f.Config, f.Cache, f.Temp, f.Doubted}
}

// What is kept in memory is its user's alone: not a link, not readable for others, and for a user
// who is logged in the folder that the system made.
func TestHeld(t *testing.T) {
	system(t)
	uid := strconv.Itoa(os.Geteuid())
	dir, run := filepath.Join(System, "dev/shm/bcrules-"+uid), filepath.Join(System, "run/user", uid)
	if Held(false) != "" || Held(true) != dir || Held(false) != dir {
		t.Errorf("found %q, want %s, made once it is asked for", Held(true), dir)
	}
	if info, err := os.Lstat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("found mode %v, %v, want 0700", info.Mode(), err)
	}
	for what, change := range map[string]func() error{
		"others may look into it": func() error { return os.Mkdir(dir, 0o755) },
		"it is a link":            func() error { return os.Symlink(t.TempDir(), dir) },
		"it is a file":            func() error { return os.WriteFile(dir, nil, 0o700) },
		"it is somebody else's": func() error {
			if os.Geteuid() != 0 {
				return os.WriteFile(dir, nil, 0o700) // only root gives folders away
			}
			err := os.Mkdir(dir, 0o700)
			if err == nil {
				err = os.Chown(dir, 65534, 65534)
			}
			return err
		},
	} {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if got := Held(true); got != "" {
			t.Errorf("%s: found %s, want none", what, got)
		}
	}
	if err := os.MkdirAll(run, 0o700); err != nil {
		t.Fatal(err)
	}
	if got := Held(true); got != filepath.Join(run, "bcrules") {
		t.Errorf("found %s, want one in %s", got, run)
	}
}

// The key is in the account's cache folder, or in memory if that can't be written; several processes
// that make one at once all get the same.
func TestKey(t *testing.T) {
	account := system(t)
	own := func() *Folders { return FindProject("/", func(string) string { return "" }).Folders() }
	if own().Key() != nil {
		t.Fatal("found a key before there was one")
	}
	done := make(chan error)
	for _, random := range []string{"a user's own key", "that of somebody", "one of 16 letter", "and another one."} {
		go func() { done <- own().MakeKey([]byte(random)) }()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	key, path := own().Key(), filepath.Join(account, cacheAtHome, "bcrules", "key")
	if info, err := os.Stat(path); key == nil || err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("found key %v, %v, want one that only its user may read", key, err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if own().Key() != nil {
		t.Error("found a key that others may read, want none")
	}
	if err := os.RemoveAll(filepath.Join(account, cacheAtHome)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(account, cacheAtHome), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := own().MakeKey([]byte("a user's own key")); err != nil || own().Key() == nil {
		t.Errorf("found key %v, %v, want one in memory", own().Key(), err)
	}
	// it moves home once that is possible, and stays the same
	key = own().Key()
	memory := filepath.Join(Held(true), "key")
	for _, home := range []func() error{
		func() error { return nil },
		func() error { return os.Remove(filepath.Join(account, cacheAtHome)) },
	} {
		err := home()
		if err = errors.Join(err, own().MakeKey([]byte("that of somebody"))); err != nil {
			t.Error(err)
		}
		if got := own().Key(); got == nil || *got != *key {
			t.Errorf("found key %v, want that in memory, %v", got, key)
		}
	}
	if _, err := os.Stat(memory); !os.IsNotExist(err) || secretAt(path) == nil {
		t.Errorf("found %v in memory and %q at home, want none and one", err, secretAt(path))
	}
}
