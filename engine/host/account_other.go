//go:build windows || darwin

package host

import (
	"os/user"
	"strconv"
)

// account returns the name and the home folder that the system has for a user id, "" for none; a
// negative id, as on Windows, means the user of this process. user.Current may believe the
// environment, so only its account id is used.
func account(uid int) (name, home string) {
	id := strconv.Itoa(uid)
	if uid < 0 {
		me, err := user.Current()
		if err != nil {
			return "", ""
		}
		id = me.Uid
	}
	of, err := user.LookupId(id)
	if err != nil {
		return "", ""
	}
	return of.Username, of.HomeDir
}
