package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/engine/files"
)

// A path means a file in the project, or one in reach; others are faults.
func TestHostPlace(t *testing.T) {
	h := &Host{Dir: "/work/project", Home: "/home/me", Temp: "/tmp/me", Reach: []string{"~/plans", "/etc/hosts", "/srv/share", TempFolder}}
	tests := []struct{ name, want, fault string }{
		{"a/b", "/work/project/a/b", ""},
		{"./a//b/../c", "/work/project/a/c", ""},
		{".", "/work/project", ""},
		{"/work/project/a", "/work/project/a", ""},
		{"/work/project", "/work/project", ""},
		{"/work/other/../project/a", "/work/project/a", ""},
		{"~/plans", "/home/me/plans", ""},
		{"~/plans/a/b.md", "/home/me/plans/a/b.md", ""},
		{"/home/me/plans/a", "/home/me/plans/a", ""},
		{"/etc/hosts", "/etc/hosts", ""},
		{"/srv/share/x", "/srv/share/x", ""},
		{"/tmp/me/said.d", "/tmp/me/said.d", ""},
		{"/tmp/me/../you", "", "outside"},
		{"/tmp/said.d", "", "outside"},
		{"$TMPDIR/x", "/work/project/$TMPDIR/x", ""},
		{"", "", "empty path"},
		{"..", "", "leads out"},
		{"a/../../b", "", "leads out"},
		{"/work/projects", "", "outside"},
		{"/work/project/../x", "", "outside"},
		{"/etc/hosts.deny", "", "outside"},
		{"/etc", "", "outside"},
		{"/srv/share/../x", "", "outside"},
		{"~/plans/../.ssh/id", "", "outside"},
		{"~", "", "outside"},
		{"~/.ssh/id", "", "outside"},
	}
	for _, test := range tests {
		p, err := h.Place(test.name)
		switch {
		case test.fault == "" && (err != nil || p.Path() != test.want):
			t.Errorf("%q: %s, %v, want %s", test.name, p.Path(), err, test.want)
		case test.fault != "" && (err == nil || !strings.Contains(err.Error(), test.fault)):
			t.Errorf("%q: %s, %v, want a fault with %q", test.name, p.Path(), err, test.fault)
		}
	}
	if p, err := h.Named("/var/log/x"); err != nil || p.Path() != "/var/log/x" {
		t.Errorf("named by a rule: %s, %v", p.Path(), err)
	}
	if _, err := (&Host{Dir: "/p"}).Place("~/x"); err == nil || !strings.Contains(err.Error(), "no home") {
		t.Errorf("without a home: %v", err)
	}
}

// Whatever a path says, nothing outside of the project is read through it.
func FuzzPlace(f *testing.F) {
	for _, s := range []string{"a", "..", "link/secret", "../away/secret", "~/x", "/etc/passwd", "a/./b//../c", "sub/up/away/secret", "~", "~/../x", "\x00", "a\x00b", "con", "é/..", strings.Repeat("../", 50) + "etc/passwd"} {
		f.Add(s)
	}
	top := f.TempDir()
	dir := filepath.Join(top, "project")
	for _, d := range []string{filepath.Join(dir, "sub"), filepath.Join(top, "away")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			f.Fatal(err)
		}
	}
	for _, name := range []string{"away/secret", "project/a"} {
		if err := os.WriteFile(filepath.Join(top, name), []byte(name), 0o644); err != nil {
			f.Fatal(err)
		}
	}
	os.Symlink("../away", filepath.Join(dir, "link"))
	os.Symlink("../..", filepath.Join(dir, "sub", "up"))
	h := &Host{Dir: dir, Home: top, Reach: []string{"~/reach"}}
	f.Fuzz(func(t *testing.T, name string) {
		for _, name := range []string{name, top + "/" + name, dir + "/" + name} {
			p, err := h.Place(name)
			if err != nil {
				continue
			}
			if _, in := below(dir, p.Path()); !in {
				if _, in := below(filepath.Join(top, "reach"), p.Path()); !in {
					t.Errorf("%q is %s", name, p.Path())
				}
			}
			if data, err := files.Read(p); err == nil && string(data) != "project/a" {
				t.Errorf("%q reads %.40q", name, data)
			}
		}
	})
}
