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
	why     Doubt // of what was named
	unsure  bool  // it is taken as it is the account's, whosever it may be
}

// rules returns the folder of the user's rules: the one that the command line has, the account's
// where it has some, else what the environment names, else what is at home: the first that is
// the user's. What a variable leads to is returned without links, as who looks there later must
// find what was looked at here.
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
		if dir == f.is { // as mostly: whatever may be said against it, it is taken
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

// account returns the folder of the rules that the account has, or would have.
func (g *ground) account() string { return Bcrules(join(g.own(), configAtHome)) }

// isSettled reports whether the user's rules are where no variable leads: where the account has
// them, or the command line says.
func (g *ground) isSettled() bool {
	return g.own() != "" && (g.p.Own != "" || plan.RuleFiles(g.account()).Has())
}

// seat returns the home folder of who is settled: the account's, or one that has, where rules lie
// at home, those that the command line names.
func (g *ground) seat() string {
	if named := home(g.p.getenv); g.p.Own != "" && g.p.Own == Bcrules(join(named, configAtHome)) {
		return named
	}
	return g.own()
}

// believed returns a folder of rules that a variable names, without links, and why it is not the
// user's; the zero Doubt if it is.
func (g *ground) believed(dir string) (string, Doubt) {
	switch {
	case g.settled():
		return dir, Doubt{Why: fmt.Sprintf("your account has its rules in %s", g.account())}
	case nobodys(dir):
		return dir, Doubt{Why: "each process has another folder of that name"}
	}
	real, err := placed(dir)
	if in, _, _ := g.look(dir); in {
		return cmp.Or(real, dir), Doubt{Why: inProject}
	}
	if err != nil { // by the name that it has else
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

// related says that a folder without links in its path is kin, or that nobody can tell; the zero
// Doubt if it isn't.
func (g *ground) related(real string) Doubt {
	switch err := g.kin(real); {
	case errors.Is(err, errKin):
		return Doubt{Why: inProject}
	case err != nil:
		return untellable(err)
	}
	return Doubt{}
}

// at returns the folder for what all programs keep that a variable names, else the one at home,
// else that of the account: the first that is the user's.
func (g *ground) at(variable, home, atHome string) string {
	own := join(g.own(), atHome)
	for _, dir := range []string{absolute(g.p.getenv(variable)), join(home, atHome)} {
		if dir != "" && (dir == own || !g.astray(Bcrules(dir))) {
			return dir
		}
	}
	return own
}
