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
	case t.asksHelp(words):
	case t.program == nil:
		t.guess()
	default:
		t.flagged()
		t.special()
	}
	return t.reads, t.writes, t.hosts
}

// here is the folder a command works in.
var here = word{text: ".", known: true}

// asksHelp reports whether a program is asked for its help or version before it is
// given an operand. What comes later counts only for some programs.
func (t *toucher) asksHelp(words []word) bool {
	n := 0
	for _, w := range words[1:] {
		if w.text == "--help" || w.text == "--version" {
			return true
		}
		if !strings.HasPrefix(w.text, "-") {
			if n++; n > t.subs {
				return false
			}
		}
	}
	return false
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
		switch {
		case !t.has("delete"):
		case narrows(t.arguments):
			t.operandsBy("D*", findable(t.arguments))
		default:
			t.operandsBy("D*.", operands)
		}
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
	case "sed":
		if len(operands) > 0 && operands[0].text == "" && t.has("in-place") { // BSD's -i has a value
			operands = operands[1:]
		}
		t.operandsBy(t.program.operands, operands)
	case "grep":
		t.operandsBy(t.program.operands, operands)
		if n := len(operands); t.deep && (n == 0 || n == 1 && !t.stands) {
			t.mark('R', here, true)
		}
	case "install":
		kinds := t.program.operands
		if t.has("directory") {
			kinds = "c*"
		}
		t.operandsBy(kinds, operands)
	case "ln":
		if len(operands) == 1 && t.target == nil {
			t.operands = append(slices.Clone(t.operands), here)
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
