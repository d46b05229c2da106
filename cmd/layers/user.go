package layers

import "bcrules.dev/engine/host"

// User returns the folder of the user's own rules as this process finds it, which need not be
// there; "" if there is no telling.
func User(getenv func(string) string) string { return userOf(host.Here(getenv)) }

// User is that of the project where the rule set counts.
func (s Set) User(getenv func(string) string) string { return userOf(s.project(getenv)) }

// Folders returns the user's own folders as seen from the project where the rule set counts;
// the environment says where that is if the set doesn't.
func (s Set) Folders(getenv func(string) string) *host.Folders { return s.project(getenv).Folders() }

func (s Set) project(getenv func(string) string) *host.Project {
	if s.Of != nil {
		return s.Of
	}
	return host.Here(getenv)
}

func userOf(in *host.Project) string { return host.Bcrules(in.Folders().Config) }
