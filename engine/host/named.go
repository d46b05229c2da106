package host

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"bcrules.dev/engine/plan"
)

// A found is the folder of the user's rules.
type found struct {
	is, not string
	why     Doubt // of the named folder
	unsure  bool  // it is used because it is the account's, whoever owns it
}

// rules returns the folder of the user's rules: the command line's or, of the environment's and the
// one at home, the first that is the user's or the account's; otherwise the account's. If the
// account has rules, no other folder counts. A folder that a variable names is returned with links
// resolved, as whoever looks there later must find what was checked here.
func (g *ground) rules(home string) (f found) {
	f.is, f.unsure = cmp.Or(g.p.Own, g.account()), true
	if g.p.Own != "" {
		return f
	}
	for _, config := range []string{absolute(g.p.getenv(configVar)), join(home, configAtHome)} {
		dir := Bcrules(config)
		if dir == "" {
			continue
		}
		if dir == f.is { // mostly so: it is used whatever its faults
			return f
		}
		real, doubt := g.believed(dir)
		if doubt == (Doubt{}) {
			f.is, f.unsure = real, false
			return f
		}
		if Same(dir, f.is) {
			return f
		}
		if f.not == "" {
			f.not, f.why = real, doubt
		}
	}
	return f
}

// account returns the folder where the account has its rules, or would have them.
func (g *ground) account() string { return Bcrules(join(g.own(), configAtHome)) }

// isSettled reports whether no variable decides where the user's rules are, because the account has
// some, or the command line names their folder.
func (g *ground) isSettled() bool {
	return g.own() != "" && (g.p.Own != "" || plan.RuleFiles(g.account()).Has())
}

// seat returns the home folder of a settled user: the account's, or the environment's if that one
// has the rules that the command line names.
func (g *ground) seat() string {
	if named := home(g.p.getenv); g.p.Own != "" && g.p.Own == Bcrules(join(named, configAtHome)) {
		return named
	}
	return g.own()
}

// believed returns a folder of rules that a variable names, with links resolved, and why it isn't
// the user's; the zero Doubt if it is.
func (g *ground) believed(dir string) (string, Doubt) {
	switch {
	case g.settled():
		return dir, Doubt{Why: fmt.Sprintf("your account has its rules in %s", g.account())}
	case nobodys(dir):
		return dir, Doubt{Why: "each process has another folder of that name"}
	}
	real, err := placed(dir)
	if in, _, _ := g.locate(dir); in {
		return cmp.Or(real, dir), Doubt{Why: inProject}
	}
	if err != nil { // by its name in its folder, without links
		up, _ := led(filepath.Dir(dir))
		return cmp.Or(join(up, filepath.Base(dir)), dir), untellable(err)
	}
	doubt := g.doubt(real)
	if doubt == (Doubt{}) {
		doubt = g.moved(dir)
	}
	if doubt == (Doubt{}) {
		doubt = g.related(real)
	}
	return real, doubt
}

// related says that a folder, whose path has no links, is or may be kin; the zero Doubt if it
// isn't.
func (g *ground) related(real string) Doubt {
	switch err := g.kin(real); {
	case errors.Is(err, errKin):
		return Doubt{Why: inProject}
	case err != nil:
		return untellable(err)
	}
	return Doubt{}
}

// at returns the folder for all programs' data that a variable names, or the one at home, or the
// account's: the first that is the user's.
func (g *ground) at(variable, home, atHome string) string {
	own := join(g.own(), atHome)
	for _, dir := range []string{absolute(g.p.getenv(variable)), join(home, atHome)} {
		if dir != "" && (dir == own || !g.astray(Bcrules(dir))) {
			return dir
		}
	}
	return own
}
