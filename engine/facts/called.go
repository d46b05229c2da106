package facts

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/plan"
)

// called is what most rules about commands ask: it compares words, and takes ways of
// calling programs as data.
var called = engine.Fact{
	Doc: "those of a call's commands that are called in one of some ways: called(call(), [{of: 'git', begins: 'push', flags: ['force', 'mirror']}])\n" +
		"A way says some of this, each a text or a list of which one suffices:\n" +
		"  of       the program\n" +
		"  begins   its first operands\n" +
		"  has      operands after those\n" +
		"  args     arguments, in upper or lower case\n" +
		"  flags    flags, named without dashes; name=value, those with this value, in upper or lower case\n" +
		"  without  flags, none of which it has but with a value of no, as in --cached=false\n" +
		"A command that only shows what it would do is none of them. In all but of, a text of several words asks for all of them, and * stands for any characters, ? for one, \\* and \\? for themselves.",
	Params:  "call, ways",
	Options: fields,
	Ready:   ofRules,
	Ask:     engine.Plain2[effects.Effects, any, []effects.Command](calledSo),
}

// fields are what a way may say, in the order in which it is stored.
var fields = []string{"of", "begins", "has", "args", "flags", "without"}

// A way is stored as its fields, and a field as its texts. Ways are stored one after
// the other. Before them stand the names of all their programs, each once, so that few
// ways need be looked at; or anyProgram if one doesn't say of which program it is.
const (
	anyProgram = "\x1c"
	endOfNames = "\x1b"
	endOfWay   = "\x1d"
	endOfField = "\x1e"
	endOfText  = "\x1f"
)

// ofRules is ready for ways that stand in rules: there a program of several words is a mistake.
func ofRules(data any) (string, error) {
	for _, item := range engine.Listed(data) {
		way, _ := item.(map[string]any)
		for _, of := range engine.Listed(way["of"]) {
			if program, rest, more := strings.Cut(plan.TextOf(of), " "); more && rest != "" {
				return "", fmt.Errorf("of: found %s, want a program's name alone, as in {of: '%s', begins: '%s'}", of, program, rest)
			}
		}
	}
	return ready(data)
}

// ready returns ways as they are stored, made of a list of objects.
func ready(data any) (string, error) {
	list, ok := data.([]any)
	if !ok {
		return "", fmt.Errorf("found %v, want a list of ways to call programs", engine.Shown(data))
	}
	var b strings.Builder
	for _, item := range list {
		way, ok := item.(map[string]any)
		if !ok {
			return "", fmt.Errorf("found %v, want a way to call a program, such as {of: 'git', begins: 'push'}", engine.Shown(item))
		}
		for name := range way {
			if !slices.Contains(fields, name) {
				return "", fmt.Errorf("found %s, want one of %s", name, strings.Join(fields, ", "))
			}
		}
		for _, name := range fields {
			if err := store(&b, way[name]); err != nil {
				return "", fmt.Errorf("%s: %w", name, err)
			}
			b.WriteString(endOfField)
		}
		b.WriteString(endOfWay)
	}
	return namesIn(b.String()) + endOfNames + b.String(), nil
}

// namesIn returns the names of the programs that ways are of, as they are stored.
func namesIn(ways string) string {
	var names []string
	for way, rest, more := strings.Cut(ways, endOfWay); more; way, rest, more = strings.Cut(rest, endOfWay) {
		of, _, _ := strings.Cut(way, endOfField)
		if of == "" {
			return anyProgram
		}
		names = append(names, strings.Split(strings.TrimSuffix(of, endOfText), endOfText)...)
	}
	slices.Sort(names)
	return endOfText + strings.Join(slices.Compact(names), endOfText) + endOfText
}

// store writes the texts of a field; v may be nil.
func store(b *strings.Builder, v any) error {
	texts, ok := v.([]any)
	if !ok && v != nil {
		texts = []any{v}
	}
	for _, t := range texts {
		s, ok := t.(string)
		if !ok || strings.ContainsAny(s, endOfWay+endOfField+endOfText) {
			return fmt.Errorf("found %v, want a text", engine.Shown(t))
		}
		b.WriteString(s)
		b.WriteString(endOfText)
	}
	return nil
}

// calledSo takes ways as they are stored, or else as ready takes them.
func calledSo(call effects.Effects, ways any) ([]effects.Command, error) {
	made, ok := ways.(plan.Ready)
	stored := made.Made
	if !ok {
		var err error
		if stored, err = ready(engine.Listed(ways)); err != nil {
			return nil, err
		}
	}
	var found []effects.Command
	for i := range call.Commands {
		if x := &call.Commands[i]; !x.Dry && isCalled(x, stored) {
			found = append(found, *x)
		}
	}
	return found, nil
}

// isCalled reports whether a command is called in one of some ways.
func isCalled(x *effects.Command, ways string) bool {
	names, ways, _ := upTo(ways, endOfNames)
	if names != anyProgram && !named(names, x.Program) {
		return false
	}
	for way, rest, more := upTo(ways, endOfWay); more; way, rest, more = upTo(rest, endOfWay) {
		if fitsWay(x, way) {
			return true
		}
	}
	return false
}

// named reports whether names, as they are stored, have one. They are sorted, so it
// halves them.
func named(names, name string) bool {
	for len(names) > 1 {
		from := strings.LastIndexByte(names[:len(names)/2], endOfText[0])
		to := from + 1 + strings.IndexByte(names[from+1:], endOfText[0])
		switch strings.Compare(name, names[from+1:to]) {
		case 0:
			return true
		case -1:
			names = names[:from+1]
		default:
			names = names[to:]
		}
	}
	return false
}

// fitsWay reports whether a command is called in a way. Most ways are told from it by the
// program or the first operands, so the other fields aren't looked for before.
func fitsWay(x *effects.Command, way string) bool {
	of, way, _ := upTo(way, endOfField)
	if of != "" && !lists(of, x.Program) {
		return false
	}
	begins, way, _ := upTo(way, endOfField)
	has, way, _ := upTo(way, endOfField)
	if !operands(x.Operands, begins, has) {
		return false
	}
	args, way, _ := upTo(way, endOfField)
	flags, way, _ := upTo(way, endOfField)
	without, _, _ := upTo(way, endOfField)
	set := func(text string) bool { return allWords(text, func(word string) bool { return isSet(x, word) }) }
	return (args == "" || oneOf(args, func(text string) bool { return among(x.Args, strings.ToLower(text), strings.ToLower) })) &&
		(flags == "" || oneOf(flags, set)) &&
		!oneOf(without, func(text string) bool {
			return set(text) && !allWords(text, func(word string) bool { return programs.IsNo(x.Options[word]) })
		})
}

// upTo is strings.Cut for an end of one byte, of which there are thousands an event.
func upTo(s, end string) (before, after string, found bool) {
	if i := strings.IndexByte(s, end[0]); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// operands reports whether operands begin as one of the texts of begins says and have
// one of those of has after that.
func operands(all []string, begins, has string) bool {
	rest := func(n int) bool {
		return has == "" || oneOf(has, func(text string) bool { return among(all[n:], text, asItIs) })
	}
	if begins == "" {
		return rest(0)
	}
	return oneOf(begins, func(text string) bool {
		n := 0
		ok := allWords(text, func(word string) bool {
			n++
			return n <= len(all) && like(word, all[n-1])
		})
		return ok && rest(n)
	})
}

// among reports whether each word of a text stands for one of the words given, as fold
// makes these.
func among(words []string, text string, fold func(string) string) bool {
	return allWords(text, func(pattern string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return like(pattern, fold(w)) })
	})
}

func asItIs(s string) string { return s }

// isSet reports whether a flag is set, or has the value that a word gives it.
func isSet(x *effects.Command, word string) bool {
	name, value, valued := strings.Cut(word, "=")
	if valued {
		is, ok := x.Options[name]
		return ok && like(strings.ToLower(value), strings.ToLower(is))
	}
	return slices.ContainsFunc(x.Flags, func(flag string) bool { return like(name, flag) })
}

// oneOf reports whether something holds for one of a field's texts.
func oneOf(field string, holds func(string) bool) bool {
	for text, rest, more := upTo(field, endOfText); more; text, rest, more = upTo(rest, endOfText) {
		if holds(text) {
			return true
		}
	}
	return false
}

// lists reports whether a text is one of a field's.
func lists(field, text string) bool {
	for len(field) > len(text) {
		if field[len(text)] == endOfText[0] && field[:len(text)] == text {
			return true
		}
		_, field, _ = upTo(field, endOfText)
	}
	return false
}

// allWords reports whether something holds for each word of a text.
func allWords(text string, holds func(string) bool) bool {
	for more := true; more; {
		var word string
		word, text, more = upTo(text, " ")
		if !holds(word) {
			return false
		}
	}
	return true
}

// like reports whether a pattern with * and ? stands for a text.
func like(pattern, text string) bool {
	back, from := -1, 0 // where to go on after the last *, and with which rest of the text
	p, t := 0, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			p++
			back, from = p, t
		case p < len(pattern) && pattern[p] == '?':
			p++
			t++
		case p+1 < len(pattern) && pattern[p] == '\\' && pattern[p+1] == text[t]:
			p += 2
			t++
		case p < len(pattern) && pattern[p] != '\\' && pattern[p] == text[t]:
			p++
			t++
		case back >= 0:
			from++
			p, t = back, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
