// Package code finds what a source file contains: symbols, calls, imports, branches and names.
//
//	text ─┬─ golang.go: go/parser ──────────────┐
//	      └─ a grammar and queries/*.scm ─ sitter ┴─► matches ─ assemble.go ─► File
//
// A language is a stanza in languages.go and a query, whose captures say what a part of the text
// is:
//
//	@function @class @interface @type @enum @variable @module   a symbol, as a whole, with
//	@name @body                          its name, and the part that its signature ends before
//	@scope                               no symbol, but its name is the parent of those in it
//	@param @returns @doc                 of the symbol that they are in
//	@comment @attribute                  above a symbol; an attribute may be between
//	@call                                the last part of the name of what is called
//	@element                             the same, if it begins with a capital
//	@import.module .name .alias          of an import
//	@if @for @while @case @catch @and @or  a branch
//	@use @write @member                  a name; one that is assigned; one that isn't a variable
//	@is.WORD                             the match counts only if this is WORD
//
// The rest is the same for all languages: a function in a class is a method with the class as its
// parent, a variable in a function isn't the file's, the caller is the innermost symbol. Go is
// parsed by go/parser, which is always available and faster; it yields the same captures.
package code
