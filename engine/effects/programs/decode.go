package programs

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"
)

// These programs print what they read, decoded or turned around.

// flagsAlone returns the flags among arguments as one text; ok is false if there is a file.
func flagsAlone(args []Word) (flags string, ok bool) {
	for _, v := range args {
		if !strings.HasPrefix(v.Text, "-") {
			return "", false
		}
		flags += " " + v.Text
	}
	return flags, true
}

func base64Text(_ Call, args []Word, around Surroundings) (Word, bool) {
	flags, ok := flagsAlone(args)
	if !ok || !around.In.Known {
		return Word{}, false
	}
	return inBase64(around.In.Word, flags)
}

// opensslText returns what openssl base64, and enc -base64, print.
func opensslText(_ Call, args []Word, around Surroundings) (Word, bool) {
	flags := ""
	for _, v := range args {
		if strings.HasPrefix(v.Text, "-") {
			flags += " " + v.Text
		}
	}
	if !around.In.Known || len(args) == 0 || args[0].Text != "base64" && !strings.Contains(flags, "base64") {
		return Word{}, false
	}
	return inBase64(around.In.Word, flags)
}

// inBase64 returns a text in base64, or decoded if a flag has a d in it.
func inBase64(in Word, flags string) (Word, bool) {
	if !strings.Contains(strings.ToLower(flags), "d") {
		return in.With(base64.StdEncoding.EncodeToString([]byte(in.Text)) + "\n"), true
	}
	text := strings.Join(strings.Fields(in.Text), "")
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	return in.With(string(raw)), err == nil && utf8.Valid(raw)
}

// xxdText returns what xxd -r -p prints.
func xxdText(_ Call, args []Word, around Surroundings) (Word, bool) {
	flags, ok := flagsAlone(args)
	if !ok || !around.In.Known || !strings.Contains(flags, "r") || !strings.Contains(flags, "p") {
		return Word{}, false
	}
	raw, err := hex.DecodeString(strings.Join(strings.Fields(around.In.Text), ""))
	return around.In.With(string(raw)), err == nil && utf8.Valid(raw)
}

func revText(_ Call, args []Word, around Surroundings) (Word, bool) {
	if _, ok := flagsAlone(args); !ok || !around.In.Known {
		return Word{}, false
	}
	var b strings.Builder
	for line := range strings.Lines(around.In.Text) {
		letters := []rune(strings.TrimSuffix(line, "\n"))
		slices.Reverse(letters)
		b.WriteString(string(letters) + "\n")
	}
	return around.In.With(b.String()), true
}

func trText(_ Call, args []Word, around Surroundings) (Word, bool) {
	in := around.In.Word
	switch {
	case !in.Known || len(args) != 2 || strings.HasPrefix(args[1].Text, "-"):
		return Word{}, false
	case args[0].Text == "-d":
		set := span(args[1].Text)
		return in.With(strings.Map(func(r rune) rune {
			if strings.ContainsRune(set, r) {
				return -1
			}
			return r
		}, in.Text)), true
	}
	return in.With(translate(in.Text, args[0].Text, args[1].Text)), !strings.HasPrefix(args[0].Text, "-")
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

// span returns a set of tr with its ranges spelt out.
func span(set string) string {
	for name, letters := range map[string]string{"[:upper:]": "A-Z", "[:lower:]": "a-z", "[:digit:]": "0-9", "[:space:]": " \t\n"} {
		set = strings.ReplaceAll(set, name, letters)
	}
	letters := []rune(Unescape(set))
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
