package main

import "github.com/rogpeppe/go-internal/testscript"

// typed needs a pseudo-terminal, which there is none of on Windows.
func typed(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no pseudo-terminals here") }

// seen needs one as well.
func seen(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no pseudo-terminals here") }
