package effects

import (
	"sort"
	"strings"
)

// A program is what is known of a program's command line, or of one of its
// subcommands (git push).
//
// flags names its flags, separated by spaces: short and long spellings of one are
// joined by commas, the last is what Command calls it. After = stands a value, after
// ? one that is only taken if it is glued on (-i.bak, --color=never). The letters
// that follow say what the value is:
//
//	r,R,recursive  suffix=  color?  e,regexp=+  f,file=+r  t,target-directory=>
//
//	r read  x run  l list  o argument of a kind not known
//	w write  a append  e edit  c create  d delete  v move away  m mode
//	h host, URL or host:path   @ text, or @ and a file that is read
//	! code that a shell runs, as an operand followed by * all the words joined
//	/ folder the program goes to first   > folder the operands are put in
//	+ stands for the operand marked by +   a capital: with all that lies below
//
// operands says what the operands are, in the same letters, one after the other;
// _ is one that is no file, and one operand may be * for any number: r* c is what cp
// takes. With $ begins a command that the program runs, with = stand assignments.
type program struct {
	name     string
	form     form
	flags    string
	operands string
}

// A form says how a program reads its arguments; the zero form is GNU's: flags
// stand anywhere, short ones may be joined, long ones cut short.
type form uint8

const (
	posix   form = 1 << iota // flags end at the first operand
	exact                    // long flags are not cut short
	dashed                   // long flags have one dash, and short ones are not joined
	keyed                    // key=value are flags
	bundled                  // the first argument is short flags, also without a dash
	subs                     // the next operand may name a subcommand
	global                   // its flags may also stand after the subcommand
	dashes                   // what it runs begins after --
)

// gnu is the zero form.
const gnu form = 0

// tables are all programs; each table is sorted by name.
var tables = [...][]program{filePrograms, gitPrograms, shellPrograms}

// find returns what is known of a program or subcommand, nil if nothing is.
func find(name string) *program {
	for _, t := range tables {
		i := sort.Search(len(t), func(i int) bool { return t[i].name >= name })
		if i < len(t) && t[i].name == name {
			return &t[i]
		}
	}
	return nil
}

// known returns what is known of a program by its base name; python3.12 is python3
// and gsed is sed.
func known(base string) *program {
	if p := find(base); p != nil {
		return p
	}
	if cut := strings.TrimRight(base, "0123456789.-"); cut != base && cut != "" {
		if p := find(cut); p != nil {
			return p
		}
	}
	if cut, ok := strings.CutPrefix(base, "g"); ok && len(cut) > 1 {
		if p := find(cut); p != nil && p.form == gnu {
			return p
		}
	}
	return nil
}

// A flag is what is known of a flag: the name it goes by, and the letters of its value.
type flag struct {
	name  string
	value byte   // '=', '?' or 0 for none
	kind  string // what the value is
}

// flag returns what is known of the flag spelt so, without its dashes.
func (p *program) flag(spelling string) (flag, bool) {
	for item := range strings.SplitSeq(p.flags, " ") {
		if f, names := cutFlag(item); hasName(names, spelling) {
			return f, true
		}
	}
	return flag{}, false
}

// cut returns the one flag whose long spelling begins so; not ok if there is none
// or more than one.
func (p *program) cut(prefix string) (found flag, ok bool) {
	for item := range strings.SplitSeq(p.flags, " ") {
		f, names := cutFlag(item)
		for name := range strings.SplitSeq(names, ",") {
			if len(name) > 1 && strings.HasPrefix(name, prefix) {
				if ok && found.name != f.name {
					return flag{}, false
				}
				found, ok = f, true
			}
		}
	}
	return found, ok
}

// cutFlag returns the flag of an item of program.flags, and its spellings.
func cutFlag(item string) (f flag, names string) {
	names = item
	if i := strings.IndexAny(item, "=?"); i >= 0 {
		names, f.value, f.kind = item[:i], item[i], item[i+1:]
	}
	f.name = names[strings.LastIndexByte(names, ',')+1:]
	return f, names
}

func hasName(names, name string) bool {
	for len(names) > len(name) {
		if names[len(name)] == ',' && names[:len(name)] == name {
			return true
		}
		_, rest, more := strings.Cut(names, ",")
		if !more {
			return false
		}
		names = rest
	}
	return names == name
}

// runs reports whether the program's operands end in a command that it runs.
func (p *program) runs() bool { return strings.HasSuffix(p.operands, "$") || p.form&dashes != 0 }
