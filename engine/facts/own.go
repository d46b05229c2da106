package facts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"

	"github.com/tidwall/gjson"
)

// An Own is what the hooks stand on, as absolute paths.
type Own struct {
	Programs []string `expr:"programs" doc:"the program that answers, as it was started and without links, those beside it, and what commands of hooks name in the settings"`
	Records  []string `expr:"records" doc:"folders of what is kept for the hooks: plans, the log, what is trusted"`
	Settings []string `expr:"settings" doc:"the settings files"`
}

var own = engine.Fact{
	Doc: "what the hooks stand on, as it is registered: own(['~/.claude/settings.json', '.claude/settings.json']) has .programs, .records and .settings. " +
		"In a test, no more than the files of the test say",
	Params: "settings",
	Looks:  "the agent's settings, for what its hooks start",
	Ask:    engine.Func1[any, Own](owned),
}

// installed are the programs that are installed side by side.
var installed = [...]string{"bchook", "bcrules", "bcstore"}

func owned(c *engine.Call, settings any) (Own, error) {
	var o Own
	if c.Host.Stage == nil {
		o = itself(c)
	}
	for _, v := range engine.Listed(settings) {
		name, ok := v.(string)
		if !ok || name == "" {
			continue
		}
		o.Settings = append(o.Settings, absolute(c, name))
		p, err := c.Host.Named(name)
		if err != nil {
			continue
		}
		data, err := files.Read(p)
		if err != nil {
			continue
		}
		registered(gjson.GetBytes(data, "hooks"), func(word string) {
			if path := c.Host.Spelt(word); path != "" && !strings.HasPrefix(path, "/dev/") && !slices.Contains(o.Programs, path) {
				o.Programs = append(o.Programs, path)
			}
		})
	}
	return o, nil
}

// itself returns what this process stands on.
func itself(c *engine.Call) (o Own) {
	if path := os.Args[0]; strings.ContainsAny(path, `/\`) {
		o.Programs = append(o.Programs, absolute(c, path))
	}
	for _, name := range installed {
		if path := host.Beside(name); path != "" {
			o.Programs = append(o.Programs, path)
		}
	}
	for _, folder := range []func() (string, error){os.UserCacheDir, os.UserConfigDir} {
		if dir, err := folder(); err == nil {
			o.Records = append(o.Records, filepath.Join(dir, "bcrules"))
		}
	}
	return o
}

// registered yields the words of commands that stand anywhere below hooks of settings.
func registered(v gjson.Result, yield func(word string)) {
	v.ForEach(func(key, value gjson.Result) bool {
		switch {
		case value.IsObject() || value.IsArray() && key.String() != "args":
			registered(value, yield)
		case value.IsArray():
			value.ForEach(func(_, arg gjson.Result) bool {
				yield(arg.String())
				return true
			})
		case key.String() == "command":
			for word := range strings.FieldsFuncSeq(value.String(), apart) {
				yield(strings.Trim(word, `"'`))
			}
		}
		return true
	})
}

// apart reports whether a character stands between the words of a shell.
func apart(c rune) bool { return strings.ContainsRune(" \t\n;|&<>()", c) }
