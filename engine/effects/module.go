package effects

import "strings"

// modular puts names in place of what code gets modules by as values, so that their
// calls are known by the module's name however it was got: of require('fs').rmSync it
// makes fs.rmSync. It returns what other names stand for, by those names.
func modular(l *language, list []token) (out []token, known map[string]string) {
	known = map[string]string{}
	for i := 0; i < len(list); i++ {
		t := list[i]
		if t.kind != 'n' || !l.has("modules", t.text[strings.LastIndexByte(t.text, '.')+1:]) {
			out = append(out, t)
			continue
		}
		k := i + 1
		if k < len(list) && list[k].kind == '(' {
			k++
		}
		if k >= len(list) || list[k].kind != 's' || list[k].part {
			out = append(out, t)
			continue
		}
		module := moduleOf(list[k].text)
		if k++; k < len(list) && list[k].kind == ')' {
			k++
		}
		given(out, module, known)
		switch {
		case k < len(list) && list[k].kind == 'n' && list[k].text == ".then": // import('fs').then(fs => …
			for j := k + 1; j < min(k+4, len(list)); j++ {
				if list[j].kind == 'n' {
					known[list[j].text] = module
					break
				}
			}
		case k < len(list) && list[k].kind == 'n' && list[k].text[0] == '.':
			out = append(out, token{kind: 'n', text: module + list[k].text})
			i = k
			continue
		}
		out = append(out, token{kind: 'n', text: module})
		i = k - 1
	}
	return out, known
}

// moduleOf returns a module by one name: fs of node:fs and fs/promises.
func moduleOf(text string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(text, "node:"), "/promises"), "-", "_")
}

// given notes the names that what was just read gives a module, or parts of it: fs, or
// {rmSync, readFile: read} and {readFile as read}.
func given(before []token, module string, known map[string]string) {
	i := len(before) - 1
	for i >= 0 && (before[i].kind == '=' || before[i].kind == 'n' && (before[i].text == "await" || before[i].text == "from")) {
		i--
	}
	if i < 0 {
		return
	}
	if before[i].kind == 'n' {
		known[before[i].text] = module
		return
	}
	for end := i; before[end].kind == '}' && i > 0; {
		for i--; i > 0 && before[i].kind != '{'; i-- {
			if before[i].kind != 'n' || before[i].text == "as" {
				continue
			}
			if i > 1 && (before[i-1].kind == ':' || before[i-1].text == "as") {
				known[before[i].text] = module + "." + before[i-2].text
				i -= 2
			} else {
				known[before[i].text] = module + "." + before[i].text
			}
		}
		return
	}
}

// own returns a name by what its first part was imported as: s.call is subprocess.
func (s *scope) own(name string) string {
	first, rest, _ := strings.Cut(name, ".")
	if full := s.known[first]; full != "" {
		return strings.TrimSuffix(full+"."+rest, ".")
	}
	return name
}
