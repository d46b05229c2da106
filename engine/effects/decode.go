package effects

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"
)

// decode returns what a program that decodes, or turns around, what it reads prints.
func decode(name string, args []word, in word) (out word, ok bool) {
	flags := ""
	for _, v := range args {
		if strings.HasPrefix(v.text, "-") {
			flags += " " + v.text
		} else if name != "tr" && name != "openssl" {
			return word{}, false // a file
		}
	}
	text := strings.TrimSpace(in.text)
	if !in.known {
		return word{}, false
	}
	var raw []byte
	var err error
	switch name {
	case "base64", "openssl":
		switch {
		case name == "openssl" && (len(args) == 0 || args[0].text != "base64" && !strings.Contains(flags, "base64")):
			return word{}, false
		case !strings.Contains(strings.ToLower(flags), "d"):
			return in.with(base64.StdEncoding.EncodeToString([]byte(in.text)) + "\n"), true
		}
		text = strings.Join(strings.Fields(text), "")
		raw, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	case "xxd":
		if !strings.Contains(flags, "r") || !strings.Contains(flags, "p") {
			return word{}, false
		}
		raw, err = hex.DecodeString(strings.Join(strings.Fields(text), ""))
	case "rev":
		var b strings.Builder
		for line := range strings.Lines(in.text) {
			letters := []rune(strings.TrimSuffix(line, "\n"))
			slices.Reverse(letters)
			b.WriteString(string(letters) + "\n")
		}
		return in.with(b.String()), true
	case "tr":
		if len(args) == 2 && flags == "" {
			return in.with(translate(in.text, args[0].text, args[1].text)), true
		}
		if len(args) == 2 && flags == " -d" {
			return in.with(strings.Map(func(r rune) rune {
				if strings.ContainsRune(span(args[1].text), r) {
					return -1
				}
				return r
			}, in.text)), true
		}
		return word{}, false
	default:
		return word{}, false
	}
	return in.with(string(raw)), err == nil && utf8.Valid(raw)
}

// translate returns a text as tr changes it.
func translate(text, from, to string) string {
	a, b := []rune(span(from)), []rune(span(to))
	if len(b) == 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if i := slices.Index(a, r); i >= 0 {
			return b[min(i, len(b)-1)]
		}
		return r
	}, text)
}

// span returns a set of tr with its ranges written out.
func span(set string) string {
	for name, letters := range map[string]string{"[:upper:]": "A-Z", "[:lower:]": "a-z", "[:digit:]": "0-9", "[:space:]": " \t\n"} {
		set = strings.ReplaceAll(set, name, letters)
	}
	letters := []rune(ansi(set))
	var out []rune
	for i := 0; i < len(letters); i++ {
		if i+2 < len(letters) && letters[i+1] == '-' && letters[i] <= letters[i+2] && letters[i+2]-letters[i] < 256 {
			for r := letters[i]; r <= letters[i+2]; r++ {
				out = append(out, r)
			}
			i += 2
			continue
		}
		out = append(out, letters[i])
	}
	return string(out)
}
