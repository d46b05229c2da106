package host

import (
	"strings"
	"testing"
)

func TestAlike(t *testing.T) {
	for url, want := range map[string]string{
		"https://github.com/acme/app.git":             "github.com/acme/app",
		"https://Me:secret@GitHub.com:443/acme/app/":  "github.com/acme/app",
		"https://me:p@ss@github.com/acme/app.git/":    "github.com/acme/app",
		"git@github.com:acme/app.git":                 "github.com/acme/app",
		"github.com:acme/app":                         "github.com/acme/app",
		"ssh://git@github.com:2222/acme/app.git":      "github.com/acme/app",
		"ssh://git@[2001:db8::1]:22/acme/app":         "[2001:db8::1]/acme/app",
		"git://github.com//acme/./app.git":            "github.com/acme/app",
		"https://dev.azure.com/acme/x/_git/app?v=1#b": "dev.azure.com/acme/x/_git/app",
		"git@host:/srv/git/app.git":                   "host/srv/git/app",
		"git@host:~me/app":                            "host/~me/app",
		"/srv/git/app.git":                            "",
		"../app":                                      "",
		"./a:b":                                       "",
		"file:///srv/git/app.git":                     "",
		`C:\git\app`:                                  "",
		"C:/git/app":                                  "",
		"https://github.com/":                         "",
		"https://github.com/.git":                     "",
		"":                                            "",
	} {
		if found := alike(url); found != want {
			t.Errorf("%s: found %q, want %q", url, found, want)
		}
	}
}

func TestRemoteIn(t *testing.T) {
	for settings, want := range map[string]string{
		"[core]\n\turl = x\n[remote \"origin\"]\n\turl = a\n\tpushurl = p\n\turl = b\n": "a",
		"[remote \"up\"]\nurl=u\n[remote \"origin\"]\nURL = \"o\"\n":                    "o",
		"[remote \"up\"]\nurl=u\n":                               "u",
		"[remote \"up\"]\nurl=u\n[remote \"down\"]\nurl=d\n":     "",
		"[remote \"origin\"] url = o\n[branch \"b\"]\nurl = n\n": "o",
		"[Remote \"origin\"]\r\n\turl = o\r\n":                   "o",
		"":                                                       "",
	} {
		if found := remoteIn(settings); found != want {
			t.Errorf("%q: found %q, want %q", settings, found, want)
		}
	}
}

// The result for any address leads nowhere but to a host and a path, and doesn't tell who logs in or
// how.
func FuzzAlike(f *testing.F) {
	for _, url := range []string{"https://me:pw@h:1/a.git", "git@h:a/b", "h:~/a", "://", "a://@:/"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		found := alike(url)
		if found == "" {
			return
		}
		host, path, ok := strings.Cut(found, "/")
		if !ok || host == "" || path == "" || strings.Contains(host, "@") {
			t.Errorf("%q: found %q, want HOST/PATH", url, found)
		}
	})
}
