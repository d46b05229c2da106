package full

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"bcrules.dev/engine/facts"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"
)

var parsed = facts.ParsedFact(func(form string) facts.Form {
	switch form {
	case "yaml":
		return readYAML
	case "toml":
		return readTOML
	case "frontmatter":
		return readFrontMatter
	}
	return nil
})

// readYAML reads the first document of a text as YAML 1.1 with the booleans of 1.2.
func readYAML(text string) (v any, rest string, err error) {
	var node yaml.Node
	err = yaml.Unmarshal([]byte(text), &node)
	if err == nil {
		asWritten(&node)
		err = node.Decode(&v)
	}
	if err != nil {
		return nil, "", errors.New(inYAML.Replace(err.Error()))
	}
	return plain(v), "", nil
}

// inYAML removes the library's prefixes from its errors.
var inYAML = strings.NewReplacer("yaml: ", "", "unmarshal errors:\n  ", "", "\n  ", "; ")

// asWritten turns times in a node into texts.
func asWritten(n *yaml.Node) {
	if n.ShortTag() == "!!timestamp" {
		n.Tag = "!!str"
	}
	for _, of := range n.Content {
		asWritten(of)
	}
}

func readTOML(text string) (any, string, error) {
	v := map[string]any{}
	err := toml.Unmarshal([]byte(text), &v)
	if at, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ := at.Position()
		err = fmt.Errorf("line %d: %s", line, strings.TrimPrefix(at.Error(), "toml: "))
	}
	return plain(v), "", err
}

// readFrontMatter reads the YAML between two lines of ---, the first of which begins the text.
func readFrontMatter(text string) (v any, rest string, err error) {
	at, inside := 0, -1
	for line := range strings.Lines(text) {
		at += len(line)
		fence := strings.TrimRight(line, " \t\r\n") == "---"
		switch {
		case inside < 0 && !fence:
			return nil, text, errors.New("line 1: found no ---, want front matter")
		case inside < 0:
			inside = at
		case fence:
			// a line in place of the fence, so that errors count lines from the top
			v, _, err = readYAML("\n" + text[inside:at-len(line)])
			return v, text[at:], err
		}
	}
	if inside < 0 {
		return nil, text, errors.New("line 1: found nothing, want front matter")
	}
	return nil, text, errors.New("found no --- after front matter")
}

// plain converts a value to the types that JSON has.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, of := range v {
			v[key] = plain(of)
		}
		return v
	case map[any]any:
		out := make(map[string]any, len(v))
		for key, of := range v {
			out[fmt.Sprint(plain(key))] = plain(of)
		}
		return out
	case []any:
		for i, of := range v {
			v[i] = plain(of)
		}
		return v
	case int64:
		return int(v)
	case uint64:
		return float64(v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v)
		}
		return v
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case fmt.Stringer: // a local date or time of TOML
		return v.String()
	}
	return v
}
