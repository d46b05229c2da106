package programs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Patched returns the files that a patch changes. The patch is one for apply_patch, or a unified
// diff. The first strip folders are cut from the paths of a diff; -1 cuts a/ and b/.
func Patched(text string, at Site, by string, strip int) []File {
	p := patcher{at: at, by: by, strip: strip}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for len(lines) > 0 {
		if p.marker(lines[0]) {
			lines = lines[1:]
			continue
		}
		lines = p.diff(lines)
	}
	p.flush()
	return p.files
}

// patch marks what patch and git apply write: the files in patches that the call itself contains,
// or else everything below the folder where they are applied.
func patch(t *toucher, operands []Word) {
	t.usual(operands)
	one := strings.HasPrefix(t.program.operands, "edit") && len(operands) > 0 // the file to patch is named
	if one || t.Has("dry-run", "cached") || t.Has("check", "stat", "numstat", "summary") && !t.Has("apply") {
		return
	}
	for _, f := range t.Flags {
		if f.Name == "directory" && f.Valued && !f.is("cd") {
			t.site.Dir, _ = t.site.Absolute(f.Value)
		}
	}
	if w, ok := t.option("input"); ok {
		operands = []Word{w}
	}
	patches := []Input{t.around.In}
	if len(operands) > 0 {
		patches = patches[:0]
		for _, w := range operands {
			patches = append(patches, t.written(w))
		}
	}
	strip := -1
	if n, ok := t.option("strip"); ok {
		if n, err := strconv.Atoi(n.Text); err == nil {
			strip = min(max(n, 0), 100)
		}
	}
	for _, p := range patches {
		files := Patched(p.Text, t.site, t.around.By, strip)
		if t.Writes = append(t.Writes, files...); len(files) == 0 && (!p.Known || p.Over == "") {
			t.file("write", here, true)
		}
	}
}

// written returns what the call itself has put in a file.
func (t *toucher) written(w Word) Input {
	if t.around.Contents == nil {
		return Input{}
	}
	in, _ := t.around.Contents(w)
	return in
}

// appliesPatch marks what apply_patch writes. Its patches are operands, or its input.
func appliesPatch(t *toucher, operands []Word) {
	for _, w := range operands {
		t.Writes = append(t.Writes, Patched(w.Text, t.site, t.around.By, -1)...)
	}
	if t.around.In.Over != "" {
		t.Writes = append(t.Writes, Patched(t.around.In.Text, t.site, t.around.By, -1)...)
	}
}

// A patcher collects the files of a patch.
type patcher struct {
	at       Site
	by       string
	strip    int
	marked   bool   // it is of apply_patch's form
	old, new string // paths of the current diff, "" for none
	files    []File
}

func (p *patcher) add(how, path string) {
	abs, known := p.at.Absolute(Word{Text: path, Known: true})
	p.files = append(p.files, File{Path: abs, How: how, Known: known, By: p.by, Host: p.at.Host})
}

// marker reads a line of apply_patch's form; false if it is another.
func (p *patcher) marker(line string) bool {
	how, path, ok := Marked(line)
	switch how {
	case "add", "move":
		if n := len(p.files); how == "move" && n > 0 && p.files[n-1].How == "edit" {
			p.files[n-1].How = "move"
		}
		p.add("create", path)
	case "update":
		p.add("edit", path)
	case "delete":
		p.add("delete", path)
	}
	p.marked = p.marked || ok
	return ok
}

// Marked reads a line of apply_patch's form. how is what happens to the file that the line names:
// add, update, delete, or move for the new place of an updated one; "" if the line only delimits a
// part. Some agents leave out the blank after the colon. ok is false for any other line.
func Marked(line string) (how, path string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "*** ")
	if !ok {
		return "", "", false
	}
	what, path, named := strings.Cut(rest, ":")
	path = strings.TrimSpace(path)
	how = map[string]string{"Add File": "add", "Update File": "update", "Delete File": "delete", "Move to": "move"}[what]
	switch {
	case how != "" && named && path != "":
		return how, path, true
	case slices.Contains([]string{"Begin Patch", "End Patch", "End of File"}, rest), what == "Environment ID": // where it is done
		return "", "", true
	}
	return "", "", false
}

// IsPatch reports whether a text begins like a patch of apply_patch's form.
func IsPatch(text string) bool { return strings.HasPrefix(text, "*** Begin Patch") }

// Heads returns the lines of a patch of any form that name files, including those that GNU patch
// finds behind blanks and X. They are in lower case, with one form for each path; a name written
// with escapes keeps them.
func Heads(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.ToLower(text)) {
		line = strings.TrimLeft(line, " \tx")
		if !slices.ContainsFunc([]string{"--- ", "+++ ", "*** ", "diff ", "rename ", "copy ", "index:"}, func(head string) bool { return strings.HasPrefix(line, head) }) {
			continue
		}
		for strings.Contains(line, "//") || strings.Contains(line, "/./") {
			line = strings.ReplaceAll(strings.ReplaceAll(line, "/./", "/"), "//", "/")
		}
		b.WriteString(line)
	}
	return b.String()
}

// Readable fails if a patch has an unknown line of apply_patch's form, or names no file, because
// the agent may read it differently.
func Readable(text string) error {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); strings.HasPrefix(line, "*** ") {
			if _, _, ok := Marked(line); !ok {
				return fmt.Errorf("found %q in a patch, want *** and Add File, Update File, Delete File or Move to, each with : and a path", line)
			}
		}
	}
	if len(Patched(text, Site{}, "", -1)) == 0 {
		return errors.New("found a patch that names no file, want one that does")
	}
	return nil
}

// diff reads the next line or hunk of a unified diff, and returns the lines after it.
func (p *patcher) diff(lines []string) []string {
	line, lines := lines[0], lines[1:]
	kind, rest, _ := strings.Cut(line, " ")
	switch {
	case p.marked:
	case kind == "diff":
		p.flush()
	case kind == "---" && len(lines) > 0 && strings.HasPrefix(lines[0], "+++ "):
		p.flush()
		p.old, p.new = stamped(rest), stamped(lines[0][4:])
		return lines[1:]
	case kind == "@@":
		return hunk(rest, lines)
	case strings.HasPrefix(line, "rename from "):
		p.add("move", strings.TrimPrefix(line, "rename from "))
	case strings.HasPrefix(line, "rename to "), strings.HasPrefix(line, "copy to "):
		_, path, _ := strings.Cut(line, " to ")
		p.add("create", path)
	}
	return lines
}

// stamped returns the path in the head of a diff, without the time after it.
func stamped(text string) string {
	path, _, _ := strings.Cut(text, "\t")
	if unquoted, err := strconv.Unquote(path); err == nil {
		return unquoted
	}
	return strings.TrimSpace(path)
}

// hunk skips a hunk, whose head says how many lines it has, and returns the lines after it.
func hunk(head string, lines []string) []string {
	ranges := strings.Fields(head)
	if len(ranges) < 2 {
		return lines
	}
	old, new := length(ranges[0]), length(ranges[1])
	for len(lines) > 0 && (old > 0 || new > 0) {
		switch {
		case strings.HasPrefix(lines[0], "-"):
			old--
		case strings.HasPrefix(lines[0], "+"):
			new--
		case !strings.HasPrefix(lines[0], `\`):
			old, new = old-1, new-1
		}
		lines = lines[1:]
	}
	return lines
}

// length returns the number of lines in a range such as -start,length.
func length(text string) int {
	_, n, ok := strings.Cut(text, ",")
	if !ok {
		return 1
	}
	lines, err := strconv.Atoi(n)
	if err != nil {
		return 0
	}
	return lines
}

// flush adds the files of the current diff.
func (p *patcher) flush() {
	const none = "/dev/null"
	switch old, new := p.old, p.new; {
	case old == "" && new == "":
		return
	case old == none:
		p.add("create", p.stripped(new))
	case new == none:
		p.add("delete", p.stripped(old))
	default:
		p.add("edit", p.stripped(new))
	}
	p.old, p.new = "", ""
}

// stripped returns a path without its first folders.
func (p *patcher) stripped(path string) string {
	if p.strip < 0 {
		if cut, ok := strings.CutPrefix(path, "a/"); ok {
			return cut
		}
		return strings.TrimPrefix(path, "b/")
	}
	for range p.strip {
		_, rest, ok := strings.Cut(path, "/")
		if !ok {
			break
		}
		path = rest
	}
	return path
}
