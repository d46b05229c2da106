package effects

import (
	_ "embed"
	"slices"
	"strings"
)

// What is known of languages: which calls run commands, touch files or hosts, by what
// they do (see doings). A call that begins with a dot is of any object. Besides,
//
//	comment     begins a comment
//	inner       begins something else in double quotes
//	backquotes  run: they hold a command
//	quotes      longer ones than " and '
//	escapes     all: single quotes have them too
//	prefixes    letters that may stand before quotes
//	delimited   what begins a text up to the bracket that closes the next one; with an x it runs
//	verbatim    the same, where nothing is filled in
//	patterns    slashed: /…/ is one
//	names       bang: they may end with !
//	assigns     a sign that gives a value, beside = and :=
//	calls       bare: they need no parentheses; alone: a name by itself is one
//	takes       all: what one does is done with all of its arguments
//	handle      first: what opens a file has one before the mode
//	pipes       texts: a command stands beside | as a text
//	modules     words by which code gets a module as a value
//	defines     words before the name of what is defined, which is no call there
//	reserved    words that are no names
//	on          calls that mean the path they are called on
//	runs        the words that start a program which runs code of it that it reads
//	signs       what code of it has that other texts seldom have
//	lines       what begins a line that is the shell's, in notebooks
//	ends        signs that end a word: those of its commands stand without quotes, as in a shell
//	blocks      what comments of several lines begin and end with
//	join        list: .join joins the list that it is called on
//	idle        calls that do nothing but come to something, which nobody has to judge
//	switches    flags of its commands that have no value, whichever command it is
//	is          NAME…: PROGRAM; what commands of these names are, as a program of a POSIX
//	            system: with its arguments, and what parameters become: name=-r of one without
//	            a value, name=-o<> of one whose value goes where <> stands. What has no
//	            parameter stands for the parameters after > in turn. Or own: its text is code
//	            of the language; starts: its words are a program; names: it
//	            gives what it names; joins: it gives the path that its words are parts of;
//	            = TEXT: it gives a text; renames: its first word is another name for the
//	            second
//
// Of asks and clients, what is asked follows from names and arguments: see request.
//
// A language is its name, and lines that begin with a tab; they go on in lines that
// begin with two. They are searched as they stand, like the stanzas of programs.
//
//go:embed languages.txt
var languages string

// A language is what is known of a language whose code is read. What is not known of
// its calls is noted, for the rules to judge.
type language struct {
	name  string // as the stanzas of programs have it
	says  map[string]string
	known map[string]action
	lasts map[string]bool // the last parts of the known ones: most names of code have none of these

	// What the scanner asks again and again.
	comment, inner, prefixes, assigns, ends string
	quotes, delimited, verbatim, blocks     []string
	patterns, bang                          bool

	is map[string]string // what commands of it come to, by their names: see translation
}

// facts are what may be said of a language, beside its calls.
var facts = [...]string{
	"comment", "inner", "backquotes", "quotes", "escapes", "prefixes", "delimited", "verbatim", "patterns", "names", "assigns", "calls", "takes", "handle",
	"pipes", "modules", "defines", "reserved", "on", "runs", "signs", "lines", "ends", "blocks", "switches", "idle", "join",
}

// An action is what a call does with its arguments.
type action uint8

const (
	shellCode  action = iota + 1 // the first is code of the shell, or a list of words
	argv                         // they are the words of a command
	removes                      // the first is a file that is deleted
	removesAll                   // with all below
	movesFile                    // the first is moved to the second
	copiesFile                   // the first is copied to the second
	copiesAll                    // with all below
	reads
	writes
	writesAll // the first, or the folder in force, is a folder that whatever is put into
	opens     // the second says what for
	fetches
	sends
	modes   // of two a number is the mode that the other, a file, gets; or else the second
	owners  // the first is a file that gets another owner, whose number follows
	links   // the last is made a link
	own     // the first is code of the language
	asks    // something of a host, over HTTP
	clients // it, or what it comes to, has calls that ask, by the methods of HTTP
	applies // the first is the name of a call, which is made with the others
	members // what the first has under the name that the second is
	multiplies

	// What follows says what a call comes to.
	homeFolder
	joins       // its arguments, as parts of a path
	lists       // its arguments
	splits      // the words of the first
	environment // a variable of the environment
	temporary   // a file or folder of its own
	decodes     // the text that the first says in base64 or hexadecimal digits
	letters     // characters of these numbers
)

// doings are the words for actions, in the same order.
var doings = [...]string{
	"shell", "words", "removes", "removes/**", "moves", "copies", "copies/**", "reads", "writes", "writes/**", "opens", "fetches", "sends", "modes",
	"owners", "links", "own",
	"asks", "clients", "applies", "members", "forks",
	"home", "joins", "lists", "splits", "variable", "temporary", "decodes", "letters",
}

// languageOf returns the language of that name, nil if it is none that is read.
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

// take takes a line of what is known of a language, or more of it; not ok if there is
// no such line.
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

// has reports whether a word stands among what is said of a language.
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

// modules are those whose calls are often used without naming them.
var modules = []string{"os", "subprocess", "shutil", "requests", "httpx", "aiohttp", "fs", "child_process"}

// does returns what a call of a name does, 0 for nothing of note. imported are the
// modules that the code names.
func (l *language) does(name string, imported []string) action {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if !l.lasts[last] {
		return 0
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
