package layers

import (
	"path/filepath"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"

	"github.com/tidwall/gjson"
)

// Records is the folder, within that of the user's rules, with what the user trusts (package trust).
const Records = "trust"

// Recorded reports whether the user trusts rules, of whatever content, in the asking folder or its
// counterpart in another worktree. If that is unknown, it reports true: it is asked when the rules
// are unknown, and those trusted may have closed hooks.
func (s Set) Recorded(getenv func(string) string) bool {
	if s.Asks == "" {
		return true
	}
	user := s.User(getenv)
	if user == "" {
		return false
	}
	names, err := files.Names(filepath.Join(user, Records))
	if err != nil {
		return !files.Absent(err)
	}
	asks, err := filepath.EvalSymlinks(s.Asks)
	if err != nil {
		asks = s.Asks
	}
	of, _, untold := host.Shared(asks)
	for _, name := range names {
		if filepath.Ext(name) != ".json" {
			continue
		}
		data, err := files.Read(files.At(filepath.Join(user, Records, name)))
		dir := gjson.GetBytes(data, "dir").Str
		if err != nil || dir == "" || untold != nil {
			return true
		}
		shared, _, err := host.Shared(dir)
		if err != nil || dir == asks || of != "" && shared == of {
			return true
		}
	}
	return false
}
