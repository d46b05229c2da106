package facts

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// Ways to call a program: the argument of the fact called, and its stored form in a plan.

// fields are the fields of a way, in stored order.
var fields = []string{"of", "begins", "has", "args", "flags", "without", "via"}

// A way is stored as the texts of all its fields except of. Ways without of come first. Then an
// index, a hash table, gives the offsets of the ways of each program (package table has one of
// rows). Ways with of come last. A command is compared with the ways without of and those of its
// own program; most commands have none.
const (
	endOfName  = "\x1c"
	endOfWay   = "\x1d"
	endOfField = "\x1e"
	endOfText  = "\x1f"
)

// ofRules is ready for literal ways, in which a program of several words or a flag with dashes is a
// mistake.
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

// dashed returns an error for a flag in a text that the field can't match.
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

// ready converts a list of objects to the stored form of ways.
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

// cell is the size of an index entry, bytes: the offset of a program's name, 0 for a free entry.
const cell = 4

// indexOf returns the index of programs and the offsets of their ways: the number of cells, the cells,
// and the names. A name whose cell is taken gets the next free one.
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

// cellOf returns the offset of a name's cell, by FNV-1a; the number of cells is a power of two.
func cellOf(name string, cells int) int {
	hash := uint32(2166136261)
	for i := range len(name) {
		hash = (hash ^ uint32(name[i])) * 16777619
	}
	return cell + int(hash>>16^hash)&(cells-1)*cell
}

// nextCell returns the offset of the next cell; the first follows the last.
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

// waysOf returns the offsets of a program's ways, "" if it has none.
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

// numberAt returns the number in four bytes of a text.
func numberAt(text string, at int) int {
	return int(text[at]) | int(text[at+1])<<8 | int(text[at+2])<<16 | int(text[at+3])<<24
}

// upTo is a faster strings.Cut for an end of one byte, as an event calls it thousands of times.
func upTo(s, end string) (before, after string, found bool) {
	if i := strings.IndexByte(s, end[0]); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}
