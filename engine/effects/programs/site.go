package programs

import "strings"

// A File is a path that is read or written.
type File struct {
	Path  string `expr:"path" form:"glob-path" doc:"absolute and clean, with globs as written; what is not known stands as ${NAME}"`
	How   string `expr:"how" form:"read|run|list|argument|write|append|edit|create|delete|move|mode|link" doc:"reads: read, run, list (its name, size or entries), argument (of a program not known). Writes: write, append, edit, create, delete, move (away), mode; link: it gets another name"`
	Deep  bool   `expr:"deep" doc:"with all that lies below it"`
	Known bool   `expr:"known" doc:"no part of the path is unknown"`
	By    string `expr:"by" form:"program" doc:"the program; the shell for redirects"`
	Host  string `expr:"host" doc:"where it is, if not on this machine"`

	// Via is the absolute path as written, if a .. in it follows a name: the name may be a link,
	// and then the .. leads elsewhere.
	Via string `expr:"via" form:"glob-path" doc:"the path with each .. that follows a name, which may be a link; empty if none does"`
	// Container says that it is in a container that existed before.
	Container bool `expr:"container" doc:"it is in a container that is there already, and what of that is mounted can't be told"`
	// Rights is Kept, Unrun, Lost, or "" if not known.
	Rights string `expr:"rights" form:"kept|lost" only:"how == 'mode'" doc:"of how mode: kept, if who had all rights of the folder still has them; lost, if not, or if it is another's then; empty if that isn't told"`

	gone bool // it vanishes with its box
}

// A Thing is something that is changed and isn't a file.
type Thing struct {
	Is   string `expr:"is" form:"package|process" doc:"package (of software, which is brought, changed or removed) or process (which is sent a signal)"`
	Name string `expr:"name" doc:"of a package, as it is named there; of a process a name or a pattern of it, or what its number was found by"`
	By   string `expr:"by" form:"program" doc:"the program"`
	Host string `expr:"host" doc:"where it is, if not on this machine"`

	Whole bool `expr:"whole" doc:"of a process, the name is all of its name, and no pattern of a part"`
}

// A Host is a host that is contacted.
type Host struct {
	Name   string `expr:"name" form:"host" doc:"without port and user; empty if not known"`
	URL    string `expr:"url" doc:"if one was given, or what is known of it; what is not known stands as ${NAME}"`
	Method string `expr:"method" form:"method" doc:"what is asked of it over HTTP: GET, POST, PUT, PATCH, DELETE and so on; empty if not known"`
	Sends  bool   `expr:"sends" doc:"data goes there, more than a request"`
	By     string `expr:"by" form:"program" doc:"the program"`
}

// A Site is where a command runs.
type Site struct {
	Dir  string // the current folder, absolute; "" if not known
	Home string // the user's home folder, "" if not known
	Host string // "" for this machine
	Box  *Box   // the box it runs in, nil for none

	// Links keeps each .. of a path as written: the name before it may be a link, and then .. leads
	// above the link's target.
	Links bool
	// Dots, if it isn't nil, collects paths in which a .. follows a name. The key is the path if
	// that name is no link; the value is the path as written.
	Dots map[string]string
}

// An Input is what a command can read.
type Input struct {
	Word
	Over string // how it gets there: pipe, substitution or file; "" if there is nothing to read
}

// Surroundings are what a command finds when it starts. The functions may be nil.
type Surroundings struct {
	Site
	By       string // the program that is said to touch files and hosts
	In       Input
	Env      func(name string) (Word, bool) // the variables it is given
	Set      func(name string) (Word, bool) // those of them that the call itself sets
	Contents func(file Word) (Input, bool)  // what the call itself has put in a file
	Root     func(dir string) string        // the root of the project around a folder, "" for none
}

// variable returns a variable of the command, an empty text if it isn't set.
func (s Surroundings) variable(name string) Word {
	if s.Env == nil {
		return Word{Known: true}
	}
	w, _ := s.Env(name)
	return w
}

// Touched has the files and hosts that a command reads, writes and contacts, and the packages,
// processes, links and copies that it changes or makes.
type Touched struct {
	Reads, Writes []File
	Named         []File // paths in words whose use isn't known
	Hosts         []Host
	Packages      []Word
	Processes     []Word
	Patterns      []Word // of the names of processes
	Links         []Link
	Copied        []Link // what is copied or moved, with how read, by its new path
}

// A Link is a path that leads to another.
type Link struct {
	At string `expr:"at" form:"glob-path" doc:"the path that leads there, absolute"`
	To File   `expr:"to" doc:"where it leads, of how link"`
}

// File returns the file that a word names in a place.
func (at Site) File(how string, w Word, deep bool, by string) File {
	path, known := at.Absolute(w)
	f := File{Path: path, How: how, Deep: deep, Known: known, By: by, Host: at.Host}
	if at.Box != nil {
		return at.Box.place(f)
	}
	return f
}

// Fetched returns what is touched when a word names a host or URL.
func (at Site) Fetched(w Word, sends bool, by string) Touched {
	t := toucher{site: at, around: Surroundings{By: by}}
	t.host(w, sends)
	return t.Touched
}

// Asked returns what is touched by a request to an address, which may be only a path if the host
// isn't known.
func (at Site) Asked(address, method string, sends bool, by string) Touched {
	t := toucher{site: at, around: Surroundings{By: by}}
	if strings.HasPrefix(address, "/") {
		t.Hosts = []Host{{URL: address, Sends: sends, By: by}}
	} else {
		t.host(Word{Text: address, Known: !strings.Contains(address, "$")}, sends)
	}
	t.asks(method)
	return t.Touched
}

// Writes reports whether File.How says that the file is changed.
func Writes(how string) bool {
	switch how {
	case "write", "append", "edit", "create", "delete", "move", "mode":
		return true
	}
	return false
}

// Reads reports whether File.How says that the file is read.
func Reads(how string) bool {
	switch how {
	case "read", "run", "list", "argument":
		return true
	}
	return false
}
