package schema

import "github.com/tidwall/gjson"

// prompts warns of rules that answer in the user's place and don't say why.
func (c *compiler) prompts(s *scene) {
	for i, rule := range s.hook.Rules {
		c.rule = i + 1
		for _, step := range rule.Do {
			for _, use := range c.tables.Actions[step.Action].Uses {
				given := use.Arg == "" || gjson.GetBytes(step.Args, use.Arg).Exists()
				if given && use.Value != "" && use.Value == c.Schema.events[s.event].limits[use.Output].Skips && rule.Doc == "" {
					c.warnf(checkPrompt, step.Pos, "%s: the user is asked no more, want a doc on the rule that says why", step.Action)
				}
			}
		}
	}
	c.rule = 0
}
