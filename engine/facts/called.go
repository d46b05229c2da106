package facts

import (
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/plan"
)

// called is what most rules about commands ask. It compares words, and the ways of calling programs
// are data of the rules.
var called = engine.Fact{
	Doc: "a call's commands that match one of several ways of calling a program: called(call(), [{of: 'git', begins: 'push', flags: ['force', 'mirror']}])\n" +
		"A way has some of these fields, each a text or a list of texts of which one has to match:\n" +
		"  of       the program\n" +
		"  begins   the first operands\n" +
		"  has      operands after them\n" +
		"  args     arguments, in upper or lower case\n" +
		"  flags    flags without dashes; name=value matches a flag with this value, in upper or lower case\n" +
		"  without  flags that must be absent or have a negative value, as in --cached=false\n" +
		"  via      what runs the command, whole: xargs, find -exec\n" +
		"A command that only shows what it would do never matches. Except in of and via, a text of several words requires all of them. Except in of, * matches any characters, ? one, and \\* and \\? match themselves.",
	Params:  "call, ways",
	Options: fields,
	Ready:   ofRules,
	Never:   "dry",
	Ask:     engine.Plain2[effects.Effects, any, []effects.Command](calledSo),
}

// calledSo takes ways in their stored form or, if rules compute them, as ready does.
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

// isCalled reports whether a command matches one of some stored ways.
func isCalled(x *effects.Command, ways string) bool {
	general, index := numberAt(ways, 0), numberAt(ways, 4)
	ways = ways[8:]
	for way, rest, more := upTo(ways[:general], endOfWay); more; way, rest, more = upTo(rest, endOfWay) {
		if fitsWay(x, way) {
			return true
		}
	}
	places := waysOf(ways[general:general+index], x.Program)
	for place, rest, more := upTo(places, endOfField); more; place, rest, more = upTo(rest, endOfField) {
		at, _ := strconv.Atoi(place)
		if way, _, _ := upTo(ways[general+index+at:], endOfWay); fitsWay(x, way) {
			return true
		}
	}
	return false
}

// fitsWay reports whether a command matches all fields of a way except its program. The first operands
// rule out most ways, so they are compared first.
func fitsWay(x *effects.Command, way string) bool {
	begins, way, _ := upTo(way, endOfField)
	has, way, _ := upTo(way, endOfField)
	if !operands(x.Operands, begins, has) {
		return false
	}
	args, way, _ := upTo(way, endOfField)
	flags, way, _ := upTo(way, endOfField)
	without, way, _ := upTo(way, endOfField)
	via, _, _ := upTo(way, endOfField)
	set := func(text string) bool { return allWords(text, func(word string) bool { return isSet(x, word) }) }
	return (args == "" || oneOf(args, func(text string) bool { return among(x.Args, strings.ToLower(text), strings.ToLower) })) &&
		(flags == "" || oneOf(flags, set)) &&
		(via == "" || oneOf(via, func(text string) bool {
			return slices.ContainsFunc(x.Via, func(by string) bool { return like(text, by) })
		})) &&
		!oneOf(without, func(text string) bool {
			return set(text) && !allWords(text, func(word string) bool { return programs.IsNo(x.Options[word]) })
		})
}

// operands reports whether operands begin with the words of a text of begins, followed anywhere by
// those of a text of has.
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

// among reports whether each word of a text matches one of the words, after fold.
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

// like reports whether a pattern with * and ? matches a text.
func like(pattern, text string) bool {
	back, from := -1, 0 // where to resume after the last *, in pattern and text
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
