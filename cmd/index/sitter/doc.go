// Package sitter queries texts with tree-sitter's own grammars, as npm publishes them. They are
// WebAssembly, which wazero compiles once and caches in a folder.
//
//	runtime's module (web-tree-sitter) ─┬─ machine.go ─► Machine
//	a language's module ────────────────┘     │ glue.go: what joins the two
//	a query ─► Machine.Language ─► Language.Matches(text) ─► captures by name, from, to
//
// The modules are made for a dynamic loader, which in a browser is JavaScript: they share one
// memory and one table of functions, of which each gets a part. Here glue.go writes a small module
// for each that provides these and its imports from the others.
//
// A machine is used by one goroutine at a time. A text that takes too long or too much memory is an
// error; if Broken then says so, the machine can't be used any more.
package sitter
