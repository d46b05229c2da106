//go:build !windows

package host

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"bcrules.dev/engine/files"
)

// Held returns a folder of the user's own in the machine's memory, for what can't be kept in their
// cache folder, and creates it if make is set; "" if there is none. It is gone after a restart of
// the machine, if not before.
//
// It is in /run/user/UID, which the system creates for users who are logged in
// (https://www.freedesktop.org/software/systemd/man/latest/pam_systemd.html), or else in /dev/shm,
// where everybody may write: a folder there that somebody else created first, or a link, doesn't
// count. $XDG_RUNTIME_DIR isn't used: it is either the first of these, or somebody else's claim.
func Held(make bool) string {
	uid := strconv.Itoa(os.Geteuid())
	if top := System + "/run/user/" + uid; alone(top) {
		if dir := filepath.Join(top, "bcrules"); kept(dir, make) {
			return dir
		}
	}
	if dir := System + "/dev/shm/bcrules-" + uid; kept(dir, make) {
		return dir
	}
	return ""
}

// kept reports whether a folder is its user's alone, and creates it if make is set.
func kept(dir string, make bool) bool {
	if there, _, err := files.There(dir); make && err == nil && !there {
		_ = os.Mkdir(dir, 0o700) // another process may have created it
	}
	return alone(dir)
}

// alone reports whether a path is a folder, not a link, that is the user's and that nobody else may
// read.
func alone(dir string) bool {
	var s syscall.Stat_t
	return syscall.Lstat(dir, &s) == nil && s.Mode&syscall.S_IFMT == syscall.S_IFDIR && int(s.Uid) == os.Geteuid() && s.Mode&0o077 == 0
}
