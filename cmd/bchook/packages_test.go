package main

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Every linked package is initialised in each hook's process, and most are linked because of
// another one. So the test lists what bchook links, without the internal packages of the standard
// library.
func TestPackages(t *testing.T) {
	const golden = "testdata/packages.txt"
	cmd := exec.Command("go", "list", "-deps", ".")
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages []string
	for pkg := range strings.Lines(string(out)) {
		std := !strings.Contains(strings.Split(pkg, "/")[0], ".")
		if hidden := strings.HasPrefix(pkg, "internal/") || strings.Contains(pkg, "/internal/") || strings.HasPrefix(pkg, "vendor/"); !std || !hidden {
			packages = append(packages, pkg)
		}
	}
	slices.Sort(packages)
	got := strings.Join(packages, "")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(got) {
		if !strings.Contains("\n"+string(want), "\n"+line) {
			t.Errorf("links %sbeside what %s has", line, golden)
		}
	}
	for line := range strings.Lines(string(want)) {
		if !slices.Contains(packages, line) {
			t.Errorf("doesn't link %sany more, which %s has", line, golden)
		}
	}
}

// A hook does one thing after another, and wakes no second thread for it (package single).
func TestSingle(t *testing.T) {
	if n := runtime.GOMAXPROCS(0); n != 1 {
		t.Errorf("found %d processors taken, want 1", n)
	}
}
