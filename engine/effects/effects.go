// Package effects says what a tool call does: which commands run, which files are read and written,
// which hosts are contacted, and what data flows from one command into another.
//
//	text of a shell ─ mvdan.cc/sh ─► syntax tree ─ walk ─► Commands ─ programs ─► reads, writes, hosts
//	                                               ▲                     │
//	                                               └── what they run ◄───┘
//	input of a file tool ───────────────────────────────────────────────────────► reads, writes, hosts
//
// What is known of programs is in package programs. This package is the shell: what code does to
// the shell's own state, which commands it starts, and what flows between them. Code in other
// languages is read for calls that run commands or touch files. What is known of these languages is
// in languages.txt, not in Go code:
//
//	code ─ scanner ─► tokens ─ reader ───► doer ──► reads, writes, hosts, Commands
//	                         ─ composer ─► syntax tree, where commands are words, as PowerShell's
//
// Each state has one owner. An analysis walks trees and starts what they start. It has the findings
// (the result, and the effort that is left), the store (what the call itself has put in files and
// descriptors) and the codes that were parsed. A frame and a world describe where a command stands.
// Three types hold both: an expansion turns code into words, a redirection redirects, and an act
// carries out a command. A reader has a cursor in tokens and a scope of names.
//
// The analysis goes by the text: it runs nothing and looks at no file. Only its caller finds where
// a project begins (Place.Root). What it can't know, it reports instead of guessing (Complete,
// Reading, Unknown), and the rules decide what that is worth. The caller says which fields of which
// tool hold what. The names in Effects are the vocabulary of the rules.
//
// Data is not code: a heredoc, a commit message, a pattern of grep or the output of echo is text
// until it flows into something that runs it.
package effects

import (
	"sync"

	"bcrules.dev/engine/effects/programs"
)

// Effects is what a tool call does, as far as its input tells.
type Effects struct {
	Commands []Command `expr:"commands" does:"some" doc:"in the order they are found, wrappers (sudo) before what they run"`
	Programs []string  `expr:"programs" form:"program" does:"some" doc:"names of the programs of commands, each once; the fastest to ask"`
	Reads    []File    `expr:"reads" items:"how=read|run|list|argument" does:"any" doc:"files that are read"`
	Writes   []File    `expr:"writes" items:"how=write|append|edit|create|delete|move|mode|link" does:"any" doc:"files that are changed"`
	Named    []File    `expr:"named" items:"how=argument" does:"any" doc:"paths in words of familiar programs of which it isn't known what these do with them, of how argument"`
	Network  []Host    `expr:"network" does:"any" doc:"hosts that are talked to"`
	Links    []Link    `expr:"links" doc:"what is made to lead to another file or folder: links, hard and symbolic, and copies that are such"`
	Things   []Thing   `expr:"things" doc:"what is changed and is no file: packages and processes, by name"`
	Pipes    []Pipe    `expr:"pipes" doc:"what feeds what, also over several steps"`
	Complete bool      `expr:"complete" known:"reading" only:"len(unknown) == 0 && len(calls) == 0 && all(commands, .familiar)" doc:"all of it is known: nothing is in unknown or calls, each program is familiar, and none runs a file that the call has not written, nor what the project says (make, npm run)"`
	Reading  bool      `expr:"reading" only:"complete && len(links) == 0 && len(things) == 0 && none(network, .sends) && all(commands, .looks)" doc:"it is complete and only looks: each command looks and is given no variables, nothing is changed, linked or sent, and a host at most asked (GET, HEAD). What programs' own settings do is not seen"`
	Unknown  []Unknown `expr:"unknown" doc:"parts that could not be read"`
	Calls    []Called  `expr:"calls" doc:"calls that code of other languages makes and nothing is known of; of a tool of an MCP server, the call itself"`

	kept *sync.Map // what conditions derive from the fields
}

// Kept returns a map for what callers derive from the fields; nil if there is none.
func (e Effects) Kept() *sync.Map { return e.kept }

// A Link is a path that leads to another.
type Link = programs.Link

// A Command is a program, or a builtin of the shell, that is run.
type Command struct {
	Program    string            `expr:"program" form:"program" doc:"its name without folder and .exe; empty if not known"`
	Path       string            `expr:"path" doc:"the same as written"`
	Args       []string          `expr:"args" doc:"its arguments, quotes undone; what is not known stands as ${NAME} or $(…)"`
	Flags      []string          `expr:"flags" form:"flag" doc:"without dashes and values, each once; by their long names where the program is known: rm -rf gives recursive, force"`
	Options    map[string]string `expr:"options" form:"flags" doc:"values of flags that take one, the last of each"`
	Operands   []string          `expr:"operands" form:"operand" doc:"arguments that are no flags and no values of flags: of git push origin, push and origin"`
	Env        map[string]string `expr:"env" form:"variables" doc:"variables set for it"`
	Input      string            `expr:"input" doc:"what it reads from its standard input, or runs as a file that the call has written, as far as the call says it, the first 32 KB; of code in another language, which is read, 4"`
	Dir        string            `expr:"dir" form:"glob-path" doc:"folder it runs in, absolute; empty if not known"`
	Host       string            `expr:"host" doc:"where it runs, if not on this machine: over ssh, in a container"`
	Via        []string          `expr:"via" form:"via" doc:"what runs it, outermost first: sudo, bash -c, $(…)"`
	Depth      int               `expr:"depth" doc:"how deep in via, subshells and functions"`
	Known      bool              `expr:"known" doc:"all of its words are"`
	Dry        bool              `expr:"dry" doc:"it only shows what it would do, or its help, as its flags say; called() leaves such out"`
	Familiar   bool              `expr:"familiar" doc:"something is known of its program"`
	Looks      bool              `expr:"looks" doc:"its program only looks, but for the files and hosts that it touches and for what it runs, which are told"`
	Brings     []string          `expr:"brings" doc:"of git, what becomes of files that it keeps: A..B, what differs between two commits is as in the other; changed, what isn't committed is as it was; untracked and ignored, those are taken away; patched:FILE, what a patch names is as that says; foreign, those of another repository below; unknown, any of that, or any; commits, what any commit has that git keeps; again, it may come more than once; moves, stages, fetches and stashes, no file, but what git keeps or ignores from then on, or calls by a name"`
	Paths      []string          `expr:"paths" doc:"files and folders that this is of, as written; of all if there are none"`
	Multiplies bool              `expr:"multiplies" doc:"it is started again and again without being waited for: a fork bomb"`
}

// A Pipe is data that flows from one command into another.
type Pipe struct {
	From Command `expr:"from" doc:"what gives it"`
	To   Command `expr:"to" doc:"what takes it"`
	Code bool    `expr:"code" doc:"what takes it runs it"`
	Over string  `expr:"over" form:"pipe|substitution|file" doc:"pipe, substitution or file"`
}

// An Unknown is a part of the call that could not be analysed.
type Unknown struct {
	What string `expr:"what" form:"program|argument|path|code|syntax|bound" doc:"program, argument, path, code (of a language that is not read), syntax or bound"`
	Text string `expr:"text" doc:"as written, cut to a line or so"`
	By   string `expr:"by" form:"program" doc:"the program it belongs to"`
}

// A Called is a call whose effect isn't known, made by code of another language, such as
// client.flushall(); or the call of a tool.
type Called struct {
	Name string   `expr:"name" doc:"as written; what it is called on may be a call: s3.Bucket().objects.all().delete"`
	Args []string `expr:"args" doc:"texts, names and numbers in its arguments, names as ${NAME}, the first 16 at most; of a tool all texts that it is called with, at any depth"`
	By   string   `expr:"by" form:"program" doc:"the program that runs the code; empty for a tool"`

	Options map[string]string `expr:"options" doc:"of a tool what its fields say, at any depth: texts, numbers, true, false, null and []; those of one name a line each, \"\" where others lie in it"`
}

// A Place is where a call is made.
type Place struct {
	Dir    string                  // the current folder, absolute
	Home   string                  // the user's home folder, "" if not known
	Getenv func(string) string     // the environment; nil if it isn't known
	Folds  bool                    // names of files and programs match in either case
	Root   func(dir string) string // the root of the project around a folder, "" for none; nil if unknown
}

// A word is one field of a command after expansion, or another text of a shell.
type word = programs.Word

// A File is a path that is read or written.
type File = programs.File

// A Host is a host that is contacted.
type Host = programs.Host
