package host

import (
	"path"
	"path/filepath"
	"strings"
)

// Origin returns what a folder's repository was cloned from, in a form that is the same for all its
// clones; "" if its settings have no remote on another machine. It is the remote origin, or the only
// one. It ignores rewriting of addresses in the user's own settings (insteadOf). It fails if the
// repository's settings can't be read.
func (h *Host) Origin(dir string) (string, error) {
	top, err := repository(dir)
	if err != nil || top == "" || h.Stage.within(top) != nil {
		return "", err
	}
	_, shared, err := gitFolders(top)
	if err != nil || shared == "" || h.Stage.within(shared) != nil {
		return "", err
	}
	settings, err := line(filepath.Join(shared, "config"))
	return alike(remoteIn(settings)), err
}

// remoteIn returns the address of the remote origin in a repository's settings, or of the only
// remote, "" for none. See https://git-scm.com/docs/git-config#_syntax.
func remoteIn(settings string) string {
	urls, name, last := map[string]string{}, "", ""
	for row := range strings.Lines(settings) {
		row = strings.TrimSpace(row)
		if strings.HasPrefix(row, "[") {
			kind, rest, _ := strings.Cut(strings.TrimPrefix(row, "["), " ")
			name = ""
			if strings.EqualFold(kind, "remote") {
				name, row, _ = strings.Cut(strings.TrimPrefix(strings.TrimSpace(rest), `"`), `"]`)
				row = strings.TrimSpace(row) // a setting may follow on the same line
			}
		}
		key, value, is := strings.Cut(row, "=")
		if name == "" || !is || !strings.EqualFold(strings.TrimSpace(key), "url") || urls[name] != "" {
			continue
		}
		last = name
		urls[name] = strings.Trim(strings.TrimSpace(value), `"`)
	}
	if len(urls) == 1 {
		return urls[last]
	}
	return urls["origin"]
}

// alike returns the host and the path of a remote's address: the same for ssh, https and git's own
// protocol, whatever the login and the port. It is "" without a host.
func alike(url string) string {
	_, rest, schemed := strings.Cut(url, "://")
	at, of := "", ""
	if schemed {
		rest, _, _ = strings.Cut(rest, "?")
		rest, _, _ = strings.Cut(rest, "#")
		at, of, _ = strings.Cut(rest, "/")
	} else {
		at, of, schemed = strings.Cut(url, ":")
		if !schemed || strings.ContainsAny(at, `/\`) || len(at) == 1 { // C:\ is a drive
			return ""
		}
	}
	at = strings.ToLower(at[strings.LastIndex(at, "@")+1:])
	if end := strings.LastIndex(at, ":"); end > strings.LastIndex(at, "]") {
		at = at[:end]
	}
	of = strings.TrimSuffix(strings.TrimPrefix(path.Clean("/"+of), "/"), ".git")
	if of = strings.TrimSuffix(of, "/"); at == "" || of == "" {
		return ""
	}
	return at + "/" + of
}
