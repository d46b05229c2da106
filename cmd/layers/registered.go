package layers

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"

	"github.com/tidwall/gjson"
)

// Settings are a file in which the agent that rules are written for looks for hooks.
type Settings struct {
	Kind string // local, user or shared
	File string // absolute
}

// SettingsOf returns the files of a user, whose home is given, and of a project whose agent is
// started in dir: its own local ones come after those at the top of the repository, the first
// of a kind being where init writes. Since 2.1.211 the agent reads the local ones of the main
// worktree also where it is started in a linked one. It fails if there is no telling whose the
// files are.
func SettingsOf(dir, home string, getenv func(string) string) ([]Settings, error) {
	top, err := host.MainTop(dir)
	if err != nil {
		return nil, err
	}
	config := cmp.Or(getenv("CLAUDE_CONFIG_DIR"), filepath.Join(home, ".claude")) // as the agent has it: what it reads is there, whoever says so
	all := []Settings{
		{"user", filepath.Join(config, "settings.json")},
		{"shared", filepath.Join(dir, ".claude", "settings.json")},
		{"local", filepath.Join(cmp.Or(top, dir), ".claude", "settings.local.json")},
		{"local", filepath.Join(dir, ".claude", "settings.local.json")},
	}
	return slices.CompactFunc(all, func(a, b Settings) bool { return a.File == b.File }), nil
}

// Flag is what chooses the file on a command line, with a space before it; "" for the one that
// is chosen without.
func (s Settings) Flag() string {
	if s.Kind == "local" {
		return ""
	}
	return " --" + s.Kind
}

// Registered returns the first file whose hooks name a program, as the agent of a project reads
// them; without a name if none does.
func Registered(in *host.Project, program string, getenv func(string) string) Settings {
	dir := in.Root
	if session := in.Session(); filepath.IsAbs(session) {
		dir = session
	}
	all, _ := SettingsOf(dir, in.Folders().Home, getenv)
	for _, s := range all {
		data, err := files.Read(files.At(s.File))
		if err == nil && strings.Contains(gjson.GetBytes(data, "hooks").Raw, program) {
			return s
		}
	}
	return Settings{}
}
