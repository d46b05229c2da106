package facts

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

var cut = engine.Fact{
	Doc:    "the first characters of a text, or all of a shorter one (UTF-16 units, as agents count; no character is split)",
	Params: "text, characters",
	AtMost: "characters",
	Ask:    engine.Plain{Func: func(text string, characters int) (string, error) { return engine.First(text, characters), nil }},
}

var cutLines = engine.Fact{
	Doc: "the first lines of a text that fit into so many characters (UTF-16 units), and the number of lines left out: … (3 more lines)\n" +
		"A first line that is itself too long is cut.",
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
	Doc:    "the first characters of a text, or all of a shorter one, counted as len() counts them (code points)",
	Params: "text, characters",
	AtMost: "characters",
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
	Doc: "a text padded with blanks to a length in characters; a longer one stays as it is\n" +
		"With a negative length the blanks come first.",
	Params: "text, length",
	Ask:    engine.Plain{Func: fillUp},
}

// widest bounds the blanks added to a text.
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
	Doc:    "a value as JSON on one line, without blanks and with sorted names; toJSON() gives several lines",
	Params: "value",
	Form:   "compact",
	Ask:    engine.Plain{Func: func(value any) (string, error) { return string(files.JSON(value)), nil }},
}
