/*
Package programs holds what is known of command-line programs: which words of a
command are flags, values and operands, which files and hosts it touches, what it
runs and what it prints. It goes by the words alone: nothing is run or looked at.
Package effects asks it about each command of a call.

	words ─ Split ─► Call ─ Touch ──► files, hosts
	                      ─ Runs ───► commands, and code of the shell
	                      ─ Prints ─► text

A program is a stanza in one of the files engine/effects/programs/*.txt, which are in
the binary as they stand. The stanzas of a file are sorted by name and found by
halving, so that a hook reads those of the programs that are called, and no others.

To add a program:

 1. Write its stanza in the file of its trade, at its place in the order.
 2. Add a row to engine/effects/testdata: the command after $, what it does below it.
    UPDATE=1 go test ./engine/effects writes what it is taken to do; read that.
 3. Run go test ./engine/effects/... It says where a stanza is wrong.

# A stanza

	sort
		operands  read...
		flags     r,reverse k,key= o,output=write compress-program=run+code check?
		prints    input

That is: sort reads any number of files; -o or --output takes a file that is written,
--compress-program a file that is run, whose name is code of the shell, --check may
have a value after =; what sort prints is what it reads.

The first line is the name. Of a subcommand it is that of the program, too: git push,
in the same file as git. Python is found for python3.12, sed for gsed, mkfs for
mkfs.f2fs. A stanza of only "gunzip = gzip" says that gunzip is as gzip is, which is in
the same file. Words in parentheses after the name say how the program reads its
arguments, where that is not as GNU's programs do:

	(posix)        flags end at the first operand
	(again)        and yet may stand after the first operand, or between settings
	(exact)        long flags are not cut short: --recurs is not --recursive
	(one-dash)     long flags have one dash, and short ones are not joined: -name x
	(expression)   operands stand before all long flags: find a b -name x
	(key=value)    operands such as of=file are flags
	(bundled)      the first argument is short flags, also without a dash: tar xf
	(valued)       a long flag that is not known has a value
	(subcommands)  the first operand may be a subcommand that has a stanza
	(global)       the program's flags may also stand after its subcommand
	(dashes)       what it runs begins after --

The lines below begin with a tab, and go on in lines that begin with two:

	operands   what its operands are, one word for each (see below)
	with       WHEN…: OPERANDS; what they are if one of these is so: FLAG is given,
	           FLAG=VALUE is, <VERB> is the first of them, in either case and with * for any
	           characters, or several of that joined by +, where a second <VERB> is the next.
	           The first such line that fits counts
	flags      its flags (see below); a flag that is not there is taken for one
	           without a value
	like       NAME; its flags are those of that program
	code       FLAG MARK, MARK…; code of the shell that is among other things: what
	           follows a mark in a line of that flag's value; of all operands if
	           FLAG is operands, of what the program reads if it is stdin. The mark
	           ! is that of an editor. A mark that ends in a letter is a word
	language   NAME FLAG… or NAME operand; it runs code in a language that package
	           effects reads: that of these flags, or of its first operand
	stdin      ignored: it does not read its standard input; or
	           code: that is code of the shell, if it is given nothing else to run
	prints     nothing (that is of use); input: what it reads, its files or else
	           its standard input; start: the start of that, which is all of it if
	           there are no flags; stdin: what it reads from there; or ${NAME}
	project    WHEN: PATH; it prints a path from the root of the project that it works in,
	           where one of these is so, as with has it; - for one elsewhere
	traits     copies: it puts in files just what it reads
	           succeeds: it can be taken to do what it is to do
	           away: it runs things on the machine that its first operand names
	           fresh: in a container that is made for it; container: in one that is there
	           root: below the folder that its first operand names
	           looks: it changes nothing, starts nothing that lasts and sends nothing, but for what is
	           said of its operands and flags, and what it runs
	           dashes: -- behind the program that it runs is its own
	           sh: a command it runs that begins with -c is code for sh
	rights     how it is told what a file of mode is to whom then: mode (as chmod takes it),
	           owner (as chown), acl (as setfacl, in the flags modify and set),
	           attributes (as chattr or chflags), or kept: all is as it was to its owner
	heeds      VARIABLE…; it runs the values of these as code of the shell
	options    VARIABLE; the words of this are taken for flags, too
	finds      FILE…; it runs those of these that it finds in the folder it works in, where
	           no flag names one that is run
	apart      NAME…; a flag, VARIABLE or setting.of.git with which it and its subcommands work
	           on another repository, or by other settings of one: what they bring is any
	brings     WHEN: WHAT…; what becomes of files that git keeps, where one of these is so, as
	           with has it (see below); - for nothing
	dry        FLAG…, or FLAG=VALUE; with one of these it only shows what it would do.
	           What is said of a program holds for its subcommands, too
	special    NAME; it does more than a stanza can say: Go code of that name in
	           special.go touches, runs or prints in its place

# What operands and values are

	read run list argument        a file that is read: its content; code that is run;
	                              its name or entries; what looks like a path or URL
	write append edit create      a file that is changed
	delete move mode
	package process                a package of software that is brought, changed or
	                              removed; a process that is sent a signal, by its name, a
	                              pattern of that, or its number
	host sends                    a host or URL; one that data is sent to
	repository                    a host or URL, or a path; the name of a remote is none
	text                          no file
	code                          code of the shell that is run

A file is with all that lies below it if /** follows: delete/**. Only in operands:

	read...          any number; one word of a list may be such. Of code..., all words
	                 joined are the code
	read+delete      both
	[list...]        any number; the folder it works in if there are none
	[write/**]       that folder, if the operands before it are there
	[write/**=d]     the folder that is the value of the flag d, if it has one; after
	                 = may also stand a path
	into             the file or folder that the operands before it are put in
	settings         any number of NAME=value
	command          the command it runs, with all words that follow

Only as values of flags, where several words may be joined by +, as in first+read:

	first            stands for the first operand: grep -e PATTERN
	second           takes two words; this is the second
	data             text, or @ and a file that is read
	into             the folder that operands are put in: cp -t DIR
	cd               the folder it goes to first: git -C DIR
	from             the folder that operands are taken from: tar -C DIR
	archive          an archive, which may be host:path. It is written if one of the
	                 flags create, append, update, catenate, delete is given
	end              no flags follow: python -c CODE
	command          a command it runs, with all words that follow: c;command

# What a command brings

	A..B, A...B    what differs between two commits is as in the other. <> stands for each
	               operand, <1> for the first; <X> for each, or X where there is none; </X> for
	               all, joined by /, or X; <--F> for the value of a flag
	changed        what was changed, and isn't committed, is as it is there
	untracked      new files are taken away; ignored: and those that git ignores
	patched:FILE   what a patch names is as that says it, with <> as above; of -, the one that it reads
	unknown        any of that, to any file; any: in whichever repository
	foreign        files below that are another repository's, of a submodule say, are as that has it
	moves          no file; commits, their names, the index, a stash or what git ignores are others
	               from then on. So it is where nothing is said of a subcommand that doesn't look;
	               of none at all, it is unknown
	stages         no file; what is new or changed may be kept from then on
	fetches        no file; FETCH_HEAD and the branches of other repositories are others
	stashes        the newest stash is what was changed
	paths          the operands that no <1> stands for are the paths of all of that

# Flags

Flags stand with spaces between them and without dashes. The spellings of one are
joined by commas, n,lines; rules know it by the first long one, or else the last. Then
comes whether it has a value, what that is, and what the flag makes of the operands:

	r,recursive      no value
	n,lines=         a value
	o,output=write   a value that is a file
	color?           a value only if it is glued on: --color=always, -i.bak
	follow%          the same, but only to the long name
	exec;            a command that ends with ; or +
	t,list:read      no value; of the operands, those with dots are read only
	i,in-place?:edit both
	files:first      the first operand is not there

A long flag with no- before its name undoes the flag.
*/
package programs

import (
	_ "embed"
	"strings"
)

//go:embed doc.go
var source string

// Notation returns the package comment: how what is known of programs is written, for
// those who want to add one.
func Notation() string {
	comment, _, _ := strings.Cut(strings.TrimPrefix(source, "/*\n"), "*/")
	return strings.ReplaceAll(comment, "\t", "    ")
}
