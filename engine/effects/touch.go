package effects

import (
	"slices"
	"strings"
)

// touch returns the files and hosts that a command reads, writes and talks to by
// itself; what a command it runs touches is not among them.
func touch(c Command, words []word, at where) (reads, writes []File, hosts []Host) {
	t := toucher{arguments: split(words), by: c.Program, env: c.Env}
	t.from, t.at = at, at.enter(t.arguments)
	switch {
	case asksHelp(words):
	case t.program == nil:
		t.guess()
	default:
		t.flagged()
		t.special()
	}
	return t.reads, t.writes, t.hosts
}

// asksHelp reports whether a program is asked for its help or version before
// anything else.
func asksHelp(words []word) bool {
	return len(words) > 1 && (words[1].text == "--help" || words[1].text == "--version")
}

// A toucher collects what a command touches.
type toucher struct {
	arguments
	by     string
	env    map[string]string // of the command
	from   where             // where the command is
	at     where             // where it works
	deep   bool              // on all that lies below
	turned string            // letters for operands marked by *, "" for those of the table
	stands bool              // a flag stands for the first operand
	target *given            // folder the operands are put in, nil for none
	reads  []File
	writes []File
	hosts  []Host
}

// has reports whether one of the flags is in force.
func (t *toucher) has(names ...string) bool {
	is := false
	for _, g := range t.flags {
		for _, name := range names {
			if g.name == name {
				is = true
			} else if opposite, ok := strings.CutPrefix(g.name, "no-"); ok && opposite == name {
				is = false
			}
		}
	}
	return is
}

// option returns the value of a flag, the last one; not ok if it has none.
func (t *toucher) option(name string) (w word, ok bool) {
	for _, g := range t.flags {
		if g.name == name && g.valid {
			w, ok = g.text, true
		}
	}
	return w, ok
}

// own returns the operands that do not name a subcommand.
func (t *toucher) own() []word {
	return t.operands[t.subs:]
}

// flagged marks the values of flags, and notes what they say of operands.
func (t *toucher) flagged() {
	t.deep = t.has("recursive")
	for i, g := range t.flags {
		if g.turns != "" {
			switch _, writes := hows(g.turns[0]); {
			case g.turns == "+":
				t.stands = true
			case writes || t.turned == "":
				t.turned = g.turns
			}
		}
		if !g.valid {
			continue
		}
		for _, k := range g.kind {
			switch k {
			case '+':
				t.stands = true
			case '>':
				t.target = &t.flags[i]
			default:
				t.mark(byte(k), g.text, false)
			}
		}
	}
}

// operandsBy marks operands by letters such as program.operands has.
func (t *toucher) operandsBy(kinds string, operands []word) {
	list := strings.Fields(kinds)
	if t.stands && len(list) > 0 && list[0] != "$" {
		list = list[1:]
	}
	if t.target != nil && len(list) > 0 && list[len(list)-1] == ">" {
		list = list[:len(list)-1]
	}
	if t.turned != "" && len(list) > 0 {
		i := max(0, slices.IndexFunc(list, func(kind string) bool { return len(kind) > 1 && kind[0] != '_' }))
		list[i] = t.turned + list[i][1:]
	}
	operands = slices.DeleteFunc(slices.Clone(operands), func(w word) bool { return w.text == "" && w.known })
	for i, kind := range list {
		n := 1
		letter, star := kind[0], len(kind) > 1
		if star {
			n = len(operands) - (len(list) - 1 - i)
			if strings.HasSuffix(kind, ".") && len(operands) == 0 {
				operands, n = []word{{text: ".", known: true}}, 1
			}
		}
		if letter == '$' || letter == '=' || letter == '!' {
			return
		}
		for range min(max(n, 0), len(operands)) {
			if letter == '>' {
				t.destination(operands[0])
			} else {
				t.mark(letter, operands[0], t.deep)
			}
			operands = operands[1:]
		}
	}
}

// hows are what letters of program.flags call a file's use, and whether it is a write.
func hows(letter byte) (how string, writes bool) {
	switch letter | 0x20 {
	case 'r':
		return "read", false
	case 'x':
		return "run", false
	case 'l':
		return "list", false
	case 'o':
		return "argument", false
	case 'w':
		return "write", true
	case 'a':
		return "append", true
	case 'e':
		return "edit", true
	case 'c':
		return "create", true
	case 'd':
		return "delete", true
	case 'v':
		return "move", true
	case 'm':
		return "mode", true
	}
	return "", false
}

// mark takes a word to be what a letter of program.flags says.
func (t *toucher) mark(letter byte, w word, deep bool) {
	switch letter {
	case '_', '/', '!', '=', '2', '.':
		return
	case 'h':
		t.host(w, false)
		return
	case '@':
		if file, ok := strings.CutPrefix(w.text, "@"); ok {
			t.mark('r', w.with(file), false)
		}
		return
	case 'o':
		if strings.Contains(w.text, "://") {
			t.host(w, false)
			return
		}
		if !looksLikePath(w.text) {
			return
		}
	}
	how, writes := hows(letter)
	if how == "" || w.text == "-" || w.text == "" || w.text[0] == '+' && w.known {
		return
	}
	t.file(how, writes, w, deep || letter < 'a')
}

// file adds a file.
func (t *toucher) file(how string, writes bool, w word, deep bool) {
	path, known := t.at.absolute(w)
	f := File{Path: path, How: how, Deep: deep, Known: known, By: t.by, Host: t.at.host}
	list := &t.reads
	if writes {
		list = &t.writes
	}
	if len(*list) <= maxList && !slices.Contains(*list, f) {
		*list = append(*list, f)
	}
}

// guess takes what looks like paths and URLs to be that, for a program not known.
func (t *toucher) guess() {
	for _, w := range t.operands {
		t.mark('o', w, false)
	}
	for _, g := range t.flags {
		if g.valid {
			t.mark('o', g.text, false)
		}
	}
}

// special marks what the program does to its operands, by its table and by what is
// not in it.
func (t *toucher) special() {
	operands := t.own()
	switch name := t.program.name; name {
	case "tar":
		t.tar()
	case "zip", "unzip", "7z", "unrar", "jar", "cpio":
		t.archive(name, operands)
	case "find":
		t.operandsBy(t.program.operands, operands)
		t.find(operands)
	case "curl", "wget", "aria2c", "axel", "http":
		t.fetch(name, operands)
	case "rsync", "scp", "sftp":
		t.carry(name, operands)
	case "rclone copy":
		t.carry("rclone "+t.operands[0].text, operands)
	case "nc", "telnet", "ftp", "tftp":
		if !t.has("listen") {
			t.operandsBy("h", operands)
			t.sends()
		}
	case "socat":
		t.socat(operands)
	case "awk":
		if w, ok := t.option("include"); ok && w.text == "inplace" {
			t.turned = "e"
		}
		t.operandsBy(t.program.operands, slices.DeleteFunc(slices.Clone(operands), func(w word) bool { return assigns(w.text) && !t.first(w) }))
	case "grep":
		t.operandsBy(t.program.operands, operands)
		if n := len(operands); t.deep && (n == 0 || n == 1 && !t.stands) {
			t.mark('R', word{text: ".", known: true}, true)
		}
	case "install":
		if t.has("directory") {
			t.operandsBy("c*", operands)
			return
		}
		t.operandsBy(t.program.operands, operands)
	case "ln":
		if len(operands) == 1 && t.target == nil {
			t.operands = append(slices.Clone(t.operands), word{text: ".", known: true})
		}
		t.operandsBy(t.program.operands, t.own())
	case "docker run", "docker compose run", "docker cp", "kubectl cp":
		t.container(name, operands)
	case "sudo":
		if t.has("edit") {
			t.turned = ""
			t.operandsBy("e*", operands)
		}
	case "apply_patch":
		for _, w := range operands {
			t.writes = append(t.writes, patched(w.text, t.at, t.by, -1)...)
		}
	case "aws", "gsutil", "s3cmd", "az":
		t.bucket(name, operands)
	default:
		if strings.HasPrefix(name, "git ") {
			t.git(name[len("git "):], operands)
			return
		}
		t.operandsBy(t.program.operands, operands)
	}
	if t.target != nil {
		t.destination(t.target.text)
	}
}

// first reports whether a word is the first operand.
func (t *toucher) first(w word) bool {
	return !t.stands && len(t.own()) > 0 && t.own()[0].text == w.text
}

// find marks what find itself deletes.
func (t *toucher) find(operands []word) {
	if !t.has("delete") {
		return
	}
	if len(operands) == 0 {
		operands = []word{{text: ".", known: true}}
	}
	for _, w := range operands {
		t.mark('D', w, true)
	}
}

// destination marks where operands are put: the file itself, or what lies in it by
// their names if it can only be a folder.
func (t *toucher) destination(dest word) {
	how := "write"
	if t.program.name == "ln" {
		how = "create"
	}
	sources := t.own()
	into := t.target != nil
	if !into {
		sources = sources[:len(sources)-1]
		into = !t.has("no-target-directory") && (len(sources) > 1 || t.at.isFolder(dest))
	}
	deep := t.deep || strings.ToUpper(t.turned) == t.turned && t.turned != ""
	for _, w := range sources {
		name := base(w.text)
		if !into || name == "" {
			t.file(how, true, dest, deep)
			continue
		}
		t.file(how, true, word{text: strings.TrimRight(dest.text, "/") + "/" + name, known: dest.known && w.known}, deep)
	}
}
