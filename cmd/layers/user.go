package layers

import (
	"fmt"
	"slices"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// User returns the folder of the user's own rules as this process finds it, which need not exist; ""
// if unknown.
func User(getenv func(string) string) string { return userOf(host.Here(getenv)) }

// User is like the function User, for the set's project.
func (s Set) User(getenv func(string) string) string { return userOf(s.Project(getenv)) }

// Folders returns the user's own folders for the set's project, or for the environment's if the set
// has none.
func (s Set) Folders(getenv func(string) string) *host.Folders { return s.Project(getenv).Folders() }

// Root returns the root of the set's project, "" if unknown.
func (s Set) Root(getenv func(string) string) string { return s.Project(getenv).Root }

// Project returns the project to which the rule set applies, or the environment's if the set has
// none.
func (s Set) Project(getenv func(string) string) *host.Project {
	if s.Of != nil {
		return s.Of
	}
	return host.Here(getenv)
}

func userOf(in *host.Project) string { return in.Folders().Rules }

// astray returns Set.Astray for a user's own folder without rules.
func astray(in *host.Folders) string {
	switch {
	case in.Rules == "" && in.Doubted != "":
		return fmt.Sprintf("found nothing that says where your own rules are but %s, and %s; want another HOME, or a line in the list of accounts", in.Doubted, in.Doubt.Why)
	case in.Rules == "":
		return "found nothing that says where your own rules are, want HOME or a line in the list of accounts"
	}
	return ""
}

// Had returns the names of the plans that answered events while the user's own rules were in a
// folder: alone, and with the rules that apply now. There are none without a folder.
func (s Set) Had(own string) (keys []string) {
	if own == "" {
		return nil
	}
	for _, was := range []Set{{Of: s.Of}, s} {
		was = was.With(own)
		was.was = own
		keys = append(keys, was.Key())
	}
	return keys
}

// Before returns the rule sets that answered events while the folder that the environment names as
// the user's was theirs: with the rules that apply now, and alone. Only their kept plans count, as
// if that folder couldn't be read. There are none if that folder certainly isn't the user's.
func (s Set) Before() []Set {
	if s.Of == nil || !s.Lost() {
		return nil
	}
	if why := s.Of.Folders().Doubt; !why.Untold && !why.Since {
		return nil
	}
	with, own := s, userOf(s.Of)
	with.Layers, with.Doubted = slices.DeleteFunc(slices.Clone(s.Layers), func(l string) bool { return l == s.Doubted || l == own }), ""
	if with.Asks == s.Doubted {
		with.Asks = ""
	}
	sets := []Set{with.With(s.Doubted), {Layers: []string{s.Doubted}, Of: s.Of}}
	for i := range sets {
		sets[i].was = s.Doubted
		sets[i].Listed = []plan.Folder{{Path: s.Doubted, Fault: fmt.Sprintf("%s: %s", s.Doubted, s.WhyDoubted())}}
	}
	return sets
}

// Lost reports whether the environment names a folder of the user's rules that isn't known to be the
// user's, so that those rules aren't in force, whatever else is.
func (s Set) Lost() bool {
	return s.Doubted != "" && s.Of != nil && (s.Missing != "" || s.Astray != "" || s.Of.Folders().Doubt.Untold)
}

// WhyDoubted says why the folder that the environment names isn't the user's, "" if it names no such
// folder.
func (s Set) WhyDoubted() string {
	if s.Doubted == "" || s.Of == nil {
		return ""
	}
	return s.Of.Folders().Doubt.Why
}
