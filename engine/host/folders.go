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

// Folders are the user's own folders, as seen from a project: those for what belongs to the user
// alone, such as rules, trust, plans, logs, indexes or stores. Each is absolute, "" if unknown, and
// need not exist yet.
//
// The environment says where they are, and a project's settings may set that. So none is in a place
// that others may have written. A variable counts as not set, and the default in the home folder
// applies, if it leads into the project of the event or of the session, by whatever name or link,
// to a place that differs by process, or to one that is another user's or writable for everybody.
// If HOME does so, isn't set or isn't absolute, the account's home applies, from the system's list
// of accounts. If it is unknown what the project is part of, rules that a variable names are in
// doubt (Doubt.Untold), and the rules known from before stay in force.
//
// Ownership can be checked, but there are more ways to lead somewhere than anybody checks. So if the
// account has rules, or the hook's command line names their folder, no variable changes that folder,
// what ~ means in rules, or where files without the user's seal are.
//
// Nobody else asks the environment for them: what one place checks, another would believe (a test of
// the tree ensures it).
type Folders struct {
	Home   string
	Meant  string // ~ in rules
	Config string // of all programs, like Cache and Temp
	Cache  string
	Temp   string
	Rules  string // the user's own
	// Doubted is the folder that the environment names for Rules, if that isn't the user's, and
	// Doubt says why it isn't.
	Doubted string
	Doubt   Doubt
	// Barred says why Rules aren't to be trusted although the account or the command line has them
	// there; "" if they are.
	Barred string

	of  *Project
	mu  sync.Mutex
	key *wire.Key // nil before it is read
}

// Folders returns the folders of the user who works on the project.
func (p *Project) Folders() *Folders {
	p.once.Do(func() { p.resolve(&p.folders) })
	return &p.folders
}

// Folders returns the user's folders as seen from the host's project.
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

// NewTemp creates a folder for temporary files of this process, private to its user, with that
// prefix. The caller removes it.
func NewTemp(name string) (string, error) {
	return os.MkdirTemp(Here(os.Getenv).Folders().Temp, name)
}

// Bcrules returns the path of names within bcrules' own folder in one of the user's; "" if that is
// unknown.
func Bcrules(folder string, names ...string) string {
	if folder == "" {
		return ""
	}
	return filepath.Join(slices.Concat([]string{folder, "bcrules"}, names)...)
}

// resolve determines the folders.
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

// has reports whether a home folder holds rules that were found to be the user's. Such a folder is
// no kin of the project; otherwise its rules wouldn't be the user's.
func (g *ground) has(home string, rules found) bool {
	_, in := below(home, rules.is)
	return in && !rules.unsure
}

// akin reports whether a folder is, or may be, kin of the project.
func (g *ground) akin(dir string) bool {
	real, err := led(dir)
	return err != nil || g.kin(real) != nil
}

// Unsealed returns the cache folder for what has no seal, and so is trusted for its place.
func (f *Folders) Unsealed() string {
	g := f.of.ground()
	if kept := join(g.seat(), cacheAtHome); f.Cache != kept && g.settled() {
		return kept
	}
	return f.Cache
}

// more reports whether a folder contains more than temporary files, such as the project, the user's
// home or, if the user is settled, anything in that home. A folder where everybody keeps temporary
// files, which rules let agents change, contains no more.
func (g *ground) more(dir string) bool {
	if files.WhoseOf(dir).Shared {
		return false
	}
	real, err := led(dir)
	if err != nil {
		return true
	}
	for _, of := range slices.Compact([]string{g.p.Root, g.p.Cwd, g.own()}) {
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

// led returns a path with links resolved, even of something that doesn't exist. It fails if it
// can't find out.
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

// errNothing says that a link leads nowhere.
var errNothing = errors.New("found a link to nothing")

// placed is like led, but keeps the last link if that leads nowhere.
func placed(path string) (string, error) {
	real, err := led(path)
	if errors.Is(err, errNothing) {
		if real, err = led(filepath.Dir(path)); err == nil {
			real = join(real, filepath.Base(path))
		}
	}
	return real, err
}

// join returns the path of name in dir, "" if dir is unknown.
func join(dir, name string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// home returns the home folder that the environment names, or else the account's.
func home(getenv func(string) string) string {
	if named := absolute(getenv(homeVar)); named != "" {
		return named
	}
	return accountHome()
}

// tops are the folders that others may have written: those of the project, the event, the session
// and other folders that it works on. Each counts with its whole repository: the main worktree of a
// linked one, and the repositories that it is a part of. A folder with the account's home in it
// doesn't count, such as the root of all files: whoever may write settings there is the user. If
// there is no account, the user's home doesn't either, unless it has the marks of a project. untold
// says why these may not be all.
func (p *Project) tops(home string) (tops []string, untold error) {
	p.Rules() // this also finds the start of the repository
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
		is := top == home || !holds && Same(top, home) // through a link
		return account && (holds || is) || is && !begins(top) || filepath.Dir(top) == top
	}), untold
}

// parts returns a repository and those that it is a part of, each with the main worktree if it is a
// linked one. If these may not be all, it returns the known ones and an error.
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
		if filepath.Base(git) == ".git" { // a worktree's
			tops = append(tops, filepath.Dir(git))
		}
		err = cmp.Or(err, fault)
	}
	return tops, err
}

// mostNested limits how many nested repositories are looked at.
const mostNested = 16

// besides returns the folders, besides the project, in which an agent reads settings for the
// environment of hooks: the folder in which it runs them, which may be above the event's, and all
// folders that it names as worked on.
func besides(ev *plan.Event) []string {
	here, _ := syscall.Getwd() // without believing $PWD
	if ev == nil {
		return []string{here}
	}
	return append(ev.Roots, here)
}

// nobodys reports whether a path means another place in each process.
func nobodys(path string) bool {
	return strings.HasPrefix(path, "/proc/") || strings.HasPrefix(path, "/dev/fd/")
}

// absolute returns a cleaned path, "" if it isn't absolute or is too long.
func absolute(path string) string {
	if !filepath.IsAbs(path) || len(path) >= mostPath {
		return ""
	}
	return filepath.Clean(path)
}

// Same reports whether two paths lead to the same folder, or would.
func Same(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// System is the folder with the system's own files, such as the list of accounts and what it keeps
// in memory; "" means /. Tests have one of their own.
var System string

// accounts caches the account of this process, by System.
var accounts sync.Map

// An ownAccount is what the system knows of this process's user.
type ownAccount struct{ name, home string }

// accountHome returns the home folder of this account, absolute, "" if unknown.
func accountHome() string { return accountOf().home }

// Account returns the name of this account, or its number.
func Account() string { return cmp.Or(accountOf().name, strconv.Itoa(os.Geteuid())) }

func accountOf() ownAccount {
	of, ok := accounts.Load(System)
	if !ok {
		me, is := os.Geteuid(), ownAccount{}
		if me != overflow || !unknown(me) { // otherwise it stands for anybody
			is.name, is.home = account(me)
			is.home = absolute(is.home)
		}
		of, _ = accounts.LoadOrStore(System, is)
	}
	return of.(ownAccount)
}

// AccountConfig returns the account's default Config, regardless of the environment, "" for none.
func AccountConfig() string {
	if home := accountHome(); home != "" {
		return filepath.Join(home, configAtHome)
	}
	return ""
}
