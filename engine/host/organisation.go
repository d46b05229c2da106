package host

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"bcrules.dev/engine/files"
)

// The organisation's rules are in one folder of the system, the administrator's, and no variable
// leads elsewhere. They are trusted for their place: each folder on the way, and their own, must be
// the administrator's, and nobody else may write to it. Only the administrator could create that
// folder, so one that isn't the administrator's is a fault and not a missing one.

// An Organisation is the organisation's rules on this machine.
type Organisation struct {
	Rules    string // folder of the rules, absolute; "" if there is none
	Plans    string // folder of their plans, made by the administrator
	Distrust string // why Rules can't be trusted; "" if they can
}

// organisations caches the organisation by System, as a process asks more than once.
var organisations sync.Map

// OfSystem returns the organisation of this machine.
func OfSystem() Organisation {
	of, ok := organisations.Load(System)
	if !ok {
		of, _ = organisations.LoadOrStore(System, inspect())
	}
	return of.(Organisation)
}

// Place returns the folders, which need not exist.
func (Organisation) Place() (rules, plans string) {
	rules, plans = organisation()
	return System + rules, System + plans
}

// inspect needs one access to the disk if there is no organisation.
func inspect() (o Organisation) {
	rules, plans := o.Place()
	if rules == System {
		return o
	}
	info, err := os.Lstat(rules)
	if files.Absent(err) {
		return o
	}
	o.Rules, o.Plans = rules, plans
	switch {
	case err != nil:
		o.Distrust = err.Error()
	case !info.IsDir():
		o.Distrust = fmt.Sprintf("%s: found no folder, want one of the administrator's", rules)
	default:
		if at := files.Unrooted(rules, System); at != "" {
			o.Distrust = fmt.Sprintf("%s: found that others than the administrator may change it, want only the administrator to (chown root, chmod go-w)", at)
		}
	}
	return o
}

// Foreign says which of the organisation's files others than the administrator may change; "" for
// none. A file that doesn't exist counts as its folder, since whoever may write that can create it.
func (o Organisation) Foreign(all []string) string {
	for _, file := range all {
		if !Within(o.Rules, file) {
			continue
		}
		for _, err := os.Lstat(file); files.Absent(err); _, err = os.Lstat(file) {
			file = filepath.Dir(file)
		}
		if at := files.Unrooted(file, System); at != "" {
			return fmt.Sprintf("%s: found that others than the administrator may change it, want only the administrator to (chown root, chmod go-w)", at)
		}
	}
	return ""
}

// Administers reports whether this process may write the organisation's rules, like the
// administrator's.
func Administers() bool {
	return files.Administers(filepath.Clean(System + "/"))
}
