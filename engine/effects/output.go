package effects

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// deaf reports whether a program reads nothing from its standard input.
func deaf(name string) bool {
	_, found := slices.BinarySearch(deafs, name)
	return found
}

var deafs = []string{
	":", "alias", "basename", "break", "cd", "chmod", "chown", "continue", "cp", "date", "declare", "dirname", "echo", "exit", "export",
	"false", "find", "hostname", "id", "kill", "ln", "local", "ls", "mkdir", "mktemp", "mv", "popd", "printf", "ps", "pushd", "pwd", "readonly",
	"return", "rm", "rmdir", "seq", "set", "shift", "sleep", "test", "touch", "trap", "true", "type", "umask", "unalias", "uname", "unset",
	"wait", "which", "whoami",
}

// silents print nothing that is of use.
var silents = []string{
	":", "[", "alias", "break", "cd", "chgrp", "chmod", "chown", "continue", "cp", "declare", "exit", "export", "false", "let", "ln", "local", "mkdir", "mv",
	"popd", "pushd", "read", "readonly", "return", "rm", "rmdir", "set", "shift", "sleep", "test", "touch", "true", "typeset", "unalias", "unset", "wait",
}

// print adds what a command prints to what the shell has printed, as far as it
// is known.
func (a *analysis) print(w *world, i int, words []word) {
	name := a.Commands[i].Program
	if _, silent := slices.BinarySearch(silents, name); silent {
		return
	}
	out := a.prints(w, name, words[1:])
	out.from = union([]int{i}, out.from)
	if !deaf(name) && w.in.over != "" {
		out.from = union(out.from, w.in.from)
	}
	if !out.known && !strings.HasSuffix(out.text, "\n") {
		out.text += "\n"
	}
	w.out = w.out.plus(out)
}

// prints returns what a command prints.
func (a *analysis) prints(w *world, name string, args []word) word {
	switch name {
	case "echo":
		return echo(args)
	case "printf":
		return format(args)
	case "pwd":
		if w.dir != "" {
			return word{text: w.dir + "\n", known: true}
		}
		return word{text: "${PWD}"}
	case "which":
		if v := operand(args); v.known && v.text != "" && len(args) == 1 {
			return v.with(v.text + "\n")
		}
	case "whoami":
		return word{text: "${USER}"}
	case "mktemp":
		return a.temporary(w, args)
	case "cat", "tee", "head", "tail", "sort", "uniq", "less", "more":
		return a.copied(w, name, args)
	case "basename", "dirname":
		if v := operand(args); v.known && v.text != "" && len(args) < 3 {
			path := strings.TrimRight(v.text, "/")
			k := strings.LastIndexByte(path, '/')
			switch {
			case name == "basename":
				base := path[k+1:]
				if len(args) == 2 && args[0].text == v.text {
					base = strings.TrimSuffix(base, args[1].text)
				}
				return v.with(base + "\n")
			case path == "" || k == 0:
				return v.with("/\n")
			case k < 0:
				return v.with(".\n")
			}
			return v.with(strings.TrimRight(path[:k], "/") + "\n")
		}
	default:
		if decoded, ok := decode(name, args, w.in.word); ok {
			return decoded
		}
	}
	return word{text: "$(…)"}
}

// temporary returns what mktemp prints: a path that is new, so it does not matter
// which.
func (a *analysis) temporary(w *world, args []word) word {
	name := word{text: "tmp.XXXXXXXXXX", known: true}
	dir := word{text: "/tmp", known: true}
	in := true
	for k := 0; k < len(args); k++ {
		switch t := args[k].text; {
		case t == "-p" && k+1 < len(args):
			k++
			dir = args[k]
		case strings.HasPrefix(t, "--tmpdir="):
			dir = args[k].with(t[len("--tmpdir="):])
		case t == "-t" || t == "--tmpdir" || strings.HasPrefix(t, "--suffix"):
		case !strings.HasPrefix(t, "-"):
			name = args[k]
			in = slices.ContainsFunc(args, func(v word) bool { return v.text == "-t" || v.text == "-p" || strings.HasPrefix(v.text, "--tmpdir") })
		}
	}
	if in {
		name = concat([]word{dir, name}, "/")
	}
	return name.with(name.text + "\n")
}

// copied returns what a program prints that passes on what it reads.
func (a *analysis) copied(w *world, name string, args []word) word {
	var files []word
	for _, v := range args {
		if len(v.text) < 2 || v.text[0] != '-' {
			files = append(files, v)
		} else if name == "head" || name == "tail" {
			return word{text: "$(…)", from: w.in.from}
		}
	}
	if len(files) == 0 || name == "tee" {
		if w.in.over == "" {
			return word{known: name == "cat"}
		}
		return w.in.word
	}
	out := word{known: true}
	for _, v := range files {
		if v.text == "-" {
			out = out.plus(w.in.word)
			continue
		}
		path, _ := (where{dir: w.dir}).absolute(v)
		list := a.contents(w, path)
		if len(list) == 0 {
			return word{text: "$(…)", from: out.from}
		}
		out = out.plus(list[len(list)-1].word)
	}
	return out
}

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

// echo returns what echo prints.
func echo(args []word) word {
	escapes, newline := false, "\n"
	for len(args) > 0 && len(args[0].text) > 1 && args[0].text[0] == '-' && strings.Trim(args[0].text[1:], "neE") == "" {
		escapes = escapes || strings.Contains(args[0].text, "e")
		if strings.Contains(args[0].text, "n") {
			newline = ""
		}
		args = args[1:]
	}
	out := word{known: true}
	if len(args) > 0 {
		out = concat(args, " ")
	}
	if out.glob = false; escapes {
		out.text = ansi(out.text)
	}
	out.text += newline
	return out
}

// format returns what printf prints.
func format(args []word) word {
	if len(args) > 0 && args[0].text == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return word{known: true}
	}
	template, args := args[0], args[1:]
	out := template.with("")
	for {
		before := len(args)
		out, args = formatOnce(out, template.text, args)
		if len(args) == 0 || len(args) == before || len(out.text) > maxText {
			return out
		}
	}
}

// formatOnce goes through the template of a printf once.
func formatOnce(out word, template string, args []word) (word, []word) {
	next := func() word {
		if len(args) == 0 {
			return word{known: true}
		}
		v := args[0]
		args = args[1:]
		return v
	}
	var b strings.Builder
	flush := func() {
		out = out.plus(word{text: ansi(b.String()), known: true})
		b.Reset()
	}
	for i := 0; i < len(template); i++ {
		if template[i] != '%' || i+1 == len(template) {
			b.WriteByte(template[i])
			continue
		}
		end := i + 1
		for end < len(template)-1 && strings.IndexByte("-+ #0123456789.*", template[end]) >= 0 {
			end++
		}
		switch verb := template[end]; verb {
		case '%':
			b.WriteByte('%')
		case 's', 'd', 'i', 'q':
			v := next()
			flush()
			if verb != 's' && v.text == "" {
				v.text = "0"
			}
			out = out.plus(v)
		case 'b':
			v := next()
			flush()
			out = out.plus(v.with(ansi(v.text)))
		case 'c':
			v := next()
			flush()
			letter, _ := firstLetter(v.text)
			out = out.plus(v.with(letter))
		case 'x', 'o', 'X', 'u':
			v := next()
			flush()
			if n, err := strconv.ParseInt(v.text, 0, 64); err == nil {
				out = out.plus(v.with(strconv.FormatInt(n, map[byte]int{'x': 16, 'X': 16, 'o': 8, 'u': 10}[verb])))
			}
		default:
			next()
			flush()
			out = out.plus(word{text: "$(…)"})
		}
		i = end
	}
	flush()
	return out, args
}
