package main

import (
	_ "embed"
	"fmt"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/vet"

	"golang.org/x/tools/txtar"
)

// checksPage has an example for each check of vet: rules in which it finds something
// (CHECK/rules.cue) and how to write them (CHECK/right.cue), without the package clause.
//
//go:embed checks.txtar
var checksPage string

// wordsPage explains the terms of bcrules.
//
//go:embed words.txt
var wordsPage string

// editorsPage says how to set up editors for "bcrules lsp".
//
//go:embed editors.txt
var editorsPage string

// organisationPage is about the rules of the machine's administrator.
//
//go:embed organisation.txt
var organisationPage string

// pageNames are the pages of help that aren't about a command.
var pageNames = []string{"rules", "words", "editors", "organisation"}

// helpPage returns a page of help that isn't about a command, "" if there is none.
func helpPage(name string) string {
	switch name {
	case "rules":
		return schema.Language()
	case "words":
		return wordsPage
	case "editors":
		return editorsPage
	case "organisation":
		return organisationPage
	}
	return checkPage(name)
}

// checkPage returns the page of help on a check, "" if there is none of that name.
func checkPage(name string) string {
	for _, c := range vet.Checks() {
		if c.Name != name {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s, a check of bcrules vet: %s.\n", c.Name, c.Doc)
		for _, f := range txtar.Parse([]byte(checksPage)).Files {
			switch f.Name {
			case name + "/rules.cue":
				fmt.Fprintf(&b, "\nIt is said of\n\n%s", indented(string(f.Data)))
			case name + "/right.cue":
				fmt.Fprintf(&b, "\nand not of\n\n%s", indented(string(f.Data)))
			}
		}
		return b.String()
	}
	return ""
}

// checkNames returns the names of the checks.
func checkNames() (names []string) {
	for _, c := range vet.Checks() {
		names = append(names, c.Name)
	}
	return names
}

// otherWords maps what other programs, or people, call a command to its name.
var otherWords = map[string]string{
	"lint": "vet", "check": "vet", "validate": "vet", "verify": "vet",
	"run": "hook", "eval": "explain", "why": "explain", "debug": "explain",
	"packs": "init", "install": "init", "setup": "init", "add": "init", "enable": "init", "remove": "uninstall", "disable": "uninstall",
	"allow": "except", "ignore": "except", "exempt": "except", "bypass": "lift", "suspend": "lift", "approve": "trust",
	"ls": "list", "rules": "list", "show": "docs", "reference": "docs", "logs": "log", "history": "log", "status": "doctor", "health": "doctor",
}
