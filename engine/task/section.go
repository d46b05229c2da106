package task

import (
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

var section = engine.Fact{
	Doc:    "what stands in a file between <!-- name --> and <!-- /name -->, lines that are only a comment left out, trimmed",
	Params: "path, name",
	Reads:  "path",
	Long:   true,
	Ask:    engine.Func2[string, string, string](sectionOf),
}

func sectionOf(c *engine.Call, path, name string) (string, error) {
	s, err := c.Host.Text(path, files.MaxRead)
	if name == "" {
		return "", err
	}
	return sectionIn(s, name), err
}

// sectionIn returns the text between <!-- NAME --> and <!-- /NAME -->, without
// lines that are only a comment, trimmed; "" if there is no such section.
func sectionIn(text, name string) string {
	_, rest, ok := strings.Cut(text, "<!-- "+name+" -->")
	if !ok {
		return ""
	}
	body, _, ok := strings.Cut(rest, "<!-- /"+name+" -->")
	if !ok {
		return ""
	}
	var keep []string
	for _, line := range strings.Split(body, "\n") {
		if s := strings.TrimSpace(line); strings.HasPrefix(s, "<!--") && strings.HasSuffix(s, "-->") {
			continue
		}
		keep = append(keep, line)
	}
	return strings.TrimSpace(strings.Join(keep, "\n"))
}
