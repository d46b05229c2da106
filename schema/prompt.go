package schema

import (
	"maps"
	"slices"

	"github.com/tidwall/gjson"
)

// prompts warns of rules that answer in the user's place and don't say why.
func (c *compiler) prompts(s *scene) {
	for i, rule := range s.hook.Rules {
		c.rule = i + 1
		for _, step := range rule.Do {
			uses := c.tables.Actions[step.Action].Uses
			for _, arg := range slices.Sorted(maps.Keys(uses)) {
				use, given := uses[arg], arg == "" || gjson.GetBytes(step.Args, arg).Exists()
				if given && use.Value != "" && use.Value == c.Schema.events[s.event].limits[use.Output].Skips && rule.Doc == "" {
					c.warnf(checkPrompt, step.Pos, "%s: the user is asked no more, want a doc on the rule that says why", step.Action)
				}
			}
		}
	}
	c.rule = 0
}
