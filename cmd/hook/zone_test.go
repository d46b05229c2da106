package hook

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Only a file of zones names one.
func TestOwnZone(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "zone")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		if err := os.Symlink(os.DevNull, filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name, is string
		want     bool
	}{
		{"TZ", "", true}, {"TZ", "UTC", true}, {"TZ", "Europe/Berlin", true}, {"TZ", ":Europe/Berlin", true}, {"TZ", "EST5EDT", true},
		{"TZ", file, true}, {"TZ", ":" + file, true}, {"ZONEINFO", file, true},
		{"TZ", dir, false}, {"TZ", os.DevNull, false}, {"TZ", ":" + os.DevNull, false}, {"TZ", filepath.Join(dir, "link"), false},
		{"TZ", "../../../../dev/null", false}, {"TZ", filepath.Join(dir, "none"), false}, {"ZONEINFO", dir, false}, {"ZONEINFO", "zones", false},
	} {
		t.Setenv("TZ", "")
		t.Setenv("ZONEINFO", "")
		t.Setenv(test.name, test.is)
		ownZone()
		if is, found := os.LookupEnv(test.name); found != test.want || found && is != test.is {
			t.Errorf("%s=%s: found %q, %t, want it kept: %t", test.name, test.is, is, found, test.want)
		}
	}
}
