package task

import (
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
	if err != nil {
		return Knowledge{}, err
	}
	if _, err := p.Stat(); files.Absent(err) {
		return Knowledge{}, nil
	}
	k := Knowledge{Exists: true}
	k.Skipped, err = readEntries(c, name, "", func(entry) bool {
		k.Entries++
		return true
	})
	return k, err
}

// readEntries calls each with a file's entries and returns how many of its lines
// hold none.
func readEntries(c *engine.Call, name, kind string, each func(entry) bool) (int, error) {
	p, err := c.Host.Place(name)
	if err != nil {
		return 0, err
	}
	scan, err := entriesAt(p, kind, each)
	if scan.Skipped > 0 {
		c.Warn(fmt.Sprintf("%s: %d lines that hold no entry are left out", strings.TrimPrefix(name, "./"), scan.Skipped))
	}
	if scan.Cut {
		c.Warn(fmt.Sprintf("%s: found a file over %d MB, want it compacted; the rest is left out", strings.TrimPrefix(name, "./"), files.MaxRead>>20))
	}
	return scan.Skipped, err
}
