package programs

import (
	"slices"
	"strings"
)

// IsDry reports whether the command only shows its help, or what it would do because a flag says
// so. A flag that is given the value no doesn't count.
func (c Call) IsDry() bool {
	if c.asksHelp() || c.rehearses() {
		return true
	}
	for _, p := range [...]*program{c.program, c.whole} {
		if p == nil || p.dry == "" {
			continue
		}
		for want := range strings.FieldsSeq(p.dry) {
			if name, value, valued := strings.Cut(want, "="); c.dryBy(name, value, valued) {
				return true
			}
		}
	}
	return false
}

// rehearses reports whether an unknown program has a flag that asks most programs for a dry run.
// For known programs the table says which flags they heed: the word after one may be a file.
func (c Call) rehearses() bool {
	if c.program != nil {
		return false
	}
	for _, name := range [...]string{"dry-run", "dry_run", "dryrun", "dryRun"} {
		if c.dryBy(name, "", false) {
			return true
		}
	}
	return slices.ContainsFunc(c.words[1:], func(w Word) bool {
		name, value, _ := strings.Cut(strings.ToLower(w.Text), ":")
		return name == "-whatif" && (value == "" || value == "$true")
	})
}

// dryBy reports whether a flag is in force: its last mention counts. A shell's flag is undone by a
// + before it.
func (c Call) dryBy(name, value string, valued bool) (is bool) {
	if len(name) == 1 && slices.ContainsFunc(c.words[1:], func(w Word) bool { return strings.HasPrefix(w.Text, "+") && strings.Contains(w.Text, name) }) {
		return false
	}
	for _, f := range c.Flags {
		switch {
		case f.Name == "no-"+name:
			is = false
		case f.Name != name:
		case valued:
			is = f.Valued && f.Value.Known && f.Value.Text == value
		case f.Valued:
			is = f.Value.Known && !IsNo(f.Value.Text)
		default:
			is = true
		}
	}
	return is
}

// IsNo reports whether a value means that the flag is not set.
func IsNo(value string) bool {
	switch strings.ToLower(value) {
	case "false", "f", "no", "n", "0", "none", "off", "never":
		return true
	}
	return false
}

// takesBack reports whether the command has a flag that may undo another. Most programs heed it
// wherever it stands.
func (c Call) takesBack(name string) bool {
	return slices.ContainsFunc(c.Flags, func(f Flag) bool {
		return f.Name == "no-"+name || f.Name == name && f.Valued && (!f.Value.Known || IsNo(f.Value.Text))
	})
}

// asksHelp reports whether a command asks for help or a version. It may ask for either before any
// operand. After nothing but names of subcommands it may ask for help, also by -h at its end. After
// other operands only some programs heed that. A flag's value doesn't count. If the program runs
// another, a word that may be the value of an unknown flag doesn't count either.
func (c Call) asksHelp() bool {
	n := 0
	_, code, _ := c.Language()
	for i, w := range c.words[1:] {
		if c.isGiven(i + 1) {
			continue
		}
		if slices.ContainsFunc(c.Flags, func(f Flag) bool { return f.next == i+1 && slices.Contains(code, f.Name) }) {
			break // the rest belongs to the code
		}
		if w.Text == "--help" || w.Text == "--version" || w.Text == "/?" {
			return !c.takesBack(strings.TrimPrefix(w.Text, "--"))
		}
		if w.Text == "--" {
			break
		}
		if !strings.HasPrefix(w.Text, "-") {
			if n++; n > c.subs {
				break
			}
		}
	}
	if len(c.Operands) == 0 || !c.isNamed() {
		return false
	}
	if c.program != nil && c.program.syntax&subcommands == 0 && !strings.HasPrefix(c.program.operands, "text") {
		return false
	}
	last := len(c.words) - 1
	return c.dryBy("help", "", false) || c.words[last].Text == "-help" && !c.isGiven(last) || c.endsInH() ||
		c.program == nil && c.Operands[0].Text == "help"
}

// endsInH reports whether the last word is -h, and no flag of the program.
func (c Call) endsInH() bool {
	return slices.ContainsFunc(c.Flags, func(f Flag) bool { return f.Name == "h" && !f.told && f.next == len(c.words) }) &&
		c.words[len(c.words)-1].Text == "-h"
}

// isGiven reports whether a word is, or may be, the value of a flag before it.
func (c Call) isGiven(i int) bool {
	for _, f := range c.Flags {
		switch n := f.next - i; {
		case n < 1:
		case f.words != nil && n <= len(f.words)+1, f.is("second") && n <= 2:
			return true
		case n == 1 && f.Valued && f.Value.Text == c.words[i].Text:
			return true
		}
	}
	before := c.words[i-1].Text
	return c.rest < len(c.words) && slices.ContainsFunc(c.Flags, func(f Flag) bool {
		return f.next == i && !f.told && !f.Valued && strings.HasPrefix(before, "-")
	})
}

// isNamed reports whether all operands may be names of subcommands, and no command is run.
func (c Call) isNamed() bool {
	const most = 4
	if len(c.Operands) > most || c.rest < len(c.words) || c.dashes >= 0 {
		return false
	}
	return !slices.ContainsFunc(c.Operands, func(w Word) bool {
		return !w.Known || w.Text == "" || strings.Trim(w.Text, "abcdefghijklmnopqrstuvwxyz0123456789.:_-") != ""
	})
}
