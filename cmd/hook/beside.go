package hook

import "bcrules.dev/engine/host"

// Compiler returns the path of the bcrules in the folder of this program, which makes
// the plans it reads. It need not be there; "" if there is no telling.
func Compiler() string { return host.Beside("bcrules") }

// Storekeeper returns the path of the bcstore there, which asks stores.
func Storekeeper() string { return host.Beside("bcstore") }
