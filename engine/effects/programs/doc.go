/*
Package programs holds what is known of command-line programs: which words of a
command are flags, values and operands, which files and hosts it touches, what it
runs and what it prints. It goes by the words alone: nothing is run or looked at.
Package effects asks it about each command of a call.

	words ─ Split ─► Call ─ Touch ──► files, hosts
	                      ─ Runs ───► commands, shell code
	                      ─ Prints ─► text

A program is a stanza in one of the files engine/effects/programs/*.txt, which are in
the binary as they stand. The stanzas of a file are sorted by name and found by
halving, so that a hook reads only those of the programs that are called.

To add a program:

 1. Write its stanza in the file of its trade, at its place in the order.
 2. Add a row to engine/effects/testdata: the command after $, and below it what it
    does. UPDATE=1 go test ./engine/effects writes what the stanza says; read that.
 3. Run go test ./engine/effects/... It says where a stanza is wrong.

# A stanza

	sort
		operands  read...
		flags     r,reverse k,key= o,output=write compress-program=run+code check?
		prints    input

That is: sort reads any number of files; -o or --output takes a file that is written,
--compress-program a file that is run, whose name is shell code, --check may have a
value after =; sort prints what it reads.

The first line is the name. A subcommand's begins with that of the program, as in git
push, and stands in the same file. Python is found for python3.12, sed for gsed, mkfs
for mkfs.f2fs. A stanza of only "gunzip = gzip" says that gunzip is like gzip, which is
in the same file. Words in parentheses after the name say how the program reads its
arguments, where it differs from GNU programs:

	(posix)        flags end at the first operand
	(again)        but may also stand after the first operand, or between settings
	(exact)        long flags are not abbreviated: --recurs is not --recursive
	(one-dash)     long flags have one dash, and short ones are not joined: -name x
	(expression)   operands stand before all long flags: find a b -name x
	(key=value)    operands such as of=file are flags
	(bundled)      the first argument is short flags, also without a dash: tar xf
	(valued)       an unknown long flag has a value
	(subcommands)  the first operand may be a subcommand that has a stanza
	(global)       the program's flags may also stand after its subcommand
	(dashes)       what it runs begins after --

The lines below begin with a tab; those that begin with two continue the line before:

	operands   what its operands are, one word for each (see below)
	with       WHEN…: OPERANDS; what they are if one of these holds: FLAG is given, it
	           is given as FLAG=VALUE, or <VERB> is the first operand, in either case and
	           with * for any characters; or several of these joined by +, where a second
	           <VERB> is the next operand. The first such line that fits counts
	flags      its flags (see below); an unknown flag counts as one without a value
	like       NAME; its flags are those of that program
	code       FLAG MARK, MARK…; shell code among other things: what follows a mark in a
	           line of that flag's value; of all operands if FLAG is operands, of the
	           program's input if it is stdin. The mark ! is an editor's. A mark that
	           ends in a letter is a word
	language   NAME FLAG… or NAME operand; it runs code in a language that package
	           effects reads: the values of these flags, or its first operand
	stdin      ignored: it does not read its standard input; or
	           code: that is shell code, if it is given nothing else to run
	prints     nothing (of use); input: what it reads, its files or else its standard
	           input; start: the start of that, which is all of it without flags; stdin:
	           what it reads from there; or ${NAME}
	formats    WORD…; it prints by formats, beside those in flags that are called so in most
	           programs, such as format: in the values of these flags; + in operands
	           that begin with +; filter in its first operand, as jq does
	project    WHEN: PATH; it prints a path below the root of the project that it works in,
	           under conditions as in with; - for one elsewhere
	traits     copies: it writes to files just what it reads
	           succeeds: it can be assumed to succeed
	           away: it runs things on the machine that its first operand names
	           fresh: in a container made for it; container: in an existing one
	           root: below the folder that its first operand names
	           looks: it changes nothing, starts nothing that lasts and sends nothing,
	           apart from what its operands and flags say and from what it runs
	           dashes: -- after the program that it runs is its own
	           sh: a command it runs that begins with -c is code for sh
	           fed: without a file before --, its code is its input
	rights     how it is told the new rights of its files of mode: mode (as chmod takes
	           them), owner (as chown), acl (as setfacl, in the flags modify and set),
	           attributes (as chattr or chflags), or kept: the owner keeps all
	heeds      VARIABLE…; it runs the values of these as shell code
	options    VARIABLE; its words are flags, too
	told       VARIABLE=USE…; the program, or any subcommand of it, uses the file or folder
	           that a variable or a setting.of.git names. Only what the call sets counts,
	           and no number or truth value
	finds      FILE…; it runs these if it finds them in the folder it works in, unless a
	           flag names a file that is run
	loads      FILE…; files of the folder it works in, and patterns of such; it runs those
	           that the call has written, by what the ends of their names say. <1> stands
	           for its first operand, <m> for the module that its flag m names
	apart      NAME…; a flag, VARIABLE or setting.of.git with which the program and its
	           subcommands work on another repository, or under other settings: what they
	           bring is any
	brings     WHEN: WHAT…; what happens to files that git keeps (see below), under
	           conditions as in with; - for nothing
	dry        FLAG…, or FLAG=VALUE; with one of these it only shows what it would do. A
	           program's line holds for its subcommands, too
	special    NAME; it does more than a stanza can say: Go code of that name in
	           special.go touches, runs or prints in its place

# What operands and values are

	read run list argument        a file that is read: its content; code that is run;
	                              its name or entries; what looks like a path or URL
	write append edit create      a file that is changed
	delete move mode
	package process               a software package that is brought, changed or removed;
	                              a process that is sent a signal, by its name or number
	processes wholes              those with a pattern in their names; those of which it is all
	host sends                    a host or URL; one that data is sent to
	repository                    a host or URL, or a path; not the name of a remote
	text                          no file
	code                          shell code that is run

/** after a word for a file means with everything below it: delete/**. Only in operands:

	read...          any number; one word of a list may have the dots. For code..., all
	                 words joined are the code
	read+delete      both
	[list...]        any number; the folder it works in if there are none
	[write/**]       that folder, if the operands before it are there
	[write/**=d]     the folder that is the value of the flag d, if it has one; after
	                 = may also stand a path, or $NAME or $NAME/path for the folder that a
	                 variable names, if the call sets it
	into             the file or folder that the operands before it are put in
	settings         any number of NAME=value
	command          the command it runs, with all words that follow

Only as values of flags, where several words may be joined by +, as in first+read:

	first            stands for the first operand: grep -e PATTERN
	second           takes two words; this is the second
	data             text, or @ and a file that is read
	text             no file, as with operands: a pattern, a message
	into             the folder that operands are put in: cp -t DIR
	cd               the folder it goes to first: git -C DIR
	from             the folder that operands are taken from: tar -C DIR
	archive          an archive, which may be host:path. It is written if one of the
	                 flags create, append, update, catenate, delete is given
	end              no flags follow: python -c CODE
	command          a command it runs, with all words that follow: c;command

# What a command brings

	A..B, A...B    what differs between two commits becomes as in the other. <> stands for
	               each operand, <1> for the first; <X> for each, or X if there is none; </X>
	               for all, joined by /, or X; <--F> for the value of a flag
	changed        what was changed and not committed becomes as it is there
	untracked      new files are removed; ignored: and those that git ignores
	patched:FILE   what a patch names becomes as the patch says, with <> as above; - is the
	               patch that it reads
	unknown        any of that, to any file; any: in any repository
	commits        files become as any commit has them that git keeps before the call; unknown,
	               if the call says what edits the list of these, or how git is set
	foreign        files below of another repository, such as a submodule, become as that
	               has them
	moves          no file, but commits, their names, the index, a stash or what git ignores
	               change. That is taken for granted of subcommands that don't look and have
	               no line brings; one without a stanza brings unknown
	stages         no file, but new or changed files may be kept from then on
	fetches        no file, but FETCH_HEAD and the branches of other repositories change
	stashes        the newest stash is what was changed
	paths          operands other than <1> are the paths of all of that

# Flags

Flags stand with spaces between them and without dashes. The spellings of one are
joined by commas, n,lines; rules know it by the first long one, or else the last. Then
comes whether it has a value, what that is, and what the flag makes of the operands:

	r,recursive      no value
	n,lines=         a value, of which no more is known
	o,output=write   a value that is a file
	color?           a value only if it is attached: --color=always, -i.bak
	follow%          the same, but only to the long name
	exec;            a command that ends with ; or +
	t,list:read      no value; the operands with dots are only read
	i,in-place?:edit both
	files:first      the first operand is missing

A long flag with no- before its name undoes the flag.
*/
package programs

import (
	_ "embed"
	"strings"
)

//go:embed doc.go
var source string

// Notation returns the package comment, which explains stanzas to those who want to add a program.
func Notation() string {
	comment, _, _ := strings.Cut(strings.TrimPrefix(source, "/*\n"), "*/")
	return strings.ReplaceAll(comment, "\t", "    ")
}
