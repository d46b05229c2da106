package show

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A Look is the appearance of a text on a terminal with colours, a parameter of ECMA-48's SGR
// sequence. It has no effect elsewhere.
type Look string

// The looks.
const (
	Good     Look = "32" // green
	Bad      Look = "31" // red
	Doubtful Look = "33" // yellow
	Quoted   Look = "36" // cyan
	Faint    Look = "2"
	Bold     Look = "1"
)

// colours says whether looks have an effect; see On.
var colours bool

// mark is part of each look, so that no text can forge one; it differs between processes. It is a
// number that no terminal interprets, so code that measures text still recognises the sequence.
var mark = strconv.FormatUint(1<<60|rand.Uint64N(1<<60), 10)

const (
	begin       = "\x1b["
	endOfLook   = begin + "0m"
	longestLook = 40 // bytes
)

// Sprint is fmt.Sprint with the look.
func (l Look) Sprint(args ...any) string {
	text := Plain(fmt.Sprint(args...))
	if !colours || text == "" {
		return text
	}
	look := begin + string(l) + ";" + mark + "m"
	return look + strings.ReplaceAll(text, endOfLook, endOfLook+look) + endOfLook
}

// Sprintf is fmt.Sprintf with the look.
func (l Look) Sprintf(format string, args ...any) string {
	return l.Sprint(fmt.Sprintf(format, args...))
}

// lookAt returns the length of the look at the start of a text, or of a look's end if one is open,
// and its parameters without the mark.
func lookAt(text string, open bool) (n int, codes string) {
	rest, ok := strings.CutPrefix(text, begin)
	if !ok {
		return 0, ""
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return r != ';' && (r < '0' || r > '9') })
	if end < 0 || rest[end] != 'm' {
		return 0, ""
	}
	all := strings.Split(rest[:end], ";")
	kept := slices.DeleteFunc(slices.Clone(all), func(code string) bool { return code == mark })
	codes = strings.Join(kept, ";")
	if len(kept) == len(all) && !(open && codes == "0") {
		return 0, ""
	}
	return len(begin) + end + 1, codes
}

// ours marks the looks in a library's text as those of this process. The text must not contain
// anything from outside.
func ours(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, begin) {
		if codes, rest, ok := strings.Cut(part, "m"); i > 0 && ok {
			part = begin + codes + ";" + mark + "m" + rest
		}
		b.WriteString(part)
	}
	return b.String()
}
