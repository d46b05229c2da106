// Command release makes what goreleaser doesn't: "make release".
//
//	release sbom BINARY DOCUMENT   the modules a binary is made of, as CycloneDX
//	release npm DIST               packages of npm, in DIST/npm
//
//	.goreleaser.yaml ── builds ──► dist: binaries ─┬─► archives, .deb, .rpm, checksums
//	                                               ├─► sbom.go ──► *.cdx.json
//	                                               └─► npm.go, npm/ ──► npm/*.tgz
//
// An npm package for each platform holds its binaries. People name the package bcrules, which has
// these as optional dependencies: npm takes the one that fits, and bcrules starts the programs in
// it (npm/run.js). None runs a script when it is installed. Whoever publishes a release does "npm
// publish" of each, bcrules last.
//
// The tests here install the packages in dist, as users do, into folders of their own, and run
// them: "make installed", after "make release". They are no part of "make test".
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "sbom":
		return writeSBOM(args[1], args[2])
	case len(args) == 2 && args[0] == "npm":
		return writePackages(args[1])
	}
	return fmt.Errorf("found %q, want sbom BINARY DOCUMENT or npm DIST", args)
}
