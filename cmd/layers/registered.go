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

// Settings are a file in which the native agent looks for hooks.
type Settings struct {
	Kind string // local, user or shared
	File string // absolute
}

// SettingsOf returns the settings files of the user with that home and of the project whose agent
// starts in dir. The project's own local ones come after those at the top of the repository; init
// writes to the first of a kind. Since 2.1.211 the agent reads the local ones of the main worktree
// even if it starts in a linked one. It fails if it can't find out whose the files are.
func SettingsOf(dir, home string, getenv func(string) string) ([]Settings, error) {
	top, err := host.MainTop(dir)
	if err != nil {
		return nil, err
	}
	config := cmp.Or(getenv("CLAUDE_CONFIG_DIR"), filepath.Join(home, ".claude")) // like the agent: whoever set this, it reads that folder
	all := []Settings{
		{"user", filepath.Join(config, "settings.json")},
		{"shared", filepath.Join(dir, ".claude", "settings.json")},
		{"local", filepath.Join(cmp.Or(top, dir), ".claude", "settings.local.json")},
		{"local", filepath.Join(dir, ".claude", "settings.local.json")},
	}
	return slices.CompactFunc(all, func(a, b Settings) bool { return a.File == b.File }), nil
}

// Flag returns the flag, after a space, that selects the file on a command line; "" for the default
// file.
func (s Settings) Flag() string {
	if s.Kind == "local" {
		return ""
	}
	return " --" + s.Kind
}

// Registered returns the first file whose hooks name a program, as the agent of a project reads
// them; it has no name if none does.
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
