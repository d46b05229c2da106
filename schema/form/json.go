package form

import (
	"path"
	"regexp"
	"strings"
)

var (
	// spaced matches a blank between tokens, which JSON on one line has none of. A " in its texts is \".
	spaced = regexp.MustCompile(`\w"[:,] ([^?*{]|$)|[\w\]}"], "\w|\n`)
	// tight matches tokens that JSON on several lines sets apart by a blank or a new line.
	tight = regexp.MustCompile(`\w":[^\s\\\[(.]|[\w\]}"],"\w|\{"\w`)
)

// oneLine checks JSON without blanks.
func oneLine(p part) Wrong {
	if spaced.MatchString(p.text) {
		return Wrong{Text: "where no blank stands after : and ,"}
	}
	return Wrong{}
}

// indented checks JSON of several lines, a name on each.
func indented(p part) Wrong {
	if p.op != "matches" && tight.MatchString(p.text) {
		return Wrong{Text: "where a blank stands after : and each name begins a line, want compact(…), which has neither"}
	}
	return Wrong{}
}

// readers are calls that read files other than JSON, by file extension.
var readers = map[string]string{
	".jsonl": "lines('%s', {json: true, last: 10})", ".ndjson": "lines('%s', {json: true, last: 10})",
	".yaml": "parsed(read('%s'), 'yaml')", ".yml": "parsed(read('%s'), 'yaml')", ".toml": "parsed(read('%s'), 'toml')",
	".md": "parsed(read('%s'), 'frontmatter')",
}

func jsonFile(p part) Wrong {
	if reader := readers[path.Ext(p.text)]; reader != "" {
		return Wrong{Text: "which is no JSON by its name, want " + strings.ReplaceAll(reader, "%s", p.text)}
	}
	return place(p)
}
