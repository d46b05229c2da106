package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/settings"
)

// Events that the shipped plugin isn't on, as its hook says nothing where nobody has a rule,
// and that is no nothing there: "bcrules init" registers these where a rule is on them.
var notSilent = map[string]string{
	"MessageDisplay": "many a second",
	"WorktreeCreate": "the hook stands in for git worktree",
	"WorktreeRemove": "as that one",
}

// The plugin that is shipped (.claude-plugin) starts bchook at every event that a plugin may
// register, whatever rules there are. Which of them are closed it can't know: it takes them
// to be those that permit or deny something, as guards do.
func TestShippedPlugin(t *testing.T) {
	place := shippedPlugin(t)
	file, err := settings.Read(place.File)
	if err != nil {
		t.Fatal(err)
	}
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	var wanted []settings.Registration
	left := 0
	for _, e := range s.Events.List(s.Library.Actions) {
		if notSilent[e.Name] != "" {
			left++
		} else if e.Plugin {
			wanted = append(wanted, settings.Registration{Event: e.Name, Timeout: e.Timeout, Closed: s.Events.Agenda(e.Name).Refuse == "permission"})
		}
	}
	if left != len(notSilent) {
		t.Errorf("%d of the %d events left out are events", left, len(notSilent))
	}
	if err := file.Register(settings.Program{Path: "bchook"}, wanted); err != nil {
		t.Fatal(err)
	}
	if !file.Changed() {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("the plugin isn't on the events of the table (UPDATE=1 rewrites it):\n%s", file.Diff())
	}
	if err := os.WriteFile(place.File, file.Is(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// shippedPlugin is the plugin of the marketplace that the repository is.
func shippedPlugin(t *testing.T) settings.Place {
	t.Helper()
	const root = "../.."
	var market struct {
		Plugins []struct{ Name, Source string }
	}
	var plugin struct{ Name string }
	err := json.Unmarshal([]byte(textOf(t, filepath.Join(root, ".claude-plugin", "marketplace.json"))), &market)
	if err != nil || len(market.Plugins) != 1 {
		t.Fatalf("found %+v, %v, want a marketplace of one plugin", market, err)
	}
	dir := filepath.Join(root, market.Plugins[0].Source)
	err = json.Unmarshal([]byte(textOf(t, filepath.Join(dir, ".claude-plugin", "plugin.json"))), &plugin)
	if err != nil || plugin.Name != market.Plugins[0].Name || plugin.Name != doctor.Plugin {
		t.Errorf("found plugin %q, %v, want %q, as the marketplace calls it", plugin.Name, err, market.Plugins[0].Name)
	}
	place, err := settings.Plugin(dir)
	if err != nil {
		t.Fatal(err)
	}
	return place
}
