package main

import "testing"

// A folder is found if a path begins with it, but not in the middle of another path.
func TestRehomed(t *testing.T) {
	for text, want := range map[string]string{
		`"/a"`: `"/x/y"`, `"/a/b.go"`: `"/x/y/b.go"`, `cat /a/b /a`: `cat /x/y/b /x/y`, `>/a/b`: `>/x/y/b`,
		`/api`: `/api`, `/b/a/c`: `/b/a/c`, `/a-b`: `/a-b`, `~/a`: `~/a`, `$HOME/a`: `$HOME/a`, `é/a`: `é/a`, `/a.go`: `/a.go`, ``: ``, `/a\n`: `/x/y\n`,
	} {
		if got := rehomed(text, "/a", "/x/y"); got != want {
			t.Errorf("%s: found %s, want %s", text, got, want)
		}
	}
}
