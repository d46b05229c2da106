//go:build windows || darwin

package host

import (
	"os/user"
	"strconv"
)

// account returns the name and the home folder that the system knows of a user id, "" for none; by a
// negative one, as on Windows, that of who runs this process. user.Current alone may believe
// the environment; of it the account's id is enough.
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
