package actions

import (
	"fmt"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type compaction struct {
	File  string
	Kinds []string
	Max   int
	From  float64
}

var compact = engine.Action{
	Doc: "compact a knowledge file: one entry of those that are the same, gravest kind and newest first, at most max; the rule goes on either way",
	Args: `{
	file!: string
	kinds!: [string, ...string] // gravest first; an entry without a kind has the last
	max!: int & >=1 | =~#"^\$\{.*\}$"# // entries to keep
	from?: number & >=0 & <=1 // share of max from which on it is done; 0 if absent
}`,
	Writes: "file",
	Do:     engine.Do[compaction](compactFile),
}

func compactFile(c *engine.Call, a compaction) error {
	p, err := c.Host.Place(a.File)
	if err != nil {
		return err
	}
	done, cut, err := files.CompactKnowledge(p, a.Kinds, int(a.From*float64(a.Max)), a.Max)
	if done && cut {
		c.Log("warn", fmt.Sprintf("%s: found a file over %d MB, of which the start and the end were looked at", c.Host.Local(p.Path()), files.MaxRead>>20))
	}
	if done {
		c.Log("info", fmt.Sprintf("%s: compacted to at most %d entries", c.Host.Local(p.Path()), a.Max))
	}
	return err
}
