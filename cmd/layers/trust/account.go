package trust

import (
	"cmp"
	"fmt"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// Records returns the store with the record of a set's asking layer.
func Records(set layers.Set, getenv func(string) string) Store {
	return Open(set.User(getenv))
}

// idle says that rules which the environment names as the user's do nothing, because they aren't and
// other rules ask instead; "" if there are none.
func idle(set layers.Set) string {
	if set.Doubted == "" || set.Asks == set.Doubted {
		return ""
	}
	return fmt.Sprintf("the rules in %s do nothing: %s", files.Visible(set.Doubted), cmp.Or(set.WhyDoubted(), "the folder is not yours"))
}

// Believed says which folder counts as that of the user's own rules, if the environment names
// another than the account has; "" if it doesn't.
func Believed(set layers.Set, getenv func(string) string) string {
	in := set.Folders(getenv)
	named, own := cmp.Or(in.Doubted, in.Rules), host.Bcrules(host.AccountConfig())
	account := "the account's own would be in " + own
	if own == "" {
		account = "the system knows no home folder of this account"
	}
	switch {
	case named == "" || own != "" && Real(named) == Real(own):
		return ""
	case in.Doubted != "":
		return fmt.Sprintf("your own rules are not those in %s, which the environment names: %s; %s", files.Visible(named), in.Doubt.Why, account)
	}
	return fmt.Sprintf("your own rules are those in %s, which the environment names; %s", files.Visible(named), account)
}
