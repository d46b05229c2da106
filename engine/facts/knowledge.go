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
	Exists  bool `expr:"exists"`
	Entries int  `expr:"entries"`
	Skipped int  `expr:"skipped"` // lines that hold no entry
}

func knowledge() engine.Fact {
	return engine.Fact1(
		"what a knowledge file holds: .exists .entries .skipped", "path",
		func(c *engine.Call, name string) (Knowledge, error) {
			path, err := c.Host.Path(name)
			if err != nil || !stat(c.Host, path).Exists {
				return Knowledge{}, err
			}
			list, skipped, err := readEntries(c, name, "")
			return Knowledge{true, len(list), skipped}, err
		})
}

func digest() engine.Fact {
	return engine.Fact2(
		"a knowledge file compressed for a prompt, a line a kind; empty if there is nothing to say. Options: "+
			"kinds that are kept, gravest first (an entry without one has the last); items of a kind; tight, of each kind, where it would be over the budget; "+
			"chars of an item; tokens, the budget (four characters each); head, a line before the others",
		"path, options",
		func(c *engine.Call, name string, options map[string]any) (string, error) {
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
			list, _, err := readEntries(c, name, b.Kinds[len(b.Kinds)-1])
			return b.Write(list), err
		}).Named(1, "kinds", "items", "tight", "chars", "tokens", "head")
}

func readEntries(c *engine.Call, name, kind string) ([]files.Entry, int, error) {
	path, err := c.Host.Path(name)
	if err != nil {
		return nil, 0, err
	}
	list, skipped, err := files.ReadKnowledge(c.Host.At(path), kind)
	if skipped > 0 {
		c.Warn(fmt.Sprintf("%s: %d lines that hold no entry are left out", strings.TrimPrefix(name, "./"), skipped))
	}
	return list, skipped, err
}
