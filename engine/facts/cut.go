package facts

import "bcrules.dev/engine"

var cut = engine.Fact{
	Doc:    "a text, or its first characters where it has more (UTF-16, as agents count; none is cut in two)",
	Params: "text, characters",
	Ask:    engine.Plain{Func: firstOf},
}

func firstOf(text string, characters int) (string, error) {
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
}
