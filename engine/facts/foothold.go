package facts

import (
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
)

var foothold = engine.Fact{
	Doc: "what a path is of that which the hooks stand on, as it is registered: foothold(#.path, ['~/.claude/settings.json', '.claude/settings.json'])\n" +
		"It is program (the one that answers, those beside it, and what commands of hooks start in these settings files), record (what is kept of plans, the log and what is trusted) or settings (those files); " +
		"or that after \"holds \", for a folder that such a thing lies in, and \"beside program\" for the folder of a program itself. It is empty for all else. In a test no more than its files say is registered.",
	Params: "path, settings",
	Path:   "path",
	Looks:  "the agent's settings, for what its hooks start",
	Gives:  []string{"", "program", "record", "settings", "beside program", "holds program", "holds record", "holds settings"},
	Ask:    engine.Func2[string, any, string](standing),
}

func standing(c *engine.Call, path string, settings any) (string, error) {
	var names []string
	for _, v := range engine.Listed(settings) {
		if name, ok := v.(string); ok {
			names = append(names, name)
		}
	}
	fold := folds(c)
	same := func(s string) string {
		if s = strings.ReplaceAll(s, `\`, "/"); fold {
			s = strings.ToLower(s)
		}
		return s
	}
	path = same(absolute(c, path))
	holds := ""
	for _, s := range c.Host.Stands(names) {
		at := same(s.Path)
		below, inside := strings.CutPrefix(at, strings.TrimSuffix(path, "/")+"/")
		is := [...]string{host.Program: "program", host.Record: "record", host.Settings: "settings"}[s.Is]
		switch {
		case at == path, s.Is == host.Record && strings.HasPrefix(path, at+"/"):
			return is, nil
		case inside && s.Is == host.Program && !strings.Contains(below, "/"):
			holds = "beside program"
		case inside && holds == "":
			holds = "holds " + is
		}
	}
	return holds, nil
}
