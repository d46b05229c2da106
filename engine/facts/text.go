package facts

import (
	"fmt"
	"regexp"

	"bcrules.dev/engine"
)

func cut() engine.Fact {
	return engine.Function(
		"a text, or its first characters where it has more (UTF-16, as agents count; none is cut in two)", "text, characters",
		func(text string, characters int) (string, error) {
			n := 0
			for i, r := range text {
				if n++; r > 0xFFFF {
					n++
				}
				if n > characters {
					return text[:i], nil
				}
			}
			return text, nil
		})
}

func rewrite() engine.Fact {
	return engine.Function(
		"a text with what a regular expression finds in it replaced; ${1} in the replacement is the first group", "text, pattern, replacement",
		func(text, pattern, replacement string) (string, error) {
			re, err := regexp.Compile(pattern)
			if err != nil {
				return "", fmt.Errorf("found pattern %q: %w", pattern, err)
			}
			return re.ReplaceAllString(text, replacement), nil
		})
}
