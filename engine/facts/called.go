package facts

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
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
		"  via      one of what runs it, whole: xargs, find -exec\n" +
		"A command that only shows what it would do is none of them. In all but of and via, a text of several words asks for all of them, and * stands for any characters, ? for one, \\* and \\? for themselves, also in via.",
	Params:  "call, ways",
	Options: fields,
	Ready:   ofRules,
	Ask:     engine.Plain2[effects.Effects, any, []effects.Command](calledSo),
}

// fields are what a way may say, in the order in which it is stored.
var fields = []string{"of", "begins", "has", "args", "flags", "without", "via"}

// A way is stored as its fields but of, and a field as its texts. Ways are stored one after the
// other: those that don't say of which program they are, and the others. Between them stands an
// index: the names of the others' programs, each with where its ways begin, and before them where
// names begin, by what they hash to (package table does the same for rows). So a command is compared
// with the first and its own alone, and most with none.
const (
	endOfName  = "\x1c"
	endOfWay   = "\x1d"
	endOfField = "\x1e"
	endOfText  = "\x1f"
)

// ofRules is ready for ways that stand in rules: there a program of several words is a mistake, and
// so are flags that no command has.
func ofRules(data any) (string, error) {
	for _, item := range engine.Listed(data) {
		way, _ := item.(map[string]any)
		for _, of := range said(way["of"]) {
			if program, rest, more := strings.Cut(plan.TextOf(of), " "); more && rest != "" {
				return "", fmt.Errorf("of: found %s, want a program's name alone, as in {of: '%s', begins: '%s'}", of, program, rest)
			}
		}
		for _, field := range fields[1:] {
			for _, of := range engine.Listed(way[field]) {
				if err := dashed(field, plan.TextOf(of)); err != nil {
					return "", err
				}
			}
		}
	}
	return ready(data)
}

// dashed says what is wrong with a text of a field that has flags as they are called.
func dashed(field, text string) error {
	for _, word := range strings.Fields(text) {
		switch flag := strings.TrimLeft(word, "-"); {
		case flag == word || flag == "" || field == "args":
		case field == "flags" || field == "without":
			return fmt.Errorf("%s: found %s, want it without dashes, %s", field, word, flag)
		case strings.HasPrefix(word, "--"): // -x alone may be an operand, as of dscl
			return fmt.Errorf("%s: found %s, which is no operand, want  flags: '%s'  beside it", field, word, flag)
		}
	}
	return nil
}

// ready returns ways as they are stored, made of a list of objects.
func ready(data any) (string, error) {
	list, ok := data.([]any)
	if !ok {
		return "", fmt.Errorf("found %v, want a list of ways to call programs", engine.Shown(data))
	}
	var general, others strings.Builder
	of := map[string]string{}
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
		b := &general
		for _, program := range said(way[fields[0]]) {
			name, err := asText(program)
			if err != nil {
				return "", fmt.Errorf("%s: %w", fields[0], err)
			}
			b, of[name] = &others, of[name]+strconv.Itoa(others.Len())+endOfField
		}
		for _, name := range fields[1:] {
			for _, text := range said(way[name]) {
				s, err := asText(text)
				if err != nil {
					return "", fmt.Errorf("%s: %w", name, err)
				}
				b.WriteString(s + endOfText)
			}
			b.WriteString(endOfField)
		}
		b.WriteString(endOfWay)
	}
	index := indexOf(of)
	head := binary.LittleEndian.AppendUint32(nil, uint32(general.Len()))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(index)))
	return string(head) + general.String() + index + others.String(), nil
}

// cell is how many bytes of an index say where a name begins: at 0 none does.
const cell = 4

// indexOf returns the index of programs with where their ways begin: how many cells there are, the
// cells, and the names. A name whose cell is taken has the next that is free.
func indexOf(of map[string]string) string {
	cells := 1
	for cells*3 < len(of)*4 {
		cells *= 2
	}
	index := make([]byte, cell+cells*cell)
	binary.LittleEndian.PutUint32(index, uint32(cells))
	for _, name := range slices.Sorted(maps.Keys(of)) {
		at := cellOf(name, cells)
		for binary.LittleEndian.Uint32(index[at:]) > 0 {
			at = nextCell(at, cells)
		}
		binary.LittleEndian.PutUint32(index[at:], uint32(len(index)))
		index = append(index, name+endOfText+of[name]+endOfName...)
	}
	return string(index)
}

// cellOf returns where the cell of a name is; there are a power of two (FNV-1a).
func cellOf(name string, cells int) int {
	hash := uint32(2166136261)
	for i := range len(name) {
		hash = (hash ^ uint32(name[i])) * 16777619
	}
	return cell + int(hash>>16^hash)&(cells-1)*cell
}

// nextCell returns the one after it, or the first.
func nextCell(at, cells int) int {
	if at += cell; at > cells*cell {
		return cell
	}
	return at
}

// said returns the texts of a field.
func said(v any) []any {
	if v == nil {
		return nil
	}
	return engine.Listed(v)
}

// asText returns a text that can be stored.
func asText(v any) (string, error) {
	s, ok := v.(string)
	if !ok || strings.ContainsAny(s, endOfName+endOfWay+endOfField+endOfText) {
		return "", fmt.Errorf("found %v, want a text", engine.Shown(v))
	}
	return s, nil
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

// isCalled reports whether a command is called in one of some ways, as ready stores them.
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

// waysOf returns where the ways of a program begin, as its index says; "" if there are none.
func waysOf(index, program string) string {
	cells := numberAt(index, 0)
	for at := cellOf(program, cells); ; at = nextCell(at, cells) {
		from := numberAt(index, at)
		if from == 0 {
			return ""
		}
		if rest, ok := strings.CutPrefix(index[from:], program); ok && strings.HasPrefix(rest, endOfText) {
			places, _, _ := upTo(rest[len(endOfText):], endOfName)
			return places
		}
	}
}

// numberAt returns that in four bytes of a text.
func numberAt(text string, at int) int {
	return int(text[at]) | int(text[at+1])<<8 | int(text[at+2])<<16 | int(text[at+3])<<24
}

// fitsWay reports whether a command is called in a way, but for its program. Most ways are told from
// it by the first operands, so the other fields aren't looked for before.
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
