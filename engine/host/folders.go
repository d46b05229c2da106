package host

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"
)

// Folders are the user's own, as seen from a project: where what is theirs alone lies, be it
// rules, what they trust, plans, logs, indexes or stores. Each is absolute, "" where there is
// no telling, and need not be there yet.
//
// Where they are is said by the environment, and a project's settings may set that. So none
// of them lies in what others may have written: where a variable leads into the project of
// the event, or into that of the session, by whatever name or link, or to a place that each
// process has another of, the account's own folder stands for it, as the system's list of
// accounts has it. So it does where HOME is not set, or no absolute path.
//
// Nobody else asks the environment for them: what one place checks, another would believe
// (a test of the tree holds it).
type Folders struct {
	Home   string
	Config string // of all programs, as Cache and Temp are
	Cache  string
	Temp   string
	// Doubted is what the environment names as Config, where that is not the user's.
	Doubted string

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
	trees := sync.OnceValue(func() *files.Trees { return files.TreesOf(p.tops()...) })
	doubted := func(path string) bool { return nobodys(path) || trees().Have(path) }
	home := home(p.getenv)
	f.Home, f.Config, f.Cache = home, absolute(p.getenv(configVar)), absolute(p.getenv(cacheVar))
	if f.Config == "" && home != "" {
		f.Config = filepath.Join(home, configAtHome)
	}
	if f.Cache == "" && home != "" {
		f.Cache = filepath.Join(home, cacheAtHome)
	}
	if f.Config != "" && doubted(Bcrules(f.Config)) {
		f.Config, f.Doubted = instead(f.Config, configAtHome)
	}
	if home != "" && doubted(home) {
		f.Home, _ = instead(home, "")
	}
	if f.Cache != "" && doubted(Bcrules(f.Cache)) {
		f.Cache, _ = instead(f.Cache, cacheAtHome)
	}
	f.Temp = temp(f.Cache)
	for _, name := range []string{"TEMP", "TMP", "TMPDIR"} {
		if dir := absolute(p.getenv(name)); dir != "" && !doubted(dir) {
			f.Temp = dir
		}
	}
}

// instead returns the account's own folder in the place of one that the environment names,
// and that one; but where both are one and the same, as a home folder may be a project.
func instead(named, atHome string) (own, not string) {
	if home := account(); filepath.IsAbs(home) {
		own = filepath.Join(home, atHome)
	}
	if own != "" && same(own, named) {
		return named, ""
	}
	return own, named
}

// home returns the home folder that the environment names, or else the account's own.
func home(getenv func(string) string) string {
	if named := absolute(getenv(homeVar)); named != "" {
		return named
	}
	return absolute(account())
}

// tops are the folders of the projects of an event and of the session, each with all of its
// repository. The root of all files is nobody's.
func (p *Project) tops() []string {
	p.Rules() // on the way to which it sees where the repository begins
	tops := []string{cmp.Or(p.Repository(), p.Root)}
	if session := p.getenv(SessionDir); filepath.IsAbs(session) && session != p.Root {
		of := FindProject(session, p.getenv)
		tops = append(tops, cmp.Or(of.Repository(), session))
	}
	return slices.DeleteFunc(tops, func(top string) bool { return filepath.Dir(top) == top })
}

// nobodys reports whether a path has a name that means another place to each process.
func nobodys(path string) bool {
	return strings.HasPrefix(path, "/proc/") || strings.HasPrefix(path, "/dev/fd/")
}

// absolute returns a path without "..", "" if it is not absolute.
func absolute(path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	return filepath.Clean(path)
}

// same reports whether two paths lead to one folder, or would.
func same(a, b string) bool {
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

// AccountConfig returns the Config that the account has where the environment says nothing,
// "" for none.
func AccountConfig() string {
	if home := absolute(account()); home != "" {
		return filepath.Join(home, configAtHome)
	}
	return ""
}
