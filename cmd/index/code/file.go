package code

// A File is what the text of one has. Lines count from 1.
type File struct {
	Language string
	Lines    int
	Symbols  []Symbol // in the order of the text
	Calls    []Call
	Imports  []Import
	Branches []Branch
	Names    []Name
}

// A Symbol is something that has a name which others use.
type Symbol struct {
	Name string
	// Kind is function, method, class, interface, type, enum, variable or module. What has
	// fields is a class, also where a language calls it struct; a trait is an interface.
	Kind       string
	Parent     string // the class or type that it stands in, "" for none
	Line, Stop int    // the first and the last
	Signature  string // as it is written, on one line, without the body
	Params     []string
	Returns    string
	Doc        string // the first paragraph of what is said of it, at most 400 characters
}

// A Call is a place where something is called.
type Call struct {
	Line   int
	Caller string // the innermost symbol around it, "" at the top of the file
	Callee string // the last name of what is called
}

// An Import is a name that comes from elsewhere: all of a module where Name is "".
type Import struct {
	Line                int
	Module, Name, Alias string
}

// A Branch is where a function may go more than one way: if, for, while, case, catch, and,
// or.
type Branch struct {
	Symbol     int // of Symbols
	Line, Stop int
	Kind       string
}

// A Name is an identifier in a function.
type Name struct {
	Symbol int // of Symbols
	Name   string
	Line   int
	Writes bool // it is assigned there
}
