package code

// A File is the content of a source file. Lines count from 1.
type File struct {
	Language string
	Lines    int
	Symbols  []Symbol // in text order
	Calls    []Call
	Imports  []Import
	Branches []Branch
	Names    []Name
}

// A Symbol is a named thing that other code may use.
type Symbol struct {
	Name string
	// Kind is function, method, class, interface, type, enum, variable or module. A type with
	// fields is a class, even if the language calls it a struct; a trait is an interface.
	Kind       string
	Parent     string // the enclosing class or type, "" for none
	Line, Stop int    // the first and the last line
	Signature  string // as written, on one line, without the body
	Params     []string
	Returns    string
	Doc        string // the first paragraph of its comment, at most 400 characters
}

// A Call is a place where something is called.
type Call struct {
	Line   int
	Caller string // the innermost enclosing symbol, "" at the top of the file
	Callee string // the last part of the name of what is called
}

// An Import is an imported name, or a whole module if Name is "".
type Import struct {
	Line                int
	Module, Name, Alias string
}

// A Branch is a branch in a function: if, for, while, case, catch, and, or.
type Branch struct {
	Symbol     int // index in Symbols
	Line, Stop int
	Kind       string
}

// A Name is an identifier in a function.
type Name struct {
	Symbol int // index in Symbols
	Name   string
	Line   int
	Writes bool // the name is assigned there
}
