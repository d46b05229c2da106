package main

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema/test"
)

// The example in test's help text runs.
func TestHelpOfTest(t *testing.T) {
	const indent = "   "
	dir, lines := t.TempDir(), strings.Split(testHelp, "\n")
	var blocks []string
	for i, line := range lines {
		if line != indent+"package rules" {
			continue
		}
		var block []string
		for _, l := range lines[i:] {
			if l != "" && !strings.HasPrefix(l, indent) {
				break
			}
			block = append(block, strings.TrimPrefix(l, indent))
		}
		blocks = append(blocks, strings.Join(block, "\n"))
	}
	if len(blocks) != 2 {
		t.Fatalf("found %d files in the text, want rules and their tests", len(blocks))
	}
	for i, name := range []string{"rules.cue", "push_test.cue"} {
		put(t, filepath.Join(dir, name), blocks[i])
	}
	s := compile.Schema()
	set, err := test.Read(s, dir)
	if err != nil {
		t.Fatal(err)
	}
	rep := compile.Runner().Run(set)
	if len(rep.Results) != 2 || rep.Failed() > 0 || rep.Cover.Fired() != 1 {
		t.Errorf("%d tests, %d failed, %d rules fired; want 2, none, 1", len(rep.Results), rep.Failed(), rep.Cover.Fired())
	}
}

// Each help text fits a terminal of 80 columns, and --help and help show it.
func TestHelpFits(t *testing.T) {
	all := [][]string{nil, {"new", "hook"}}
	for _, command := range app().Commands {
		if !command.Hidden {
			all = append(all, []string{command.Name})
		}
	}
	for _, words := range all {
		var texts [2]string
		for i, line := range [][]string{slices.Concat([]string{"help"}, words), slices.Concat(words, []string{"--help"})} {
			a := app()
			var out bytes.Buffer
			a.Writer, a.ErrWriter = &out, io.Discard
			if err := a.Run(flagsFirst(a.Commands, slices.Concat([]string{"bcrules"}, line))); err != nil || out.Len() == 0 {
				t.Fatalf("%q: %v, %d bytes", line, err, out.Len())
			}
			texts[i] = out.String()
		}
		if texts[0] != texts[1] {
			t.Errorf("%q: help shows\n%s\nand --help\n%s", words, texts[0], texts[1])
		}
		for line := range strings.Lines(show.Screen{Width: 80}.Help(texts[0])) {
			if n := utf8.RuneCountInString(line) - 1; n > 80 {
				t.Errorf("help of %q: %d columns: %s", words, n, line)
			}
		}
	}
}

// For any command a wrong command line has the exit code in the help texts, and nothing on stdout
// that an agent could take for an answer.
func TestExitCodeOfHelp(t *testing.T) {
	for _, command := range app().Commands {
		_, codes, told := strings.Cut(command.Description, "Exit code ")
		if told && !strings.Contains(strings.ReplaceAll(codes, "\n", " "), "wrong command line; 2:") {
			t.Errorf("%s: help says exit codes %q, want among them that of a wrong command line", command.Name, codes)
		}
		if command.SkipFlagParsing {
			continue
		}
		a := app()
		var out bytes.Buffer
		a.Writer, a.ErrWriter = &out, io.Discard
		err := a.Run(flagsFirst(a.Commands, []string{"bcrules", command.Name, "surplus", "--nosuch"}))
		if err != exitCode(exitFaults) {
			t.Errorf("%s surplus --nosuch: %v, want exit code %d", command.Name, err, exitFaults)
		}
		if text := out.String(); text != "" {
			t.Errorf("%s surplus --nosuch: it wrote %q", command.Name, text)
		}
	}
}
