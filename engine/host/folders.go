package host

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// Folders are the user's own, as seen from a project: where what is theirs alone lies, be it
// rules, what they trust, plans, logs, indexes or stores. Each is absolute, "" where there is
// no telling, and need not be there yet.
//
// Where they are is said by the environment, and a project's settings may set that. So none
// of them lies in what others may have written: where a variable leads into the project of
// the event, or into that of the session, by whatever name or link, to a place that each
// process has another of, or to what is another user's or all may write, the folder at home
// stands for it, as if it were not set; and where HOME does so, or is not set, or no absolute
// path, that of the account, as the system's list of accounts has it. Where nobody can tell
// what the project is a part of, rules that a variable names are in doubt (Doubt.Untold), and
// whoever looks for them holds by what is known of them from before.
//
// Whose a place is can be looked at, and there are more ways to lead somewhere than anybody
// looks at. So of who has rules where the account has them, or says in the command line of the
// hook where they are, no variable names others, nor what they mean by their home folder, nor
// where that lies which bears no seal of theirs.
//
// Nobody else asks the environment for them: what one place checks, another would believe
// (a test of the tree holds it).
type Folders struct {
	Home   string
	Meant  string // by rules that say ~
	Config string // of all programs, as Cache and Temp are
	Cache  string
	Temp   string
	Rules  string // of the user's own
	// Doubted is what the environment names as Rules, where these are not the user's, and Doubt
	// why they aren't.
	Doubted string
	Doubt   Doubt
	// Barred is why Rules aren't to be believed although they are where the account has them, or
	// the command line; "" if they are.
	Barred string

	of  *Project
	mu  sync.Mutex
	key *wire.Key // nil until it is read
}

// Folders returns those of the user at work on the project.
func (p *Project) Folders() *Folders {
	p.once.Do(func() { p.resolve(&p.folders) })
	return &p.folders
}

// Folders returns the user's as seen from the host's project.
func (h *Host) Folders() *Folders {
	if h.Project == nil {
		return FindProject(h.Dir, h.Getenv).Folders()
	}
	return h.Project.Folders()
}

// Here returns the project that this process runs in.
func Here(getenv func(string) string) *Project {
	here, _ := os.Getwd()
	return FindProject(here, getenv)
}

// NewTemp makes a folder for temporary files of this process, which is its user's alone and
// whose name begins as said. Who asks for it removes it.
func NewTemp(name string) (string, error) {
	return os.MkdirTemp(Here(os.Getenv).Folders().Temp, name)
}

// Bcrules returns a folder or a file in bcrules' own folder of one of the user's; "" where
// there is no telling.
func Bcrules(folder string, names ...string) string {
	if folder == "" {
		return ""
	}
	return filepath.Join(slices.Concat([]string{folder, "bcrules"}, names)...)
}

// resolve finds them.
func (p *Project) resolve(f *Folders) {
	g := p.ground()
	named := home(p.getenv)
	rules := g.rules(named)
	f.of, f.Rules, f.Doubted, f.Doubt = p, rules.is, rules.not, rules.why
	if rules.unsure {
		f.Barred = g.barred(f.Rules)
	}
	f.Config = g.at(configVar, named, configAtHome)
	f.Cache = g.at(cacheVar, named, cacheAtHome)
	if f.Home = named; named != "" && !Same(named, g.own()) && (g.astray(named) || !g.has(named, rules) && g.akin(named)) {
		f.Home = g.own()
	}
	if f.Meant = f.Home; f.Home != g.own() && g.settled() {
		f.Meant = g.seat()
	}
	f.Temp = temp(f.Cache)
	for _, name := range []string{"TEMP", "TMP", "TMPDIR"} {
		if dir := absolute(p.getenv(name)); dir != "" && !g.astray(dir) && !g.more(dir) {
			f.Temp = dir
		}
	}
}

// has reports whether a home folder holds rules that were found to be the user's: it is no kin of
// the project's then, as what lies in it would be.
func (g *ground) has(home string, rules found) bool {
	_, in := below(home, rules.is)
	return in && !rules.unsure
}

// akin reports whether a folder is kin of the project's, or may be.
func (g *ground) akin(dir string) bool {
	real, err := led(dir)
	return err != nil || g.kin(real) != nil
}

// Unsealed returns Cache for what is believed for where it lies, as it bears no seal.
func (f *Folders) Unsealed() string {
	g := f.of.ground()
	if kept := join(g.seat(), cacheAtHome); f.Cache != kept && g.settled() {
		return kept
	}
	return f.Cache
}

// more reports whether a folder has more than what is thrown away: the project or the user's home
// in it, or, of who is led nowhere else, what is in that home, as rules leave what is thrown away
// to agents. Where everybody keeps what is thrown away it is no more than that.
func (g *ground) more(dir string) bool {
	if files.WhoseOf(dir).Shared {
		return false
	}
	real, err := led(dir)
	if err != nil {
		return true
	}
	for _, of := range []string{g.p.Root, g.p.Cwd, g.own()} {
		if of == "" {
			continue
		}
		if of, err = led(of); err != nil {
			return true
		}
		if _, holds := below(real, of); holds {
			return true
		}
	}
	if !g.settled() {
		return false
	}
	own, err := led(g.seat())
	_, in := below(own, real)
	return in || err != nil
}

// led returns a path without links, also of what is not there. It fails if there is no telling.
func led(path string) (string, error) {
	real, err := resolved(path)
	if real != "" || err != nil || filepath.Dir(path) == path {
		return real, err
	}
	if _, err := os.Lstat(path); err == nil {
		return "", fmt.Errorf("%s: %w", path, errNothing)
	}
	up, err := led(filepath.Dir(path))
	return join(up, filepath.Base(path)), err
}

// errNothing says that a link leads to nothing.
var errNothing = errors.New("found a link to nothing")

// placed is led, and of a link to nothing where that lies.
func placed(path string) (string, error) {
	real, err := led(path)
	if errors.Is(err, errNothing) {
		if real, err = led(filepath.Dir(path)); err == nil {
			real = join(real, filepath.Base(path))
		}
	}
	return real, err
}

// join returns a folder's path from another, "" where that is unknown.
func join(dir, name string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// home returns the home folder that the environment names, or else the account's own.
func home(getenv func(string) string) string {
	if named := absolute(getenv(homeVar)); named != "" {
		return named
	}
	return accountHome()
}

// tops are what others may have written: the folders of the project, of the event, of the
// session and of what is worked on with it, each with all of its repository: the main one of a
// worktree, and those that it is a part of. What holds the account's home is nobody's, the
// root of all files among it: whoever may write settings there is the user. So is the home of
// who has no account, where nothing in it says that it is a project. Untold is why these may
// not be all.
func (p *Project) tops(home string) (tops []string, untold error) {
	p.Rules() // on the way to which it sees where the repository begins
	for _, dir := range append([]string{p.Root, p.Cwd, p.getenv(SessionDir)}, p.Beside...) {
		if dir = absolute(nameable(dir)); dir == "" || slices.Contains(tops, dir) {
			continue
		}
		tops = append(tops, dir)
		top := p.Repository()
		if dir != p.Root {
			top, _ = repository(dir)
		}
		of, err := parts(top)
		tops, untold = append(tops, of...), cmp.Or(untold, err)
	}
	account := home != ""
	home = cmp.Or(home, absolute(p.getenv(homeVar)))
	slices.Sort(tops)
	return slices.DeleteFunc(slices.Compact(tops), func(top string) bool {
		_, holds := below(top, home)
		is := top == home || !holds && Same(top, home) // by a link to it
		return account && (holds || is) || is && !begins(top) || filepath.Dir(top) == top
	}), untold
}

// parts returns a repository and those that it is a part of, with the main one of each that is
// a worktree. It fails if these may not be all; those that are known it returns.
func parts(top string) (tops []string, err error) {
	for ; top != ""; top, _ = repository(filepath.Dir(top)) {
		if len(tops) > 2*mostNested {
			return tops, cmp.Or(err, fmt.Errorf("%s: found more than %d repositories within each other", top, mostNested))
		}
		tops = append(tops, top)
		if is, _, _ := files.Folder(filepath.Join(top, ".git")); is || filepath.Dir(top) == top {
			break
		}
		git, fault := common(top)
		if filepath.Base(git) == ".git" { // of a worktree
			tops = append(tops, filepath.Dir(git))
		}
		err = cmp.Or(err, fault)
	}
	return tops, err
}

// mostNested is as many repositories within each other as anybody looks at.
const mostNested = 16

// besides returns where an agent reads settings that say what the environment of hooks is, as
// well as in the project: the folder that it runs them in, which may be above that of the
// event, and all that it names as worked on.
func besides(ev *plan.Event) []string {
	here, _ := syscall.Getwd() // without a look at what $PWD says it is
	if ev == nil {
		return []string{here}
	}
	return append(ev.Roots, here)
}

// nobodys reports whether a path has a name that means another place to each process.
func nobodys(path string) bool {
	return strings.HasPrefix(path, "/proc/") || strings.HasPrefix(path, "/dev/fd/")
}

// absolute returns a path without "..", "" if it is not absolute, or longer than any is.
func absolute(path string) string {
	if !filepath.IsAbs(path) || len(path) >= mostPath {
		return ""
	}
	return filepath.Clean(path)
}

// Same reports whether two paths lead to one folder, or would.
func Same(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// System is the folder that the system's own files are in, / by "": the list of accounts, and
// what it keeps in memory. Tests have one of their own.
var System string

// accounts are this process' own by System, as it asks more than once.
var accounts sync.Map

// An ownAccount is what the system knows of who runs this process.
type ownAccount struct{ name, home string }

// accountHome returns the home folder of this account, absolute, "" if there is no telling.
func accountHome() string { return accountOf().home }

// Account returns the name of this account, or its number.
func Account() string { return cmp.Or(accountOf().name, strconv.Itoa(os.Geteuid())) }

func accountOf() ownAccount {
	of, ok := accounts.Load(System)
	if !ok {
		me, is := os.Geteuid(), ownAccount{}
		if me != overflow || !unknown(me) { // or it is anybody's
			is.name, is.home = account(me)
			is.home = absolute(is.home)
		}
		of, _ = accounts.LoadOrStore(System, is)
	}
	return of.(ownAccount)
}

// AccountConfig returns the Config that the account has where the environment says nothing,
// "" for none.
func AccountConfig() string {
	if home := accountHome(); home != "" {
		return filepath.Join(home, configAtHome)
	}
	return ""
}
