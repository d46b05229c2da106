//go:build !windows

package files

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// mostLinks is the number of links that Linux follows on a path: path_resolution(7).
const mostLinks = 40

// Mover finds what on the way to a path would let an untrusted user replace it: a folder or link
// they own, or a folder everybody may write. It returns the place and its owner, "" if there is
// none. It stops where the path leads no further. Members of a group count as in Whose.
func Mover(path string, trusted func(uid int) bool) (at string, of Whose) {
	at = string(filepath.Separator)
	links, rest := 0, steps(path)
	s, err := lstat(at)
	for dir := whose(s, true); err == nil && len(rest) > 0; {
		if !trusted(dir.Owner) || dir.Open && !dir.Shared && Reached(at) {
			return at, dir
		}
		next := filepath.Join(at, rest[0])
		if s, err = lstat(next); err == syscall.ENOENT && dir.Shared {
			return at, dir
		} else if err != nil {
			break
		}
		in, link := whose(s, true), s.Mode&syscall.S_IFMT == syscall.S_IFLNK
		if (dir.Shared || link) && !trusted(in.Owner) {
			return next, in
		}
		if rest = rest[1:]; !link {
			at, dir = next, in
			continue
		}
		var to string
		if to, err = os.Readlink(next); links == mostLinks {
			break
		}
		if links++; filepath.IsAbs(to) {
			at = string(filepath.Separator)
			s, err = lstat(at)
			dir = whose(s, true)
		}
		rest = append(steps(to), rest...)
	}
	return "", Whose{}
}

// steps returns the names on a path. A .. goes up from wherever a link led.
func steps(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == filepath.Separator })
}

// lstat is lstat(2), repeated when a signal interrupts it.
func lstat(path string) (s syscall.Stat_t, err error) {
	_, err = again(func() (int, error) { return 0, syscall.Lstat(path, &s) })
	return s, err
}
