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
$BCRULES_RULES names, do nothing before that: only your own rules in
~/.config/bcrules apply, and a message says so once a session. Your own rules, packs
of this program and the rules that --rules names are trusted.

It shows the files (later, what changed in them), what their rules do (programs with
what they read, where and with which variables; paths, hosts; what the SQL of stores
does to which table, according to the database that compiles it), and which of your
own rules they weaken, one by one, including those of packs that you use: rules that
change, are disabled, or come later. A change that certainly refuses more is listed
as stricter: a rule that denies where it asked, a hook that becomes closed. If only
a condition differs, it weakens the rule if it is proved to hold in fewer cases, and
otherwise changes it: only you can tell whether it lets more pass. Packs of this
program have one row.

They are trusted in the project that they are in, and in this folder's project if a
link or $BCRULES_RULES leads to them from here: elsewhere they ask again.

You trust the current content of the files, including those that they import from
the project, and of modules. If one changes, hooks go on with the old content; the
change waits until you run bcrules trust again. If the same files can do more than
you were shown, because your own rules or a module changed, the project's rules do
nothing until you have seen it. vet, test and explain look at the rules as they are.

Files of the project that the rules run are trusted with them, as they are: programs
and scripts, according to the words of a command and what is known of its program,
and files from which commands are taken: by tables, settings, and facts that read
them. If a program is unknown, any file named by one of its words counts, and so do
modules of Python, what flags of interpreters name, and variables that the rules
set. They are compared whenever a program starts. A file that changed, or that is
new, isn't run: a message says so once a session, a closed hook refuses, and trust
--diff shows the change. A session that starts in a folder below the rules, or in
another worktree, finds its files from there: they must be as in a folder that was
looked at, and bcrules trust DIR looks at DIR, too.

What such a file reads in turn may change, and a program named without a folder is
the one on the PATH. "can't be told" means a program, a path or a command line that
is put together at the event, since what it runs is only known then; what is in a
folder that is passed to a program, as in "python tools" or "go test ./..."; what
code of another language than the shell's loads within the rules, as in "python -c";
and what a program runs that is unknown, or that builds or runs what a project has,
if its words name nothing of it, as in "jest" or "docker build".

Modules of others that the rules import (cue.mod/module.cue) are fetched after you
have typed the project's name for that: you are told which, and which server the
environment names for them. Other commands use what was fetched, and ask no server
for rules that you don't trust, even if you name their folder.

   bcrules trust             show what the rules here can do, and ask
   bcrules trust --diff      show what changed since, and what the rules can do more, or
                             no more
   bcrules trust --list      the folders that are trusted

Looking at rules means evaluating them, and others may have written them to never
end: commands do it in a process that may compute for 20 seconds and use 800 MB (for
tests 40 seconds and 1 GB). They read no pipes, and no rule file over 1 MB.

If a store is on a PostgreSQL server whose role may do more than use its database,
as a superuser may, you are asked about that separately.

An agent can't answer for you: there must be a terminal, and no agent that started
this.

Exit code 0: trusted; 1: not trusted, or the rules have faults; with --diff: there
are changes, or a wrong command line; 2: the command could not be carried out.`

func trustCmd() *cli.Command {
	return &cli.Command{
		Name:        "trust",
		Usage:       "let a project's rules act, after showing what they can do",
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

// ruleFolderOf returns three things: the rule folder that a command is about, the named folder in
// which sessions start, and the folder relative to which people name files.
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
	s := compile.Kept()
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
		fmt.Fprintf(w, "%s: rules run it, but it doesn't exist: once it does, they don't run it before you have seen it\n", show.Printable(show.Path(path, here)))
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
