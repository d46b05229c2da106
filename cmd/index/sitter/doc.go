// Package sitter queries texts with tree-sitter's own grammars, as npm publishes them. They are
// WebAssembly, which wazero compiles once and caches in a folder.
//
//	runtime's module (web-tree-sitter) ─┬─ machine.go ─► Machine
//	a language's module ────────────────┘     │ glue.go: joins the two
//	a query ─► Machine.Language ─► Language.Matches(text) ─► captures by name, from, to
//
// The modules are made for a dynamic loader, which in a browser is JavaScript. They share one
// memory and one table of functions; each gets a part of both. Here glue.go writes a small module
// for each that provides these, and its imports from the others.
//
// A machine is used by one goroutine at a time. A text that takes too much time or memory is an
// error; if Broken says so then, the machine can't be used any more.
package sitter
