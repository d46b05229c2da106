package facts

import (
	"encoding/json"
	"fmt"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// Knowledge is what a knowledge file holds, counted.
type Knowledge struct {
	Exists  bool `expr:"exists" doc:"it is there"`
	Entries int  `expr:"entries" doc:"how many it holds"`
	Skipped int  `expr:"skipped" doc:"lines that hold no entry"`
}

var knowledge = engine.Fact{
	Doc:    "what a knowledge file holds: .exists .entries .skipped; counted in its first 64 MB",
	Params: "path",
	Reads:  "path",
	Ask:    engine.Func1[string, Knowledge](counted),
}

func counted(c *engine.Call, name string) (Knowledge, error) {
	p, err := c.Host.Place(name)
	if err != nil || !stat(c.Host, p).Exists {
		return Knowledge{}, err
	}
	k := Knowledge{Exists: true}
	k.Skipped, err = readEntries(c, name, "", func(files.Entry) bool {
		k.Entries++
		return true
	})
	return k, err
}

var digest = engine.Fact{
	Doc: "a knowledge file compressed for a prompt, a line a kind; empty if there is nothing to say in its first 64 MB. Options: " +
		"kinds that are kept, gravest first (an entry without one has the last); items of a kind; tight, of each kind, where it would be over the budget; " +
		"chars of an item; tokens, the budget (four characters each); head, a line before the others",
	Params:  "path, options",
	Reads:   "path",
	Options: []string{"kinds", "items", "tight", "chars", "tokens", "head"},
	Ask:     engine.Func2[string, map[string]any, string](digested),
}

func digested(c *engine.Call, name string, options map[string]any) (string, error) {
	var b files.Brief
	raw, err := json.Marshal(options)
	if err == nil {
		err = json.Unmarshal(raw, &b)
	}
	if err != nil {
		return "", fmt.Errorf("options of digest: %w", err)
	}
	if name == "" || len(b.Kinds) == 0 {
		return "", nil
	}
	text := b.Write(func(yield func(files.Entry) bool) {
		_, err = readEntries(c, name, b.Kinds[len(b.Kinds)-1], yield)
	})
	return text, err
}

// readEntries calls each with a file's entries and returns how many of its lines
// hold none.
func readEntries(c *engine.Call, name, kind string, each func(files.Entry) bool) (int, error) {
	p, err := c.Host.Place(name)
	if err != nil {
		return 0, err
	}
	scan, err := files.Entries(p, kind, each)
	if scan.Skipped > 0 {
		c.Warn(fmt.Sprintf("%s: %d lines that hold no entry are left out", strings.TrimPrefix(name, "./"), scan.Skipped))
	}
	if scan.Cut {
		c.Warn(fmt.Sprintf("%s: found a file over %d MB, want it compacted; the rest is left out", strings.TrimPrefix(name, "./"), files.MaxRead>>20))
	}
	return scan.Skipped, err
}
