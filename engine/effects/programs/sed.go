package programs

import "strings"

// sedRuns returns what sed runs through its command e, and through the flag e of s.
func sedRuns(c Call, _ Surroundings) (list []Run, only bool) {
	look := func(script Word, via string) {
		for line := range strings.Lines(script.Text) {
			if code := sedCode(strings.TrimSpace(line)); code != "" {
				list = append(list, runCode(script.With(code), via))
			}
		}
	}
	for _, v := range c.Operands {
		look(v, c.Base)
	}
	for _, f := range c.Flags {
		if f.Name == "expression" && f.Valued {
			look(f.Value, c.Spelling()+" "+f.Spelt())
		}
	}
	return list, list != nil
}

// sedCode returns the shell code that a line of a sed script runs, "" for none.
func sedCode(line string) string {
	line = strings.TrimLeft(line, "0123456789,$ ")
	if parts := substitute(line); parts != nil && strings.Contains(parts[2], "e") {
		return parts[1]
	}
	code, _ := cutMark(line, "e")
	return code
}

// substitute returns the pattern, replacement and flags of sed's s/…/…/, nil for any other line.
func substitute(line string) []string {
	if len(line) < 2 || line[0] != 's' {
		return nil
	}
	var parts []string
	part := ""
	for i := 2; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line):
			i++
			part += line[i : i+1]
		case c == line[1] && len(parts) < 2:
			parts, part = append(parts, part), ""
		default:
			part += line[i : i+1]
		}
	}
	if len(parts) < 2 {
		return nil
	}
	flags, _, _ := strings.Cut(part, ";")
	return append(parts, strings.Split(strings.TrimSpace(flags), " ")[0])
}
