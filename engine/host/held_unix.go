//go:build !windows

package host

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"bcrules.dev/engine/files"
)

// Held returns a folder of the user's own in the memory of the machine, for what can't be
// kept in their cache folder, and makes it if it is to; "" where there is none. It is gone when
// the machine is started anew, if not before.
//
// It is in /run/user/UID, which the system makes for who is logged in
// (https://www.freedesktop.org/software/systemd/man/latest/pam_systemd.html), or else in
// /dev/shm, where all may write: there a folder that somebody else made first, or a link, is
// none. $XDG_RUNTIME_DIR isn't asked: it is the first of them, or else what somebody says.
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

// kept reports whether a folder is its user's alone, and makes it if it is to.
func kept(dir string, make bool) bool {
	if there, _, err := files.There(dir); make && err == nil && !there {
		_ = os.Mkdir(dir, 0o700) // which another may have done by now
	}
	return alone(dir)
}

// alone reports whether something is a folder, and no link, that is its user's and nobody
// else may look into.
func alone(dir string) bool {
	var s syscall.Stat_t
	return syscall.Lstat(dir, &s) == nil && s.Mode&syscall.S_IFMT == syscall.S_IFDIR && int(s.Uid) == os.Geteuid() && s.Mode&0o077 == 0
}
