package layers

import (
	"fmt"
	"slices"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// User returns the folder of the user's own rules as this process finds it, which need not be
// there; "" if there is no telling.
func User(getenv func(string) string) string { return userOf(host.Here(getenv)) }

// User is that of the project where the rule set counts.
func (s Set) User(getenv func(string) string) string { return userOf(s.Project(getenv)) }

// Folders returns the user's own folders as seen from the project where the rule set counts;
// the environment says where that is if the set doesn't.
func (s Set) Folders(getenv func(string) string) *host.Folders { return s.Project(getenv).Folders() }

// Root returns the root of that project, "" if there is no telling.
func (s Set) Root(getenv func(string) string) string { return s.Project(getenv).Root }

// Project returns the project where the rule set counts; the environment says where that is if the
// set doesn't.
func (s Set) Project(getenv func(string) string) *host.Project {
	if s.Of != nil {
		return s.Of
	}
	return host.Here(getenv)
}

func userOf(in *host.Project) string { return in.Folders().Rules }

// astray is Set.Astray where the folder of a user's own rules has none.
func astray(in *host.Folders) string {
	switch {
	case in.Rules == "" && in.Doubted != "":
		return fmt.Sprintf("found nothing that says where your own rules are but %s, and %s; want another HOME, or a line in the list of accounts", in.Doubted, in.Doubt.Why)
	case in.Rules == "":
		return "found nothing that says where your own rules are, want HOME or a line in the list of accounts"
	}
	return ""
}

// Account returns the folder of the rules that the account has, or would have, where the
// environment says nothing; "" if there is no telling.
func Account() string { return host.Bcrules(host.AccountConfig()) }

// Had returns the names of the plans by which events were answered while the user's own rules
// were in a folder: alone, and with what holds now. None where there is no folder.
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

// Before returns the rule sets by which events were answered while the folder that the
// environment names as the user's was theirs: with what holds now, and alone. They are asked
// for no more than is known of them, as if that folder couldn't be read. None where it is
// certain that the folder is not the user's.
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

// Lost reports whether the user's rules are where the environment has them, and aren't known to
// be the user's: whatever else is in force, they are not.
func (s Set) Lost() bool {
	return s.Doubted != "" && s.Of != nil && (s.Missing != "" || s.Astray != "" || s.Of.Folders().Doubt.Untold)
}

// WhyDoubted says why the folder that the environment names is not the user's, "" if it names
// none that isn't.
func (s Set) WhyDoubted() string {
	if s.Doubted == "" || s.Of == nil {
		return ""
	}
	return s.Of.Folders().Doubt.Why
}
