package effects

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A doer carries out what code of a language does to files and hosts, in a shell.
type doer struct {
	sh      *analysis
	l       *language
	f       *frame
	w       *world
	command int    // index of the command that runs the code
	began   string // the folder in which the code begins
	light   int    // steps of reading taken so far
	got     []word // what the last call read, if that is known
}

// step is analysis.step at a lower price, because reading code makes no commands.
func (d *doer) step() bool {
	if d.light++; d.light%lightly == 0 {
		return d.sh.step(d.f)
	}
	return d.sh.steps > 0
}

// by returns the program that runs the code.
func (d *doer) by() string { return d.sh.Commands[d.command].Program }

// site returns the place where the code runs.
func (d *doer) site() programs.Site { return d.sh.site(d.f, d.w) }

// file returns a file that the code uses.
func (d *doer) file(how string, v word, deep bool) File { return d.site().File(how, v, deep, d.by()) }

// runs runs one argument as shell code, and several as the words of a command.
func (d *doer) runs(args []word) {
	if len(args) == 1 {
		d.runsInput(args[0])
		d.sh.child(d.w, func(v *world) worlds { return d.sh.evaluate(d.f, v, d.command, args[0]) })
		return
	}
	d.start(args)
}

// start starts a command by its words. A leading ~ is the home folder that the code asked for.
func (d *doer) start(words []word) {
	words = slices.Clone(words)
	for i, v := range words {
		if rest, ok := strings.CutPrefix(v.Text, "~"); ok && d.f.home != "" && (rest == "" || rest[0] == '/') {
			words[i] = v.With(d.f.home + rest)
		}
	}
	d.sh.child(d.w, func(v *world) worlds { return d.sh.start(d.f, v, words, nil) })
}

// touch records the use of a file.
func (d *doer) touch(how string, v word, deep bool) {
	d.add(d.file(how, v, deep), v)
}

// add records a file that a word names.
func (d *doer) add(touched File, v word) {
	if !touched.Known {
		d.sh.unknown("path", v.Text, touched.By)
	}
	if touched.How == "read" {
		d.sh.reads(touched)
	} else {
		d.sh.writes(touched)
	}
}

// fetch records the host of a URL.
func (d *doer) fetch(v word, sends bool) {
	t := d.site().Fetched(v, sends, d.by())
	d.sh.reads(t.Reads...)
	d.sh.hosts(t.Hosts...)
}

// network records the host of an address.
func (d *doer) network(address, method string, sends bool) {
	t := d.site().Asked(address, method, sends, d.by())
	d.sh.reads(t.Reads...)
	d.sh.hosts(t.Hosts...)
}

// linked records that the code makes a path lead to another.
func (d *doer) linked(at, to word) {
	site := d.site()
	path, _ := site.Absolute(at)
	site.Dir = filepath.Dir(path)
	if target := site.File("link", to, false, d.by()); target.Known {
		d.sh.leadsTo(programs.Link{At: path, To: target})
	}
}

// touches applies an action to the arguments of a call. After code has changed its folder, a
// relative path counts in both folders, because the change may be in a branch or in a function that
// is never called.
func (d *doer) touches(does action, args []word) {
	d.does(does, args)
	dir, back := d.w.dir, d.w.back
	if dir == d.began || does == enters || does != shellCode && does != argv && !slices.ContainsFunc(args, relative) {
		return
	}
	d.w.dir = d.began
	d.does(does, args)
	d.w.dir, d.w.back = dir, back
}

// relative reports whether a word may be a path relative to the folder.
func relative(v word) bool {
	return v.Known && !filepath.IsAbs(v.Text) && !strings.HasPrefix(v.Text, "~") && !strings.Contains(v.Text, "://")
}

// does applies an action in the current folder alone.
func (d *doer) does(does action, args []word) {
	switch does {
	case shellCode:
		d.runs(args)
	case argv:
		if strings.ContainsAny(args[0].Text, " \t|;&") { // {shell: true}
			d.runs(args[:1])
			return
		}
		d.start(args)
	case removes, removesAll:
		for _, v := range args {
			d.touch("delete", v, does == removesAll)
		}
	case enters:
		path, known := d.site().Absolute(args[0])
		d.w.move(d.f, word{Text: path, Known: known})
	case movesFile, copiesFile, copiesAll:
		d.touch(map[action]string{movesFile: "move", copiesFile: "read", copiesAll: "read"}[does], args[0], does == copiesAll)
		if len(args) > 1 {
			d.touch("write", args[1], does == copiesAll)
		}
	case modes, owners:
		d.entitle(does, args)
	case links:
		d.touch("create", args[len(args)-1], false)
		d.linked(args[len(args)-1], args[0])
	case reads:
		d.reads(args[0])
	case writes, writesAll:
		d.touch("write", args[0], does == writesAll)
	case opens:
		d.open(args)
	case fetches, sends:
		d.fetch(args[0], does == sends)
	case own:
		d.runsInput(args[0])
		if !args[0].Known {
			d.sh.unknown("code", args[0].Text, d.by())
			return
		}
		d.sh.readCode(d.f.under(), d.w, d.command, d.l, args[0])
	}
}

// entitle records a file whose rights or owner a call changes. In Ruby and Perl the mode or the
// owner comes first.
func (d *doer) entitle(does action, args []word) {
	file, to := args[:1], word{}
	switch {
	case isNumber(args[0]) && len(args) > 1:
		to, file = args[0], args[len(args)-1:]
	case len(args) > 1:
		to = args[1]
	}
	rights := ""
	switch {
	case does == owners && isNumber(to):
		rights = programs.Lost
	case does == modes:
		rights = programs.ByMode(octal(to))
	}
	f := d.file("mode", file[0], false)
	f.Rights = rights
	d.add(f, file[0])
}

// isNumber reports whether a word is a number in code.
func isNumber(w word) bool { return w.Known && w.Text != "" && digit(w.Text[0]) }

// octal returns a mode as chmod takes it. Code writes it as 0o700, 0700 or 448.
func octal(w word) word {
	if w.Text == "" || w.Text[0] == '0' || !isNumber(w) {
		return w
	}
	n, err := strconv.ParseUint(strings.ReplaceAll(w.Text, "_", ""), 10, 16)
	if err != nil {
		return word{}
	}
	return w.With(strconv.FormatUint(n, 8))
}

// open records a file that code opens. The second argument says what for. In Perl a handle comes
// first, and the file may be a command after |.
func (d *doer) open(args []word) {
	mode, how := args[min(1, len(args)-1)].Text, "read"
	switch {
	case len(args) > 1 && (strings.ContainsAny(mode, "wx+>") || mode == "a" || changing(mode)):
		how = "write"
	case len(args) == 1 && strings.HasPrefix(mode, "|"):
		d.runs([]word{args[0].With(mode[1:])})
		return
	}
	file := 0
	if d.l.says["handle"] != "" {
		file = min(2, len(args)-1)
	}
	if how == "read" {
		d.got = d.content(args[file])
	}
	if !strings.Contains(args[file].Text, "://") && args[file].Text != "0" { // webbrowser.open
		d.touch(how, args[file], false)
	}
}

// texts returns the texts among tokens, such as flags that are joined.
func texts(list []token) string {
	var names []string
	for _, t := range list {
		names = append(names, t.text)
	}
	return strings.Join(names, " ")
}

// changing reports whether flags of open(2), given by name, are for changing the file.
func changing(flags string) bool {
	for _, name := range [...]string{"O_WRONLY", "O_RDWR", "O_APPEND", "O_TRUNC", "O_CREAT"} {
		if strings.Contains(flags, name) {
			return true
		}
	}
	return false
}
