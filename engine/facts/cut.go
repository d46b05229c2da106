package facts

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

var cut = engine.Fact{
	Doc:    "a text, or its first characters where it has more (UTF-16, as agents count; none is cut in two)",
	Params: "text, characters",
	Ask:    engine.Plain{Func: func(text string, characters int) (string, error) { return engine.First(text, characters), nil }},
}

var cutLines = engine.Fact{
	Doc: "a text, or its first lines where it has more characters (UTF-16), with how many more lines there are: … (3 more lines)\n" +
		"Of a first line that is too long by itself the first characters are taken.",
	Params: "text, characters",
	Ask:    engine.Plain{Func: firstLines},
}

func firstLines(text string, characters int) (string, error) {
	kept := engine.First(text, characters)
	if len(kept) == len(text) {
		return kept, nil
	}
	if end := strings.LastIndexByte(kept, '\n'); end >= 0 && text[len(kept)] != '\n' {
		kept = kept[:end]
	}
	more := strings.Count(strings.TrimPrefix(text[len(kept):], "\n"), "\n") + 1
	noun := "lines"
	if more == 1 {
		noun = "line"
	}
	return fmt.Sprintf("%s\n… (%d more %s)", kept, more, noun), nil
}

var chars = engine.Fact{
	Doc:    "a text, or its first characters where it has more, counted as len() counts them (code points)",
	Params: "text, characters",
	Ask:    engine.Plain{Func: charsOf},
}

func charsOf(text string, characters int) (string, error) {
	n := 0
	for i := range text {
		if n++; n > characters {
			return text[:i], nil
		}
	}
	return text, nil
}

var padded = engine.Fact{
	Doc: "a text with blanks after it up to a length in characters; a longer one as it is\n" +
		"With a negative length the blanks stand before it.",
	Params: "text, length",
	Ask:    engine.Plain{Func: fillUp},
}

// widest is how many blanks a text gets at most.
const widest = 10_000

func fillUp(text string, length int) (string, error) {
	before := length < 0
	if before {
		length = -length
	}
	blanks := strings.Repeat(" ", min(max(length-utf8.RuneCountInString(text), 0), widest))
	if before {
		return blanks + text, nil
	}
	return text + blanks, nil
}

var compact = engine.Fact{
	Doc:    "a value as JSON on one line and without blanks, its names sorted; toJSON() gives several lines",
	Params: "value",
	Ask:    engine.Plain{Func: func(value any) (string, error) { return string(files.JSON(value)), nil }},
}
