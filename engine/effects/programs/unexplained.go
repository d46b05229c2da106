package programs

import (
	"slices"
	"strings"
)

// unexplained records the paths in words of which it isn't known what the program does with them:
// values and flags that its stanza doesn't explain, operands beyond those of the stanza, and any
// number of operands of which that says only that they are texts. If it builds, the folder that it
// works in is one, because it may empty that. A path that is touched anyway is left out, and so are
// the words of programs that only look or work elsewhere, and those of git, whose stanzas say what
// it brings.
func (t *toucher) unexplained(operands []Word) {
	if t.Looks() || has(t.program.traits, "away") || t.program.trade == &gitText {
		return
	}
	words := append(t.Unclear(), operands...)
	if t.Builds() {
		for _, f := range t.Flags {
			if f.Valued && f.is("cd") {
				words = append(words, f.Value)
			}
		}
	}
	for _, w := range words {
		if strings.Contains(w.Text, "://") {
			continue
		}
		for part := range strings.FieldsFuncSeq(w.Text, joins) {
			if len(part) > 2 && part[0] == '-' && part[1] != '-' { // -oPATH
				part = part[2:]
			}
			_, _, away := remote(part)
			if away || !looksLikePath(part) || part[0] == '-' || len(part) == 1 && !strings.HasSuffix(w.Text, part) { // =~"x"
				continue
			}
			if f := t.site.File("argument", w.With(part), false, t.around.By); len(t.Named) < MaxFiles && !t.touches(f.Path) {
				t.Named = append(t.Named, f)
			}
		}
	}
}

// joins reports whether a character stands between the parts of a word: KEY=PATH, a,PATH, %x{PATH}.
func joins(c rune) bool { return strings.ContainsRune("=,;@{}()'\" \t\n", c) }

// touches reports whether a path, or something in that folder, is read or written.
func (t *toucher) touches(path string) bool {
	is := func(f File) bool { return within(f.Path, path) }
	return slices.ContainsFunc(t.Reads, is) || slices.ContainsFunc(t.Writes, is)
}
