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

// Whose is a folder that a variable names? The user's, if it is not in the project, belongs to
// them or the administrator, and can't be written by everybody. A group's members may write:
// where each user has a group of their own that is how folders are made (umask 002), and who is
// in a group is the administrator's say.

// A Doubt is why a folder isn't taken for the user's own; the zero Doubt if it is.
type Doubt struct {
	Why string
	// Untold says that nobody can tell whose it is: what held before still does.
	Untold bool
	// Since says that it is the user's, and others may write there by now: so it does then.
	Since bool
}

// A ground is what folders are looked at from: a project, and the account.
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

// project reports whether a folder where everybody keeps what is their own is somebody's
// project all the same, as one unpacked with such a mode is: the system's have neither what
// projects begin with, nor are they in anybody's home.
func (g *ground) project(dir string, of files.Whose) bool {
	_, home := below(g.own(), dir)
	return home || begins(dir) || of.Owner != 0 && g.theirs(dir, of.Owner)
}

// begins reports whether a folder has what projects begin with.
func begins(dir string) bool {
	for _, name := range []string{".git", filepath.Dir(ruleFolder)} {
		if is, _, err := files.ThereRightly(filepath.Join(dir, name)); is || err != nil {
			return true
		}
	}
	return false
}

// look says whether a folder lies in the project, and whose it is.
func (g *ground) look(dir string) (in bool, of files.Whose, err error) {
	trees, _ := g.trees()
	return trees.Look(dir)
}

// doubt says why a folder of rules is not the user's.
func (g *ground) doubt(dir string) Doubt {
	trees, untold := g.trees()
	in, of, err := trees.Look(dir)
	switch untold = cmp.Or(err, untold); {
	case in:
		return Doubt{Why: inProject}
	case err != nil: // nor is it known whose it is
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

// moved says who else may put another folder, or another file, in the place of one, so that
// what is looked at now needn't be what is read then; the zero Doubt if nobody may.
func (g *ground) moved(path string) Doubt {
	trusted := func(uid int) bool { return g.theirs(path, uid) || unknown(uid) }
	switch at, of := files.Mover(path, trusted); {
	case at == "":
		return Doubt{}
	case trusted(of.Owner):
		return Doubt{Why: fmt.Sprintf("everybody may put another in its place, as in %s", at), Since: true}
	default:
		return Doubt{Why: fmt.Sprintf("another user may put another in its place (%s belongs to uid %d)", at, of.Owner), Since: true}
	}
}

func untellable(why error) Doubt {
	return Doubt{Why: fmt.Sprintf("nobody can tell whether it lies in the project: %v", why), Untold: true}
}

const inProject = "it lies in a project, where others may have written"

const everybodys = "everybody may write it (chmod o-w)"

// astray reports whether a folder that is for anything is not the user's: where everybody keeps
// what is their own they do. For who has no account there is none to take in its place.
func (g *ground) astray(dir string) bool {
	in, of, err := g.look(dir)
	open := of.There && of.Open && !of.Shared && g.own() != ""
	return nobodys(dir) || in || err != nil || !g.theirs(dir, of.Owner) || open && files.Reached(dir)
}

// barred says why rules that are where the account has them aren't to be believed: others may
// have put some there. Whose the folder is doesn't, where nobody else could have put it there:
// containers have the folders of others in a user's home.
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

// Foreign says why a rule file in Rules is not the user's, "" if it is, or isn't there: one
// that somebody else put there, while all could, or that a link leads to.
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

// Brought says why a program, by its path and where links lead from it, may be of somebody else's
// making: it came with the project, or another user has it; "" if it didn't.
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

// sudoUser is where sudo(8) says who called it, a user id.
const sudoUser = "SUDO_UID"

// theirs reports whether what a user has at a path is as good as this user's own: their own,
// the administrator's, and of who has the account's home, and so all of it. For the
// administrator it is that of who became it, too.
func (g *ground) theirs(path string, uid int) bool {
	me := os.Geteuid()
	if me < 0 || uid == 0 || uid == me && (me != overflow || !unknown(me)) {
		return true
	}
	home := files.WhoseOf(g.own())
	return home.There && home.Owner == uid && !unknown(uid) || me == 0 && g.became(path, uid)
}

// became reports whether what lies at a path is in the home folder of a user who became the
// administrator and kept that, as sudo -E leaves it. The environment says so, and a project's
// settings may set that: so it counts for no folder elsewhere, nor against what the system
// knows of who logged in.
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

// loggedIn reports whether a user may be the one who logged in, which stays known whatever
// they become: where the system keeps no such account, each may be, and where it has one and
// knows of nobody, as in containers, none is. See
// https://man7.org/linux/man-pages/man8/pam_loginuid.8.html.
func loggedIn(uid int) bool {
	says, err := os.ReadFile(System + "/proc/self/loginuid")
	who, wrong := strconv.ParseUint(strings.TrimSpace(string(says)), 10, 32)
	return err != nil || wrong != nil || who == uint64(uid)
}

// allUsers is how many user ids there are: of uid_t all but -1.
const allUsers = 1<<32 - 1

// overflow is the user id that stands for those that a user namespace doesn't have, where
// nobody changed that: /proc/sys/kernel/overflowuid.
const overflow = 65534

// unknown reports whether a user id is none here, as in a user namespace that doesn't map it:
// files of the administrator's are such there, as those of all others are. So what the account
// has where it belongs is believed all the same, and what a variable names is not. The overflow
// is one that stands for others as soon as any isn't mapped, whoever it is otherwise.
// See https://man7.org/linux/man-pages/man7/user_namespaces.7.html.
func unknown(uid int) bool {
	rows, err := os.ReadFile(System + "/proc/self/uid_map") // which has no size
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
