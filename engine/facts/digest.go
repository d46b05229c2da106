package facts

import (
	"errors"
	"fmt"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/entries"
	"bcrules.dev/engine/files"
)

var digest = engine.Fact{
	Doc: `a summary of a file of JSON lines: the texts of its entries, each once, a line for each kind; empty if the first 64 MB have none
Options: kind and text, the names of these fields of an entry; kinds, those to include,
gravest first (an entry without a kind has the last); items, how many of each kind; tight,
how many of each kind if more would exceed the budget; chars, the most of an item; same,
how many characters distinguish two texts (100); tokens, the budget (four characters each);
head, a first line.`,
	Params:  "path, options",
	Reads:   "path",
	Options: []string{"kind", "text", "kinds", "items", "tight", "chars", "same", "tokens", "head"},
	Ask:     engine.Func2[string, map[string]any, string](digested),
}

func digested(c *engine.Call, name string, options map[string]any) (string, error) {
	var of struct {
		entries.Brief
		Kind, Text string
		Same       int
	}
	err := engine.Into(options, &of)
	if err == nil && of.Text == "" {
		err = errors.New("found no text, want the field of an entry that is its text")
	}
	if err != nil {
		return "", fmt.Errorf("options of digest: %w", err)
	}
	if name == "" || len(of.Kinds) == 0 {
		return "", nil
	}
	p, err := c.Host.Place(name)
	if err != nil {
		return "", err
	}
	form := entries.Form{Kind: of.Kind, Text: of.Text, Usual: of.Kinds[len(of.Kinds)-1], Same: of.Same}
	var scan entries.Scan
	text := of.Write(func(yield func(entries.Entry) bool) { scan, err = form.At(p, yield) })
	if scan.Skipped > 0 {
		c.Warn(fmt.Sprintf("%s: %d lines that hold no entry are left out", strings.TrimPrefix(name, "./"), scan.Skipped))
	}
	if scan.Cut {
		c.Warn(fmt.Sprintf("%s: found a file over %d MB, want it compacted; the rest is left out", strings.TrimPrefix(name, "./"), files.MaxRead>>20))
	}
	return text, err
}
