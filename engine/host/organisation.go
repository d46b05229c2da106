package host

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"bcrules.dev/engine/files"
)

// The organisation's rules lie in one folder of the system, that of the administrator, and no
// variable leads elsewhere. They are believed for where they lie: each folder on the way and the
// rules' own are the administrator's, and nobody else may write them. Whoever could put a folder
// there is the administrator, so that one which isn't theirs is a fault, and not none.

// An Organisation is what there is of it on this machine.
type Organisation struct {
	Rules   string // folder of its rules, absolute; "" if there is none
	Plans   string // folder of their plans, which the administrator makes
	Strange string // why Rules aren't to be believed; "" if they are
}

// organisations are by System, as one process asks more than once.
var organisations sync.Map

// OfSystem returns the organisation's.
func OfSystem() Organisation {
	of, ok := organisations.Load(System)
	if !ok {
		of, _ = organisations.LoadOrStore(System, look())
	}
	return of.(Organisation)
}

// Fresh returns the organisation's as it is by now, for who changed it.
func Fresh() Organisation {
	organisations.Delete(System)
	return OfSystem()
}

// Place returns the folders, whether they are there or not.
func (Organisation) Place() (rules, plans string) {
	rules, plans = organisation()
	return System + rules, System + plans
}

// look costs one look at the disk where there is none.
func look() (o Organisation) {
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
		o.Strange = err.Error()
	case !info.IsDir():
		o.Strange = fmt.Sprintf("%s: found no folder, want one of the administrator's", rules)
	default:
		if at := files.Unrooted(rules, System); at != "" {
			o.Strange = fmt.Sprintf("%s: found what others than the administrator may change, want it theirs alone (chown root, chmod go-w)", at)
		}
	}
	return o
}

// Foreign says which of the organisation's files are not the administrator's alone; "" for none.
func (o Organisation) Foreign(all []string) string {
	for _, file := range all {
		if !Within(o.Rules, file) {
			continue
		}
		if at := files.Unrooted(file, System); at != "" {
			return fmt.Sprintf("%s: found what others than the administrator may change, want it theirs alone (chown root, chmod go-w)", at)
		}
	}
	return ""
}

// Administers reports whether this process may write the organisation's rules, as the
// administrator's do.
func Administers() bool {
	return files.Administers(filepath.Clean(System + "/"))
}
