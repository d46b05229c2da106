package host

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"bcrules.dev/engine/files"
)

// When does a folder that a variable names count as the user's? If it isn't in the project, belongs
// to the user or the administrator, and isn't writable for everybody. Members of its group may
// write: if each user has a group of their own, folders are created that way (umask 002), and the
// administrator decides who is in a group.

// A Doubt is why a folder doesn't count as the user's own; the zero Doubt if it does.
type Doubt struct {
	Why string
	// Untold says that its owner is unknown: the rules from before stay in force.
	Untold bool
	// Since says that it is the user's, but now writable for others: the rules from before stay in
	// force, too.
	Since bool
}

// A ground is from where folders are judged: a project, and the account.
type ground struct {
	p       *Project
	own     func() string // the account's home
	settled func() bool
	ours    func() ([]string, error) // repositories that the project is in
	trees   func() (*files.Trees, error)
}

func (p *Project) ground() *ground {
	g := &ground{p: p, own: sync.OnceValue(accountHome)}
	g.settled, g.ours = sync.OnceValue(g.isSettled), sync.OnceValues(p.repositories)
	g.trees = sync.OnceValues(func() (*files.Trees, error) {
		tops, untold := p.tops(g.own())
		return files.TreesOf(tops, g.project), untold
	})
	return g
}

// project reports whether a shared folder, where everybody keeps their own files, is nevertheless
// somebody's project, for example one unpacked with such a mode. The system's shared folders don't
// have the marks of a project, and aren't in anybody's home.
func (g *ground) project(dir string, of files.Whose) bool {
	_, home := below(g.own(), dir)
	return home || begins(dir) || of.Owner != 0 && g.theirs(dir, of.Owner)
}

// begins reports whether a folder has the marks of a project.
func begins(dir string) bool {
	for _, name := range []string{".git", filepath.Dir(ruleFolder)} {
		if is, _, err := files.ThereRightly(filepath.Join(dir, name)); is || err != nil {
			return true
		}
	}
	return false
}

// locate says whether a folder is in the project, and whose it is.
func (g *ground) locate(dir string) (in bool, of files.Whose, err error) {
	trees, _ := g.trees()
	return trees.Look(dir)
}

// doubt says why a folder of rules isn't the user's.
func (g *ground) doubt(dir string) Doubt {
	trees, untold := g.trees()
	in, of, err := trees.Look(dir)
	switch untold = cmp.Or(err, untold); {
	case in:
		return Doubt{Why: inProject}
	case err != nil: // its owner is unknown, too
		return untellable(err)
	case !g.theirs(dir, of.Owner) && !unknown(of.Owner):
		return Doubt{Why: fmt.Sprintf("it is another user's (uid %d)", of.Owner)}
	case of.There && of.Open && files.Reached(dir):
		return Doubt{Why: everybodys, Since: true}
	case untold != nil:
		return untellable(untold)
	case !g.theirs(dir, of.Owner):
		return Doubt{Why: fmt.Sprintf("nobody can tell whose it is: uid %d stands for all users that this user namespace doesn't have", of.Owner), Untold: true}
	}
	return Doubt{}
}

// moved says who else may replace a folder or a file, so that what is read later may differ from
// what is checked now; the zero Doubt if nobody may.
func (g *ground) moved(path string) Doubt {
	trusted := func(uid int) bool { return g.theirs(path, uid) || unknown(uid) }
	switch at, of := files.Mover(path, trusted); {
	case at == "":
		return Doubt{}
	case trusted(of.Owner):
		return Doubt{Why: fmt.Sprintf("everybody may replace it, as in %s", at), Since: true}
	default:
		return Doubt{Why: fmt.Sprintf("another user may replace it (%s belongs to uid %d)", at, of.Owner), Since: true}
	}
}

func untellable(why error) Doubt {
	return Doubt{Why: fmt.Sprintf("nobody can tell whether it lies in the project: %v", why), Untold: true}
}

const inProject = "it lies in a project, where others may have written"

const everybodys = "everybody may write it (chmod o-w)"

// astray reports whether a folder for any purpose isn't the user's. A shared one, where everybody
// keeps their own files, may be. Without an account there is no folder to use instead, so an open
// one may be, too.
func (g *ground) astray(dir string) bool {
	in, of, err := g.locate(dir)
	open := of.There && of.Open && !of.Shared && g.own() != ""
	return nobodys(dir) || in || err != nil || !g.theirs(dir, of.Owner) || open && files.Reached(dir)
}

// barred says why rules in the account's folder aren't to be trusted: others may have put them
// there. The folder's owner doesn't matter if nobody else could have put it there: in containers,
// folders in a user's home may belong to others.
func (g *ground) barred(rules string) string {
	if rules == "" {
		return ""
	}
	of, config := files.WhoseOf(rules), filepath.Dir(rules)
	switch {
	case of.There && of.Open && files.Reached(rules):
		return everybodys
	case !of.There || g.theirs(rules, of.Owner) || unknown(of.Owner):
		return ""
	}
	for _, above := range []string{config, filepath.Dir(config)} {
		switch up := files.WhoseOf(above); {
		case up.Open && files.Reached(above):
			return fmt.Sprintf("it is another user's (uid %d), in a folder that everybody may write (%s)", of.Owner, above)
		case up.Group && up.Owner != of.Owner:
			return fmt.Sprintf("it is another user's (uid %d), in a folder that its group may write (%s)", of.Owner, above)
		}
	}
	return ""
}

// Foreign says why a rule file in Rules isn't the user's, "" if it is, or doesn't exist: somebody
// else put it there, everybody may write it, or a link leads to it that others may replace.
func (f *Folders) Foreign(file string) string {
	of, folder := files.WhoseOf(file), files.WhoseOf(f.Rules)
	g := &ground{p: f.of, own: accountHome}
	switch {
	case !of.There:
		return ""
	case of.Owner != folder.Owner && !unknown(of.Owner) && !g.theirs(file, of.Owner):
		return fmt.Sprintf("it is another user's (uid %d)", of.Owner)
	case of.Open && files.Reached(file):
		return everybodys
	}
	if link, err := os.Lstat(file); err != nil || link.Mode()&os.ModeSymlink == 0 {
		return ""
	}
	return g.moved(file).Why
}

// Brought says why somebody else may have made a program, by its path and where links lead from it:
// it came with the project, or belongs to another user; "" if not.
func (f *Folders) Brought(program string) string {
	g := f.of.ground()
	real, err := placed(program)
	switch {
	case err != nil:
		return untellable(err).Why
	case nobodys(program):
		return "each process has another file of that name"
	}
	for _, path := range []string{program, real} {
		if doubt := g.doubt(path); doubt != (Doubt{}) {
			return doubt.Why
		}
	}
	return g.related(real).Why
}

// sudoUser is the variable in which sudo(8) stores the id of the user who called it.
const sudoUser = "SUDO_UID"

// theirs reports whether a user's files at a path count as this user's own: the user's, the
// administrator's, and those of the owner of the account's home, who owns all in it. For the
// administrator, files of the user who became it count, too.
func (g *ground) theirs(path string, uid int) bool {
	me := os.Geteuid()
	if me < 0 || uid == 0 || uid == me && (me != overflow || !unknown(me)) {
		return true
	}
	home := files.WhoseOf(g.own())
	return home.There && home.Owner == uid && !unknown(uid) || me == 0 && g.became(path, uid)
}

// became reports whether a path is in the home folder of a user who became the administrator and
// kept that home, as with sudo -E. The environment says so, and a project's settings may set that:
// so it doesn't count for folders elsewhere, or if the system knows that somebody else logged in.
func (g *ground) became(path string, uid int) bool {
	if g.p.getenv(sudoUser) != strconv.Itoa(uid) || !loggedIn(uid) {
		return false
	}
	_, home := account(uid)
	home = absolute(home)
	if home == "" || absolute(g.p.getenv(homeVar)) != home {
		return false
	}
	in, _, err := files.TreesOf([]string{home}, func(string, files.Whose) bool { return false }).Look(path)
	return in && err == nil
}

// loggedIn reports whether a user may be the one who logged in, which stays known whatever they
// become. If the system doesn't record this, each may be; if it does and knows of nobody, as in
// containers, none is. See https://man7.org/linux/man-pages/man8/pam_loginuid.8.html.
func loggedIn(uid int) bool {
	says, err := os.ReadFile(System + "/proc/self/loginuid")
	who, wrong := strconv.ParseUint(strings.TrimSpace(string(says)), 10, 32)
	return err != nil || wrong != nil || who == uint64(uid)
}

// allUsers is the number of user ids: all of uid_t but -1.
const allUsers = 1<<32 - 1

// overflow is the user id for those that a user namespace doesn't map, unless somebody changed it:
// /proc/sys/kernel/overflowuid.
const overflow = 65534

// unknown reports whether a user id means nothing here, as in a user namespace that doesn't map it:
// the administrator's files have such an id there, like those of all others. So the account's
// folders are trusted nevertheless, and those that a variable names aren't. The overflow id stands
// for others as soon as any id isn't mapped, even if it belongs to somebody. See
// https://man7.org/linux/man-pages/man7/user_namespaces.7.html.
func unknown(uid int) bool {
	rows, err := os.ReadFile(System + "/proc/self/uid_map") // a file without a size
	if err != nil {
		return false
	}
	mapped, known := uint64(0), false
	for row := range strings.Lines(string(rows)) {
		var first, outside, n uint64
		if _, err := fmt.Sscan(row, &first, &outside, &n); err != nil {
			return false
		}
		mapped += n
		known = known || uint64(uid) >= first && uint64(uid)-first < n
	}
	return !known || uid == overflow && mapped < allUsers
}
