package effects

import (
	"sort"
	"strings"
)

// A program is what is known of a program's command line, or of one of its
// subcommands (git push).
//
// operands says what its operands are, one letter for each; one of them may be *
// for any number, and be . if there is none. With $ begins a command that the
// program runs, with = stand assignments: r* > is what cp takes, = $ what env does.
//
// flags names its flags, separated by white space. The short and long spellings of
// one are joined by commas; Command calls it by the first long one, or the last:
//
//	r,R,recursive  suffix=  color?  exec;  e,regexp=+  i,in-place?:e  c,stdout:r
//
// After = stands a value, after ? one that is only taken if it is glued on (-i.bak,
// --color=never), after % only to the long name; ; is followed by a command up to ; or
// +. Then come letters for what the value is, and after : what the flag makes of the
// operands marked by *.
// The letters are
//
//	r read  x run  l list  o argument of a kind not known
//	w write  a append  e edit  c create  d delete  v move away  m mode
//	h host, URL or host:path   @ text, or @ and a file that is read
//	! code that a shell runs, as an operand followed by * all the words joined
//	2 the second of two values   / folder the program goes to first   > folder the operands are put in
//	+ stands for the first operand   . no flags follow   _ no file
//	a capital: with all that lies below
//
// Flags of only = and a name, =git diff, are those of another; without form and
// operands the whole program is as the other.
type program struct {
	name     string
	form     form
	operands string
	flags    string
}

// A form says how a program reads its arguments; in the zero form, GNU's, flags
// stand anywhere, short ones may be joined, long ones cut short.
type form uint16

const (
	posix      form = 1 << iota // flags end at the first operand
	again                       // flags may stand after the first operand too, and between assignments
	exact                       // long flags are not cut short
	dashed                      // long flags have one dash, and short ones are not joined
	expression                  // operands stand before all long flags
	keyed                       // key=value are flags
	bundled                     // the first argument is short flags, also without a dash
	valued                      // a long flag that is not known has a value
	subs                        // the next operand may name a subcommand
	global                      // its flags may also stand after the subcommand
	dashes                      // what it runs begins after --

	gnu form = 0
)

// tables are all programs; each table is sorted by name.
var tables = [...][]program{
	filePrograms, textPrograms, gitPrograms, shellPrograms, codePrograms,
	netPrograms, cloudPrograms, systemPrograms, archivePrograms,
}

// find returns what is known of a program or subcommand, nil if nothing is.
func find(name string) *program {
	for _, t := range tables {
		i := sort.Search(len(t), func(i int) bool { return t[i].name >= name })
		if i < len(t) && t[i].name == name {
			p := &t[i]
			if other, ok := strings.CutPrefix(p.flags, "="); ok && p.form == 0 && p.operands == "" {
				return find(other)
			}
			return p
		}
	}
	return nil
}

// wellKnown returns what is known of a program by its base name, nil if nothing is:
// python3.12 is python, gsed is sed, mkfs.f2fs is mkfs.
func wellKnown(base string) *program {
	if p := find(base); p != nil || len(base) < 2 {
		return p
	}
	if cut := strings.TrimRight(base, "0123456789.-"); cut != base {
		return find(cut)
	}
	if strings.HasPrefix(base, "mkfs.") {
		return find("mkfs")
	}
	if base[0] == 'g' && len(base) > 2 {
		return find(base[1:])
	}
	return nil
}

// A flag is what is known of a flag: the name it goes by, and what its value is.
type flag struct {
	name  string
	value byte   // '=', '?', '%', ';' or 0 for none
	kind  string // letters for its value
	turns string // letters for the operands
}

// list returns the flags of the program.
func (p *program) list() string {
	if other, ok := strings.CutPrefix(p.flags, "="); ok {
		return find(other).flags
	}
	return p.flags
}

// flag returns what is known of the flag spelt so, without its dashes.
func (p *program) flag(spelling string) (flag, bool) {
	return search(p.list(), spelling, true)
}

// search finds the flag that is spelt so, or whose long spelling begins so.
func search(list, spelling string, whole bool) (found flag, ok bool) {
	if spelling == "" || strings.ContainsAny(spelling, ", \n\t") {
		return flag{}, false
	}
	for from := 0; ; {
		i := strings.Index(list[from:], spelling)
		if i < 0 {
			return found, ok
		}
		start := from + i
		from = start + len(spelling)
		if start > 0 && !strings.ContainsRune(", \n\t", rune(list[start-1])) {
			continue
		}
		switch {
		case from == len(list) || strings.ContainsRune(", \n\t=?%:;", rune(list[from])):
			return cutFlag(list, start), true
		case whole:
		default:
			f := cutFlag(list, start)
			if ok && found.name != f.name {
				return flag{}, false
			}
			found, ok = f, true
		}
	}
}

// cutFlag returns the flag of program.flags that has a spelling at i.
func cutFlag(list string, i int) (f flag) {
	item := list[i:]
	if end := strings.IndexAny(item, " \n\t"); end >= 0 {
		item = item[:end]
	}
	names, rest := item, ""
	if end := strings.IndexAny(item, "=?%:;"); end >= 0 {
		names, rest = item[:end], item[end:]
	}
	if rest != "" && rest[0] != ':' {
		f.value, rest = rest[0], rest[1:]
	}
	f.kind, f.turns, _ = strings.Cut(rest, ":")
	for more := true; more && len(f.name) < 2; {
		f.name, names, more = strings.Cut(names, ",")
	}
	return f
}

// runs reports whether the program's operands end in a command that it runs.
func (p *program) runs() bool {
	return strings.HasSuffix(p.operands, "$")
}
