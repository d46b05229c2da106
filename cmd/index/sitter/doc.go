// Package sitter asks tree-sitter's own grammars, as npm publishes them, what a text has
// at which place. They are WebAssembly, which wazero compiles once and keeps in a folder.
//
//	runtime's module (web-tree-sitter) ─┬─ machine.go ─► Machine
//	a language's module ────────────────┘     │ glue.go: what joins the two
//	a query ─► Machine.Language ─► Language.Matches(text) ─► captures by name, from, to
//
// The modules are made to be joined by a loader, which in a browser is JavaScript: they
// have one memory and one table of functions, and each gets a part of both. Here glue.go
// writes a small module for each that gives it these and what it wants of the others.
//
// A machine is used by one goroutine at a time. What a text does to it (no end within the
// time, no more memory) ends with an error, and the machine is of no use after one that
// Broken tells of.
package sitter
