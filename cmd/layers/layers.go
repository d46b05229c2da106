// Package layers finds the rule folders that apply to a project: the organisation's, the user's own,
// the project's, or those that the command line or the environment names. If there are none, no rule
// is in force: nobody chose any.
//
// Every hook process asks it, so it only looks at names of files. Package schema reads them, and
// package trust below says which of a project's rules the user trusts.
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

// A Set is the layers of a rule set, each an absolute folder or the import path of a pack. Without
// layers it has no rules.
type Set struct {
	Layers []string
	// Asks is the layer that the user must trust before it counts, since others may have written it;
	// "" if there is none.
	Asks string
	// Own is the user's own layer if there are others, too: it applies alone if they don't compile
	// together. "" if there is none.
	Own string
	// Doubted is a folder with rules that the environment names as the user's, but isn't
	// (host.Folders). It asks like a project's if the project has none. "" if there is none.
	Doubted string
	// Of is the project to which the rule set applies; nil means where this process runs.
	Of *host.Project
	// Pack is the pack that the environment names. It is left out: what a pack runs may be the
	// project's own, and nobody was asked. "" if there is none.
	Pack string
	// Left is the folder of the session's project's rules if the agent left that project, and other
	// rules or none apply. "" if it didn't.
	Left string
	was  string // the layer that was the user's own when the wanted plan was made; see Before
	// Listed are the folders that were listed, so that nobody need do it again.
	Listed []plan.Folder
	// Missing is the folder of the user's own rules if it has none; "" if it has some, or the layers
	// were given.
	Missing string
	// Astray says why Missing doesn't mean that the user has no rules: nothing says where they are.
	// "" if it does.
	Astray string
	// Above says that this is the organisation's set, which ranks above all others and has a plan of
	// its own.
	Above bool
}

// Variable is the environment variable that names rules instead of the project's.
const Variable = "BCRULES_RULES"

// Find returns the rule set of the project that a folder belongs to; see In.
func Find(given []string, dir string, getenv func(string) string) Set {
	return In(given, host.FindProject(dir, getenv), getenv)
}

// In returns the rule set of a project: the layers given, or else the user's own and the project's.
// The environment may name another layer instead of the project's.
//
// The command line is the user's: its author could run anything. A project isn't, and neither is the
// environment, which a project's settings may set. So a layer that it names asks as well, and
// doesn't replace the user's own. A pack of this program doesn't ask, so the environment may not
// name one. The environment also says where the user's own rules are: see host.Folders.
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
		s.Layers = append(s.Layers, project) // last, as the compiler gets it
		if project != user {
			s.Asks = project
		}
	}
	s.Left = left(project, in, getenv)
	return s
}

// left returns the folder of the session's project's rules, unless they apply to the current project
// as well, or there are none: "".
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

// Asking returns the rule set of the project whose rules are in a folder. They ask, even if they
// aren't those that apply in the folder above.
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

// Without returns the layers that apply while the asking one isn't trusted: the user's own, as if
// the project had none.
func (s Set) Without(getenv func(string) string) []string {
	if own := s.User(getenv); HasRules(own) {
		return []string{own}
	}
	return nil
}

// Renamed returns the rule set with another name for the asking folder.
func (s Set) Renamed(asks string) Set {
	s.Layers = slices.Clone(s.Layers)
	s.Layers[slices.Index(s.Layers, s.Asks)] = asks
	s.Asks = asks
	return s
}

// Alone returns the set that applies if this one doesn't compile: the user's own layer if there are
// others, too; otherwise it has no layers.
func (s Set) Alone() Set {
	if s.Own == "" {
		return Set{}
	}
	return Set{Layers: []string{s.Own}, Listed: s.Listed, Of: s.Of}
}

// Key returns the name of the rule set's plan in the store. The same folder has different names as
// the user's own layer, an asking one and a given one. So whoever can make bcrules look at rules,
// as explain does at those of a clone, only makes a plan of the last kind. An asking layer that
// isn't the project's has a name for each project, as it may be trusted in one and not in the next.
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
	if of := host.OfSystem(); of.Rules != "" && of.Distrust == "" && len(names) > 0 { // which overrides what both have
		names = append(names, "^"+of.Rules)
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

// ErrNone tells people who want to work on a rule set that it has no layers.
var ErrNone = errors.New("found no rules here, want some: bcrules init offers packs, bcrules new hook NAME starts a hook of yours")

// Given returns the layers that a command line named, which is the user's word.
func (s Set) Given() []string {
	return slices.DeleteFunc(slices.Clone(s.Layers), func(l string) bool { return l == s.Asks || IsPack(l) })
}

// Label names the layers for logs and people, "" if there are none.
func (s Set) Label() string { return strings.Join(s.Layers, " and ") }

// HasRules reports whether a folder has a rule file, or can't be read: reading it then says why.
func HasRules(dir string) bool { return dir != "" && plan.RuleFiles(dir).Has() }

// Unread returns why a layer couldn't be listed, "" if all could. Meanwhile the kept version of it
// applies, as it may exist unchanged.
func (s Set) Unread() string {
	for _, f := range s.Listed {
		if f.Fault != "" && slices.Contains(s.Layers, f.Path) {
			return f.Fault
		}
	}
	return ""
}

// With returns the rule set with the user's own layer before the others.
func (s Set) With(own string) Set {
	s.Layers = slices.Concat([]string{own}, s.Layers)
	return s
}

// hasRules is HasRules, and records the listing.
func (s *Set) hasRules(dir string) bool {
	if dir == "" {
		return false
	}
	f := plan.RuleFiles(dir)
	s.Listed = append(s.Listed, f)
	return f.Has()
}

// Project returns the folder of the rules that apply to work in dir, from its project; "" if there
// is none.
func Project(dir string) string {
	return host.FindProject(dir, func(string) string { return "" }).Rules().Path
}

// RuleFolder returns the folder where a project has its rules, or is to have them: for a linked
// worktree that is in the main one.
func RuleFolder(dir string, getenv func(string) string) string {
	p := host.FindProject(dir, getenv)
	return cmp.Or(p.Rules().Path, filepath.Join(cmp.Or(p.Main(), p.Root), ".claude", "bcrules"))
}
