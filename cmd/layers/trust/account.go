package trust

import (
	"fmt"
	"os/user"
	"runtime"
	"slices"

	"bcrules.dev/cmd/layers"
)

// settled returns a rule set with the account's own layer where the environment names one
// that is not to be believed (layers.Set.Doubted), the environment that says so, and what
// the user is to know of it, "" for nothing. The folder named asks for trust, unless it is
// the account's own: a home folder may be a project.
func settled(set layers.Set, getenv func(string) string) (layers.Set, func(string) string, string) {
	if set.Doubted == "" {
		return set, getenv, ""
	}
	account := Account()
	own := layers.User(account)
	switch {
	case own != "" && Real(own) == Real(set.Doubted):
		own = set.Doubted // as the environment writes it
		account = getenv
	case set.Asks != set.Doubted && layers.HasRules(set.Doubted):
		return with(set, own), account, fmt.Sprintf("the rules in %s do nothing: the folder lies in a project, where others may have written", set.Doubted)
	}
	if own == set.Asks {
		set.Asks = ""
		return set, account, ""
	}
	return with(set, own), account, ""
}

// Records is where what is trusted is kept of the layer of a rule set that asks.
func Records(set layers.Set, getenv func(string) string) Store {
	_, getenv, _ = settled(set, getenv)
	return Open(layers.User(getenv))
}

// with puts a layer before the others, if it has rules.
func with(set layers.Set, own string) layers.Set {
	if layers.HasRules(own) && !slices.Contains(set.Layers, own) {
		set.Layers = append([]string{own}, set.Layers...)
	}
	return set
}

// Account returns an environment that has nothing but what the system knows of the
// account: where its home folder is.
func Account() func(string) string {
	home := home()
	return func(name string) string {
		switch {
		case name == "HOME" && runtime.GOOS != "windows":
			return home
		case name == "AppData" && home != "":
			return home + `\AppData\Roaming`
		}
		return ""
	}
}

// home is the account's home folder, "" if the system knows none. os/user alone believes
// the environment where it finds nothing else; but for the account's id.
func home() string {
	me, err := user.Current()
	if err != nil {
		return ""
	}
	if me, err = user.LookupId(me.Uid); err != nil {
		return ""
	}
	return me.HomeDir
}

// Believed says which folder is believed to be that of the user's own rules, where the
// environment names another one than the account has; "" where it doesn't.
func Believed(set layers.Set, getenv func(string) string) string {
	named, own := layers.User(getenv), layers.User(Account())
	account := "the account's own would be in " + own
	if own == "" {
		account = "the system knows no home folder of this account"
	}
	switch {
	case named == "" || Real(named) == Real(own):
		return ""
	case set.Doubted != "":
		return fmt.Sprintf("your own rules are not those in %s, as the environment has it: that lies in a project; %s", named, account)
	}
	return fmt.Sprintf("your own rules are those in %s, as the environment has it; %s", named, account)
}
