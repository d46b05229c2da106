package main

import (
	"bufio"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"

	"github.com/aymanbagabas/go-udiff"
	"github.com/urfave/cli/v2"
)

// security says what bcrules promises, and what it doesn't.
//
//go:embed security.txt
var security string

const trustHelp = `Shows what the rules of a project can do, and lets them do it when you type the
project's name. The project is the one of this folder, or of DIR.

Rules run with your rights whenever the agent does something, and a repository that
you cloned may bring some. So those in a project's .claude/bcrules, and those that
$BCRULES_RULES names, do nothing before: your own rules in ~/.config/bcrules hold
alone, and a message says so once a session. Your own rules, packs
of this program and what --rules names are trusted.

It shows the files (later, what changed in them), what their rules do (programs with
what they read, where and with which variables; paths, hosts; what the SQL of stores
does to which table, as the database says that compiles it), and what of your own
rules they weaken, rule by rule, those of packs that you take, too: what says
something else, is off, or comes later. What surely refuses more by it is made
stricter: a rule that denies where it asked, a hook that is closed. Where nothing but a
condition differs it weakens the rule if it is proved to hold in fewer cases, and else
changes it: whether it lets pass more, only you can tell. Packs of this program are one
row.

They are trusted in the project that they lie in, and in that of this folder where a link
or $BCRULES_RULES leads to them from here: elsewhere they ask again.

What is trusted is what the files hold now, also those that they import from the
project, and the content of modules. When one changes, hooks go on as it was; the
change waits until you say bcrules trust again. So it is where the same files can do
more than you were shown, as your own rules changed or a module: then the project's
do nothing until you have seen it. vet, test and explain look at the rules as they
are.

Files of the project that the rules run are trusted with them, as they are: programs
and scripts, by what the words of a command say and what is known of its program, and
files that commands are taken from: of tables, settings, and those that facts read. Where
a program isn't known, what is there under one of its words counts, and so do modules of
Python's, what flags of interpreters name, and variables that the rules set. They are
compared whenever a program is started. One that is another by then, or wasn't there, isn't run: a message
says so once a session, a hook that is closed refuses, and trust --diff shows the change.
A session that begins in a folder below the rules, or in another worktree, finds its
files from there: they have to be as in a folder that was looked at, and bcrules trust DIR
looks at DIR, too.
What such a file reads further may change, and a program named without a folder is the
one that the PATH has. What "can't be told" is a program, a path or a line of commands
that is put together at the event, as what it runs is known then alone, what is in a
folder that a program is given, as in "python tools" or "go test ./...", what code of
another language than the shell's loads that stands in the rules, as in "python -c", and
what a program runs that isn't known, or that builds or runs what a project has, where its
words name nothing of it, as in "jest" or "docker build".

Modules of others that the rules import (cue.mod/module.cue) are fetched when you have typed
the project's name to that: you are told which, and which server the environment names for
them. Other commands take what was fetched, and ask no server for rules that you don't
trust, also where you name their folder.

   bcrules trust             show what the rules here can do, and ask
   bcrules trust --diff      show what changed since, and what the rules can do more, or
                             no more
   bcrules trust --list      the folders that are trusted

To look at rules is to evaluate them, which others may have made endless: commands do
so in a process that may compute for 6 seconds and have 500 MB (for tests 15, and
1 GB). They read no pipes, and no rule file over 1 MB.

Where a store is on a PostgreSQL server whose role may do more than its database has, as a
superuser may, that is asked for by itself.

An agent can't say it for you: there must be a terminal, and no agent above.

Exit code 0: trusted; 1: not trusted, or the rules have faults; with --diff: there
are changes, or a wrong command line; 2: the command could not be carried out.`

func trustCmd() *cli.Command {
	return &cli.Command{
		Name:        "trust",
		Usage:       "let the rules of a project act, after a look at what they can do",
		UsageText:   "bcrules trust [DIR] | --diff [DIR] | --list [--json]",
		Description: trustHelp + "\n\n" + security,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "diff", Usage: "show what changed since the rules were trusted"},
			&cli.BoolFlag{Name: "list", Usage: "list the folders that are trusted"},
			&cli.BoolFlag{Name: "json", Usage: "with --list, write JSON, for tools"},
		},
		Action: func(c *cli.Context) error {
			if c.Bool("json") && !c.Bool("list") {
				return usageError(c, errors.New("found --json without --list, want both"), false)
			}
			if c.Bool("list") {
				return listTrusted(c)
			}
			dir, from, here, err := ruleFolderOf(c)
			if err != nil {
				return err
			}
			if c.Bool("diff") {
				return showChanges(c, dir, from, here)
			}
			return askTrust(c, dir, from, here)
		},
	}
}

// ruleFolderOf returns the rule folder that a command is about, the named folder in which sessions
// start, and the folder relative to which people name files.
func ruleFolderOf(c *cli.Context) (dir string, from []string, here string, err error) {
	if c.NArg() > 1 {
		return "", nil, "", usageError(c, fmt.Errorf("found %s, want %s", c.Args().Get(1), c.Command.UsageText), false)
	}
	if here, err = os.Getwd(); err != nil {
		return "", nil, "", err
	}
	at := cmp.Or(c.Args().First(), here)
	if at, err = filepath.Abs(at); err != nil {
		return "", nil, "", err
	}
	old, err := trust.Records(layers.Asking(at, os.Getenv), os.Getenv).Read(at)
	if c.Args().Present() && (layers.HasRules(at) || old != nil || err != nil) { // even if it is gone
		return at, nil, here, nil
	}
	if info, err := os.Stat(at); err != nil || !info.IsDir() { // otherwise a folder above would be meant
		return at, nil, here, refused(c, fmt.Errorf("%s: found no folder, want one", show.Path(at, here)))
	}
	if dir = layers.Project(at); dir == "" {
		return "", nil, "", refused(c, fmt.Errorf("%s: found no .claude/bcrules, want one there or above, in the same repository", show.Path(at, here)))
	}
	if c.Args().Present() {
		from = []string{at}
	}
	return dir, from, here, nil
}

func refused(c *cli.Context, err error) error {
	show.Note(c.App.ErrWriter, err.Error())
	return exitCode(exitFaults)
}

// askTrust shows what rules can do, and records them if a person agrees.
func askTrust(c *cli.Context, dir string, from []string, here string) error {
	s, err := compile.Kept()
	if err != nil {
		return err
	}
	set := layers.Asking(dir, os.Getenv)
	answers := bufio.NewReader(c.App.Reader)
	found, err := readAsking(c, s, set, answers)
	if err != nil {
		return faulty(c.App.Writer, err, here)
	}
	w, store := c.App.Writer, trust.Records(set, os.Getenv)
	old, err := store.Read(dir)
	r := found.At(here).Record(s, append(old.Roots(), from...)...)
	if err != nil {
		show.Note(c.App.ErrWriter, err.Error())
	}
	if err := r.In(append(slices.Clone(from), here, dir), os.Getenv); err != nil {
		return err
	}
	if old != nil && old.Holds(r) && old.Has(r) {
		fmt.Fprintf(w, "%s: trusted already\n", show.Path(dir, here))
		_, _, err = compile.Keep(set) // the hooks' plan may be from before
		return err
	}
	if old != nil && old.Has(r) {
		showSince(w, old, r, here)
	} else {
		writeChanges(w, r.Source(), here)
	}
	fmt.Fprintf(w, "%s: %s, content %.12s\n", show.Path(dir, here), show.Count(len(r.Source()), "file"), r.Sum())
	for _, path := range r.Absent() {
		fmt.Fprintf(w, "%s: rules run it, and it isn't there: once it is, they don't before you have seen it\n", show.Printable(show.Path(path, here)))
	}
	io.WriteString(w, abilityTable(w, append(slices.Clone(r.Shown), found.SQL(s)...)))
	if err := trust.ByPerson(s, c.App.Reader, c.App.Writer); err != nil {
		return refused(c, err)
	}
	name := trust.ProjectName(dir)
	fmt.Fprintf(w, "Type %s to let them, anything else not to: ", name)
	line, err := answers.ReadString('\n')
	if strings.TrimSpace(line) != name || err != nil || !rolesToo(c.App.Writer, answers, found.Plan(), name) {
		return refused(c, fmt.Errorf("not trusted"))
	}
	return settle(w, store, r, here)
}

// showSince shows what differs from an old record: files, and what they do.
func showSince(w io.Writer, old *trust.Record, now trust.Record, here string) {
	then := old.Time.Local().Format(time.DateTime)
	if changes := append(old.Changes(), old.Ran(now.Runs)...); len(changes) > 0 {
		fmt.Fprintf(w, "changed since %s:\n", then)
		writeChanges(w, changes, here)
	}
	if more := old.Beyond(now); len(more) > 0 {
		fmt.Fprintf(w, "not shown at %s:\n", then)
		io.WriteString(w, abilityTable(w, more))
	}
}

// abilityTable returns a table with a row for each ability.
func abilityTable(w io.Writer, all []trust.Ability) string {
	var rows [][]string
	for _, a := range all {
		what := strings.ReplaceAll(a.To(), "\n", " ")
		rows = append(rows, []string{a.Verb, what, cmp.Or(strings.Join(a.Hooks, ", "), "-")})
	}
	return show.On(w).Whole([]string{"does", "to what", "hooks"}, rows)
}

// settle records what is trusted and makes its plan.
func settle(w io.Writer, store trust.Store, r trust.Record, here string) error {
	if err := store.Write(r); err != nil {
		return err
	}
	_, faults, err := compile.Ready(layers.Asking(r.Dir, os.Getenv))
	for _, f := range faults {
		fmt.Fprintln(w, f)
	}
	if len(faults) > 0 {
		return exitCode(exitFaults)
	}
	fmt.Fprintf(w, "%s: trusted\n", show.Path(r.Dir, here))
	return err
}

// writeChanges writes changes as diffs.
func writeChanges(w io.Writer, changes []trust.Change, here string) {
	for _, ch := range changes {
		name := show.Path(ch.Path, here)
		old, now := name+" (trusted)", name
		if ch.Was == nil {
			old = os.DevNull
		}
		if ch.Is == nil {
			now = os.DevNull
		}
		io.WriteString(w, udiff.Unified(old, now, string(ch.Was), string(ch.Is)))
	}
}

// remind tells the author of a rule set if hooks answer by something else, and reports whether they
// do.
func remind(w io.Writer, set layers.Set) bool {
	counts := compile.Count(set).Checked(compile.Kept)
	if counts.Notice != "" {
		show.Note(w, counts.Notice)
	}
	if why := trust.NotRun(set, os.Getenv); why != "" {
		show.Note(w, why)
	}
	return counts.Notice != ""
}

// acting says whether hooks answer by the rules of this folder, as vet read them. If they don't for
// another reason than missing trust, it writes that to w.
func acting(w io.Writer, untrusted bool) string {
	here, err := os.Getwd()
	set := layers.Find(nil, here, os.Getenv)
	switch {
	case err != nil:
		return ""
	case untrusted:
		return "not in force here before you trust them: bcrules trust\n"
	case remind(w, set):
		return ""
	}
	return "in force here\n"
}
