package effects

import (
	_ "embed"
	"slices"
	"strings"
)

// What is known of languages. Calls that run commands or touch files and hosts stand under the word
// for what they do (see doings). A call that begins with a dot may be made on any object. The other
// lines are
//
//	comment     begins a comment
//	inner       begins an expression or a variable in double quotes
//	backquotes  run: they hold a command; a sign: they do if it stands right before them
//	quotes      quotes longer than " and '
//	escapes     all: single quotes have them too
//	prefixes    letters that may stand before quotes
//	delimited   begins a text in the bracket that follows; one with an x at its end runs
//	verbatim    the same, where nothing is filled in
//	patterns    slashed: /…/ is one
//	names       bang: they may end with !
//	assigns     a sign that assigns, beside = and :=
//	calls       bare: they need no parentheses; alone: a name by itself is one
//	takes       all: a call's action uses all of its arguments
//	handle      first: a call that opens a file has a handle before the mode
//	pipes       texts: a command stands beside | as a text
//	modules     words by which code gets a module as a value
//	defines     words before the name of what is defined, which is no call there
//	reserved    words that are no names
//	on          calls that act on the path they are called on
//	runs        the command line of an interpreter that reads code from its standard input
//	signs       what its code has and other texts seldom have
//	lines       begins a line that is for the shell, in notebooks
//	ends        signs that end a word, if its commands are words without quotes, as in a shell
//	blocks      begin and end of comments over several lines
//	bodies      indent, braces or end: how a function ends; one that is called nowhere does nothing
//	looks       what stands before the name of a function that is only looked at; a sign
//	            that begins with . or ) stands after it
//	join        list: .join joins the list that it is called on
//	arguments   names of the list of the program's arguments
//	before      how many words that list has before the first argument: beside code in a flag, and
//	            beside a file if that differs
//	input       calls and names whose value is the program's input
//	same        calls on a text whose value is that text
//	prints      calls that print their arguments
//	foreign     calls that load a library of C, whose functions are called on the value
//	idle        calls that only return a value, so that no rule needs to judge them
//	switches    flags of its commands that have no value, whichever command it is
//	more        calls on a command that add to its words
//	is          NAME…: PROGRAM; the program of a POSIX system, with its arguments, that does
//	            what commands of these names do; and what their parameters become: name=-r for
//	            one without a value, name=-o<> for one whose value takes the place of <>.
//	            Values without a parameter belong to the parameters after >, in turn. In place
//	            of a program: own (its text is code of the language), starts (its words are a
//	            command line), names (it returns what it names), joins (it returns the path
//	            made of its words), = TEXT (it returns the text), renames (its first word
//	            becomes another name for the second)
//
// For asks and clients, names and arguments tell what is asked: see request.
//
// A language is a line with its name, and lines that begin with a tab; those that begin with two
// tabs continue the line before. The text is searched as it stands, like the stanzas of programs.
//
//go:embed languages.txt
var languages string

// A language is what is known of a language whose code is read. Its unknown calls are recorded, for
// the rules to judge.
type language struct {
	name  string // as in the stanzas of programs
	says  map[string]string
	known map[string]action
	lasts map[string]bool // last parts of the known names: most names in code have none of these

	// What the scanner needs again and again.
	comment, inner, prefixes, assigns, ends string
	quotes, delimited, verbatim, blocks     []string
	patterns, bang                          bool

	is map[string]string // what its commands are, by name: see translation
}

// facts are the words that begin the lines about a language, except those about calls.
var facts = [...]string{
	"comment", "inner", "backquotes", "quotes", "escapes", "prefixes", "delimited", "verbatim", "patterns", "names", "assigns", "calls", "takes", "handle",
	"pipes", "modules", "defines", "reserved", "on", "runs", "signs", "lines", "ends", "blocks", "switches", "idle", "join",
	"bodies", "looks", "more", "arguments", "before", "input", "same", "prints", "foreign",
}

// An action is what a call does with its arguments.
type action uint8

const (
	shellCode  action = iota + 1 // one argument is shell code, several are the words of a command
	argv                         // they are the words of a command
	removes                      // the first is a file that is deleted
	removesAll                   // likewise, with all below it
	movesFile                    // the first is moved to the second
	enters                       // the first is the folder that the code works in from there on
	copiesFile                   // the first is copied to the second
	copiesAll                    // likewise, with all below it
	reads
	writes
	writesAll // the first is a folder that anything may be put into
	opens     // the second says for what
	fetches
	sends
	modes   // a file and its mode; of two, one that is a number is the mode
	owners  // the first is a file that gets another owner, by number
	links   // the last becomes a link to the first
	own     // the first is code of the language
	asks    // asks something of a host, over HTTP
	clients // it, or its value, has calls that ask, named as the methods of HTTP
	applies // the first names a call, which is made with the others
	members // gets the member of the first that the second names
	multiplies

	// The following say what the value of a call is.
	homeFolder
	joins       // a path of its arguments
	lists       // its arguments
	splits      // the words of the first
	fills       // the first, a text, with the others filled in
	environment // a variable of the environment
	temporary   // a new file or folder
	decodes     // the text that the first encodes in base64 or hexadecimal digits
	letters     // characters with these numbers
	entries     // the names in a folder
	children    // their paths
	walks       // all paths below a folder
)

// doings are the words for actions, in the same order.
var doings = [...]string{
	"shell", "words", "removes", "removes/**", "moves", "enters", "copies", "copies/**", "reads", "writes", "writes/**", "opens", "fetches", "sends", "modes",
	"owners", "links", "own",
	"asks", "clients", "applies", "members", "forks",
	"home", "joins", "lists", "splits", "fills", "variable", "temporary", "decodes", "letters", "entries", "lists/*", "lists/**",
}

// languageOf returns a language by its name, nil if its code isn't read.
func languageOf(name string) *language {
	if name == "" || name == "shell" {
		return nil
	}
	body, ok := strings.CutPrefix(languages, name+"\n")
	if !ok {
		if _, body, ok = strings.Cut(languages, "\n"+name+"\n"); !ok {
			return nil
		}
	}
	l := &language{name: name, says: map[string]string{}, known: map[string]action{}, lasts: map[string]bool{}, is: map[string]string{}}
	key := ""
	for line := range strings.Lines(body) {
		more := strings.TrimPrefix(line, "\t")
		if more == line {
			break
		}
		if !strings.HasPrefix(more, "\t") {
			key, more, _ = strings.Cut(more, " ")
		}
		l.take(key, strings.TrimSpace(more))
	}
	l.comment, l.inner, l.prefixes, l.assigns, l.ends = l.says["comment"], l.says["inner"], l.says["prefixes"], l.says["assigns"], l.says["ends"]
	l.quotes, l.delimited, l.verbatim, l.blocks = strings.Fields(l.says["quotes"]), strings.Fields(l.says["delimited"]), strings.Fields(l.says["verbatim"]), strings.Fields(l.says["blocks"])
	l.patterns, l.bang = l.says["patterns"] != "", l.says["names"] != ""
	return l
}

// take stores a line about a language, or its continuation; ok is false if there is no such line.
func (l *language) take(key, value string) (ok bool) {
	if key == "is" {
		names, to, ok := strings.Cut(value, ": ")
		for name := range strings.FieldsSeq(names) {
			l.is[name] = to
		}
		return ok
	}
	if slices.Contains(facts[:], key) {
		l.says[key] = strings.TrimSpace(l.says[key] + " " + value)
		return true
	}
	i := slices.Index(doings[:], key)
	for call := range strings.FieldsSeq(value) {
		if i >= 0 {
			l.known[call] = action(i + 1)
			l.lasts[call[strings.LastIndexByte(call, '.')+1:]] = true
		}
	}
	return i >= 0
}

// has reports whether a fact of a language includes a word.
func (l *language) has(fact, word string) bool {
	all := l.says[fact]
	for i := 0; word != "" && i < len(all); {
		n := strings.Index(all[i:], word)
		if n < 0 {
			return false
		}
		n += i
		i = n + len(word)
		if (n == 0 || all[n-1] == ' ') && (i == len(all) || all[i] == ' ') {
			return true
		}
	}
	return false
}

// calls reports whether a name is that of a function called on a library of C.
func (l *language) calls(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	return dot > 0 && l.says["foreign"] != "" && l.has("foreign", name[:dot])
}

// modules are those whose calls are often used without the module's name.
var modules = []string{"os", "subprocess", "shutil", "requests", "httpx", "aiohttp", "fs", "child_process"}

// does returns what a call does, 0 if nothing of note. imported are the modules that the code
// names.
func (l *language) does(name string, imported []string) action {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if !l.lasts[last] {
		return 0
	}
	if l.calls(name) {
		return languageOf("c").known[last]
	}
	if d := l.known[name]; d != 0 {
		return d
	}
	if d := l.known["."+last]; d != 0 && (last != name || len(imported) > 0) {
		return d
	}
	for _, module := range imported {
		if d := l.known[module+"."+last]; d != 0 && (last == name || module == "child_process") {
			return d
		}
	}
	return 0
}
