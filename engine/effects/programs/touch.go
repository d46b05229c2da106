package programs

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Touch returns what a command itself reads, writes and contacts, without what is touched by a
// command that it runs.
func (c Call) Touch(around Surroundings) Touched {
	t := toucher{Call: c, around: around, site: c.siteIn(around), how: "write"}
	switch {
	case t.asksHelp():
	case t.program == nil:
		t.guess()
	default:
		t.Call = c.optional(around)
		t.flagged()
		t.told()
		loose := t.Own()
		if s := specialOf(t.program); s != nil && s.touches != nil {
			s.touches(&t, loose)
		} else {
			loose = t.usual(loose)
		}
		if t.target != nil {
			t.destination(t.target.Value)
		}
		t.unexplained(loose)
	}
	if t.IsDry() {
		t.Writes, t.Named, t.Packages, t.Processes, t.Patterns, t.Links, t.Copied = nil, nil, nil, nil, nil, nil, nil
		for i := range t.Hosts {
			t.Hosts[i].Sends = false
		}
	}
	return t.Touched
}

// here is the current folder.
var here = Word{Text: ".", Known: true}

// A toucher collects what a command touches.
type toucher struct {
	Call
	Touched
	around Surroundings
	site   Site   // where the command works, which flags may change
	deep   bool   // it works on everything below
	turned string // the use that flags give the operands, "" for that of the stanza
	how    string // what happens to the file or folder that operands are put in
	links  bool   // that file becomes a link to the operand
	stands bool   // a flag stands for the first operand
	target *Flag  // the flag that names the folder that operands are put in, nil for none
}

// flagged marks the values of flags, and records what flags say of operands.
func (t *toucher) flagged() {
	t.deep = t.Has("recursive")
	for i, f := range t.Flags {
		if f.turns != "" {
			switch how, _ := strings.CutSuffix(f.turns, "/**"); {
			case how == "first":
				t.stands = true
			case Writes(how) || t.turned == "":
				t.turned = f.turns
			}
		}
		if !f.Valued {
			continue
		}
		for kind := range strings.SplitSeq(f.kind, "+") {
			switch kind {
			case "first":
				t.stands = true
			case "into":
				t.target = &t.Flags[i]
			case "archive":
				t.archived(f.Value)
			default:
				t.mark(kind, f.Value, false)
			}
		}
	}
	for _, f := range t.Flags {
		if f.Valued && f.is("from") {
			t.site.Dir, _ = t.site.Absolute(f.Value)
		}
	}
}

// archived marks an archive, which may be on another machine. Its path is from where the command
// starts, even if flags make the command go elsewhere.
func (t *toucher) archived(w Word) {
	defer func(at Site) { t.site = at }(t.site)
	t.site = t.around.Site
	written := t.Has("create", "append", "update", "catenate", "delete")
	switch _, _, away := remote(w.Text); {
	case away && !t.Has("force-local"):
		t.host(w, written)
	case written:
		t.mark("write", w, false)
	default:
		t.mark("read", w, false)
	}
}

// optional returns the call with the flags and operands in the variable from which the program takes
// more.
func (c Call) optional(around Surroundings) Call {
	if c.program == nil || c.program.options == "" {
		return c
	}
	words := c.words[:1:1]
	for text := range strings.FieldsSeq(around.variable(c.program.options).Text) {
		words = append(words, Word{Text: text, Known: !strings.Contains(text, "$")})
	}
	if len(words) > 1 {
		words = slices.Concat(words[:1], c.words[1:1+c.subs], words[1:]) // flags of a subcommand
		more := Split(words)
		c.Flags = append(more.Flags, c.Flags...)
		c.Operands = append(slices.Clone(c.Operands), more.Operands[min(c.subs, len(more.Operands)):]...)
	}
	return c
}

// told marks the paths in the variables and settings that the call sets for the program.
func (t *toucher) told() {
	told := t.program.told
	if t.whole != t.program && t.whole != nil {
		told += " " + t.whole.told
	}
	for one := range strings.FieldsSeq(told) {
		name, use, _ := strings.Cut(one, "=")
		w, ok := t.variable(name)
		switch strings.ToLower(w.Text) {
		case "true", "false", "yes", "no", "on", "off":
			continue
		}
		if ok && strings.Trim(w.Text, "0123456789") != "" {
			t.mark(use, w, false)
		}
	}
}

// variable returns a variable that the call sets, or a setting of git, whose name has a dot.
func (t *toucher) variable(name string) (w Word, ok bool) {
	if strings.Contains(name, ".") {
		for _, s := range t.configured(t.around) {
			if strings.EqualFold(s.Name, name) {
				return s.Value, true
			}
		}
		return w, false
	}
	if t.around.Set == nil {
		return w, false
	}
	return t.around.Set(name)
}

// guess marks what looks like paths and URLs in the arguments of an unknown program.
func (t *toucher) guess() {
	for _, w := range t.Operands {
		t.mark("argument", w, false)
	}
	for _, f := range t.Flags {
		if f.Valued {
			t.mark("argument", f.Value, false)
		}
	}
}

// usual marks operands as the stanza says: by the first line with that fits, or else by operands. It
// returns those of which the use isn't known.
func (t *toucher) usual(operands []Word) (loose []Word) {
	for _, with := range t.program.with {
		if when, names, _ := strings.Cut(with, ": "); t.fits(when) {
			t.turned = ""
			return t.operandsBy(names, operands)
		}
	}
	return t.operandsBy(t.program.operands, operands)
}

// fits reports whether one of several conditions holds. A condition is one test, or several joined
// by +: a flag is in force, a flag has a value, or <the first operand> matches. A second <…> is
// about the next operand.
func (c Call) fits(when string) bool {
	for all := range strings.FieldsSeq(when) {
		fits, own := true, c.Own()
		for one := range strings.SplitSeq(all, "+") {
			if verb, ok := strings.CutPrefix(one, "<"); ok {
				fits = fits && len(own) > 0 && like(verb, own[0].Text+">")
				own = own[min(1, len(own)):]
			} else if name, value, valued := strings.Cut(one, "="); valued {
				w, ok := c.option(name)
				fits = fits && ok && w.Text == value
			} else {
				fits = fits && c.Has(one)
			}
		}
		if fits {
			return true
		}
	}
	return false
}

// like reports whether a text matches a pattern, in either case.
func like(pattern, text string) bool {
	if !strings.Contains(pattern, "*") {
		return strings.EqualFold(pattern, text)
	}
	whole := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "/", "|")) }
	is, _ := path.Match(whole(pattern), whole(text))
	return is
}

// destination marks where operands are put: the file itself or, if it can only be a folder, files
// of their names in it.
func (t *toucher) destination(dest Word) {
	sources := t.Own()
	into := t.target != nil
	if !into {
		sources = sources[:len(sources)-1]
		into = !t.Has("no-target-directory") && (len(sources) > 1 || t.site.isFolder(dest))
	}
	deep := t.deep || strings.HasSuffix(t.turned, "/**")
	for _, w := range sources {
		to := inFolder(dest, into, w)
		if t.Has("parents") {
			to = below(dest, w)
		}
		if t.file(t.how, to, deep); t.links || t.Has("link", "symbolic-link") {
			t.link(to, w)
		} else if at := t.site.File(t.how, to, deep, ""); at.Known {
			t.Copied = append(t.Copied, Link{At: at.Path, To: t.site.File("read", w, deep, "")})
		}
	}
}

// link records that a path leads to another, which is relative to the folder of a symbolic link.
func (t *toucher) link(at, to Word) {
	path, _ := t.site.Absolute(at)
	from := t.site
	if t.Has("symbolic", "symbolic-link") && !t.Has("relative") {
		from.Dir = filepath.Dir(path)
	}
	if target := from.File("link", to, false, t.around.By); target.Known {
		t.Links = append(t.Links, Link{At: path, To: target})
	}
}

// inFolder returns where a file is put: in a folder by its own name, or as dest.
func inFolder(dest Word, into bool, w Word) Word {
	name := base(w.Text)
	if !into || name == "" {
		return dest
	}
	return below(dest, w.With(name))
}

// below returns where a folder takes a file that keeps the folders of its path: at that path, or at
// what follows a /./ in it.
func below(dest, w Word) Word {
	name := w.Text
	if at := strings.LastIndex(name, "/./"); at >= 0 {
		name = name[at+3:]
	}
	return Word{Text: strings.TrimRight(dest.Text, "/") + "/" + strings.TrimLeft(name, "/"), Known: dest.Known && w.Known}
}

// without returns operands except those for which is holds.
func without(operands []Word, is func(Word) bool) []Word {
	return slices.DeleteFunc(slices.Clone(operands), is)
}
