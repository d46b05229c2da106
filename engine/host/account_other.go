//go:build windows || darwin

package host

import "os/user"

// account returns the home folder that the system knows of this account, "" for none.
// user.Current alone may believe the environment; of it the account's id is enough.
func account() string {
	me, err := user.Current()
	if err != nil {
		return ""
	}
	if me, err = user.LookupId(me.Uid); err != nil {
		return ""
	}
	return me.HomeDir
}
