package main

import "github.com/rogpeppe/go-internal/testscript"

// typed needs a pseudo-terminal, and Windows has none.
func typed(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no pseudo-terminals here") }

// seen needs one as well.
func seen(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no pseudo-terminals here") }
