// Package layers finds the rule folders that count for a project: the organisation's, the user's
// own, the project's, what the command line or the environment names. Where there are none
// no rule is in force: nobody chose any.
//
// Every hook process asks it, so it only looks at names of files: what stands in them
// is for package schema, and which of a project's rules the user lets count is for
// package trust below.
package layers

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
)

// A Set is the layers of a rule set, each an absolute folder or the import path of
// a pack. Without layers it has no rules.
type Set struct {
	Layers []string
	// Asks is the one of them that the user must trust before it counts, as others
	// may have written it; "" if there is none.
	Asks string
	// Own is the user's own layer where others were found beside it: it holds alone
	// where they can't hold together. "" if there is none.
	Own string
	// Doubted is the folder that the environment names as that of the user's rules, where it
	// has some and is not the user's (host.Folders): it asks as a project's does, where that
	// has none. "" if there is none.
	Doubted string
	// Of is the project where the rule set counts; nil if that is where this process runs.
	Of *host.Project
	// Pack is the pack that the environment names, which is left out: what a pack runs may be the
	// project's own, and nobody was asked. "" if there is none.
	Pack string
	// Left is the folder of the rules that the session's project has, where the agent went
	// out of it and other rules hold, or none. "" if it didn't.
	Left string
	was  string // the layer that was the user's own when the plan to look for was made; see Before
	// Listed are the folders that were looked into, so that nobody need look again.
	Listed []plan.Folder
	// Missing is the folder of the user's own rules where it has none; "" if it has some, or
	// the layers were given.
	Missing string
	// Astray says why that is not to be taken for having none: nothing says where the user's
	// rules are. "" if it is.
	Astray string
	// Above says that it is the organisation's, which stands above all others and is planned apart
	// from them.
	Above bool
}

// Variable is the environment variable that names rules in the place of the project's.
const Variable = "BCRULES_RULES"

// Find returns the rule set of the project that a folder belongs to; see In.
func Find(given []string, dir string, getenv func(string) string) Set {
	return In(given, host.FindProject(dir, getenv), getenv)
}

// In returns the rule set of a project: the layers given, else the user's own and
// the project's. The environment may name another layer in the place of the project's.
//
// The command line is the user's: who writes it could run anything. A project is
// not, and neither is the environment, which a project's settings may set. So what it
// names asks as well, and doesn't take the place of the user's own. A pack of this program asks
// nobody, and so is none that the environment may name.
// Where the user's own lies is said by the environment, too: see host.Folders.
func In(given []string, in *host.Project, getenv func(string) string) Set {
	s := Set{Of: in}
	for _, layer := range given {
		if layer != "" {
			s.Layers = append(s.Layers, absolute(layer))
		}
	}
	if len(s.Layers) > 0 {
		return s
	}
	user := userOf(in)
	own := user
	if !s.hasRules(own) {
		own, s.Missing, s.Astray = "", own, astray(in.Folders())
	} else if barred := in.Folders().Barred; barred != "" {
		s.Listed[0].Fault = fmt.Sprintf("%s: %s", own, barred)
	}
	project := in.Rules().Path
	if project != "" {
		s.Listed = append(s.Listed, in.Rules())
	}
	env := getenv(Variable)
	if IsPack(env) {
		s.Pack = env
	} else if env != "" {
		if project = env; !filepath.IsAbs(env) {
			project = filepath.Join(in.Root, env)
		}
	}
	if named := in.Folders().Doubted; s.hasRules(named) {
		s.Doubted, project = named, cmp.Or(project, named)
	}
	if own != "" {
		s.Layers = append(s.Layers, own)
	}
	if project != "" && project != own {
		s.Own = own
		s.Layers = append(s.Layers, project) // last, as the compiler is told of it
		if project != user {
			s.Asks = project
		}
	}
	s.Left = left(project, in, getenv)
	return s
}

// left returns the folder of the rules of a session's project where they are not those
// that hold for a project outside of it; "" where they are, or there are none.
func left(holding string, in *host.Project, getenv func(string) string) string {
	session := in.Session()
	if in.Started || !filepath.IsAbs(session) {
		return ""
	}
	rules := host.FindProject(session, getenv).Rules().Path
	of, place, _ := host.Shared(rules)
	if repository, same, _ := host.Shared(holding); rules == holding || of != "" && of == repository && place == same {
		return ""
	}
	return rules
}

// Asking returns the rule set of a project whose rules lie in a folder: they ask, also
// where they are not those that count in the folder above.
func Asking(dir string, getenv func(string) string) Set {
	s := Set{Layers: []string{dir}, Asks: dir, Of: host.FindProject(dir, getenv)}
	if user := userOf(s.Of); HasRules(user) && user != dir {
		s.Layers = []string{user, dir}
	}
	if named := s.Of.Folders().Doubted; HasRules(named) {
		s.Doubted = named
	}
	return s
}

// Without returns the layers that hold while the one that asks is not trusted: the
// user's own, as if the project had none.
func (s Set) Without(getenv func(string) string) []string {
	if own := s.User(getenv); HasRules(own) {
		return []string{own}
	}
	return nil
}

// Renamed returns the rule set with another name for the folder that asks.
func (s Set) Renamed(asks string) Set {
	s.Layers = slices.Clone(s.Layers)
	s.Layers[slices.Index(s.Layers, s.Asks)] = asks
	s.Asks = asks
	return s
}

// Alone returns the rule set that holds where this one can't: of the user's own layer, where others
// were found beside it; without layers if there is none.
func (s Set) Alone() Set {
	if s.Own == "" {
		return Set{}
	}
	return Set{Layers: []string{s.Own}, Listed: s.Listed, Of: s.Of}
}

// Key returns the name under which the plan of a rule set is kept. A layer that is the user's
// own, one that asks and one that is given have each another, also where they are the same
// folder: whoever can have bcrules look at rules, as explain does at those of a clone, makes a
// plan of the last kind, and no other. One that asks and isn't the project's has one for each
// project, as it may be trusted in one and not in the next.
func (s Set) Key() string {
	if s.Above {
		return "^" + s.Layers[0]
	}
	names, own := slices.Clone(s.Layers), s.was
	if s.was == "" && s.Of != nil {
		own = userOf(s.Of)
	}
	if s.Doubted != "" {
		names = append(names, "!"+s.Doubted)
	}
	for i, layer := range names {
		switch layer {
		case s.Asks:
			if names[i] = "?" + layer; s.Of != nil && layer != s.Of.Rules().Path {
				names[i] += "\x01" + s.Of.Root
			}
		case own:
			names[i] = "=" + layer
		}
	}
	if of := host.OfSystem().Rules; of != "" && len(names) > 0 { // which takes from it what it has itself
		names = append(names, "^"+of)
	}
	return strings.Join(names, "\x00")
}

// IsPack reports whether a layer is a pack of this program, by its import path.
func IsPack(layer string) bool { return strings.HasPrefix(layer, rules.Path+"/") }

func absolute(layer string) string {
	if abs, err := filepath.Abs(layer); err == nil && !IsPack(layer) {
		return abs
	}
	return layer
}

// ErrNone says that a rule set has no layers, to who wants to work on it.
var ErrNone = errors.New("found no rules here, want some: bcrules init offers packs, bcrules new hook NAME starts a hook of yours")

// Given returns the layers that a command line named, whose word that is.
func (s Set) Given() []string {
	return slices.DeleteFunc(slices.Clone(s.Layers), func(l string) bool { return l == s.Asks || IsPack(l) })
}

// Label names the layers for logs and people, "" if there are none.
func (s Set) Label() string { return strings.Join(s.Layers, " and ") }

// HasRules reports whether there is a rule file in a folder, or it can't be read: who goes on
// to read it says why.
func HasRules(dir string) bool { return dir != "" && plan.RuleFiles(dir).Has() }

// Unread returns why a layer couldn't be looked into, "" if all could. What was kept of it
// holds meanwhile: it may be there and be as it was.
func (s Set) Unread() string {
	for _, f := range s.Listed {
		if f.Fault != "" && slices.Contains(s.Layers, f.Path) {
			return f.Fault
		}
	}
	return ""
}

// With returns the rule set with a layer of the user's own before the others.
func (s Set) With(own string) Set {
	s.Layers = slices.Concat([]string{own}, s.Layers)
	return s
}

// hasRules is HasRules, and keeps what it finds.
func (s *Set) hasRules(dir string) bool {
	if dir == "" {
		return false
	}
	f := plan.RuleFiles(dir)
	s.Listed = append(s.Listed, f)
	return f.Has()
}

// Project returns the folder of a project's rules, as those who work in a folder of it
// see it; "" if there is none.
func Project(dir string) string {
	return host.FindProject(dir, func(string) string { return "" }).Rules().Path
}

// RuleFolder returns where the project that a folder belongs to has its rules, or is to
// have them: a linked worktree in the main one.
func RuleFolder(dir string, getenv func(string) string) string {
	p := host.FindProject(dir, getenv)
	return cmp.Or(p.Rules().Path, filepath.Join(cmp.Or(p.Main(), p.Root), ".claude", "bcrules"))
}
