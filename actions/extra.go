package actions

import (
	"maps"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// Claude Code ignores unknown fields; Codex rejects the whole reply. A rule for several agents must
// check which one sent the event.
var extra = engine.Action{
	Doc:    "add top-level fields to the reply that the agent doesn't define, for other programs that read it; Claude Code ignores them, strict agents reject the whole reply",
	Args:   `{[string]: string | number | bool | {...} | [...]}`,
	Beside: true,
	Do:     engine.Do[map[string]any](addFields),
}

func addFields(c *engine.Call, fields map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if v := filled(fields[name]); v != nil {
			c.Reply.Extra(name, files.JSON(v))
		}
	}
	return nil
}

// filled returns a value as JSON without nulls, which a reply must not have.
func filled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, item := range v {
			if item = filled(item); item == nil {
				delete(v, name)
			} else {
				v[name] = item
			}
		}
	case []any:
		for i, item := range v {
			v[i] = filled(item)
		}
		return slices.DeleteFunc(v, func(item any) bool { return item == nil })
	}
	return v
}
