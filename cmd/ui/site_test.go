package ui

import (
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers"
)

// siteRules have a name that a page must not take for markup, a fault that vet finds, and a hook of
// a pack.
const siteRules = `package rules

import "bcrules.dev/packs/brewcode"

packs: "brewcode": brewcode

hooks: "<img onerror>": {
	doc:   "<b>No</b> pushes."
	on:    ["PreToolUse", "PostToolUse"]
	match: "Bash"
	rules: [{id: "a\"><script>", doc: "<i>x</i>", when: "event.tool_input.command == 'x' && false", do: inject: "<script>no</script>"}]
}
`

var (
	reference = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	markup    = regexp.MustCompile(`<(img|script|i|b>No)\b`)
)

// Each link of the pages leads to one of the files, and to an existing place in it. No page has a
// script or markup from the rules, or names a folder of this machine.
func TestSite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop", ".claude", "bcrules")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a b.cue"), []byte(siteRules), 0o644); err != nil {
		t.Fatal(err)
	}
	look, err := Looker{Here: t.TempDir(), Given: true, Stderr: io.Discard}.Look(layers.Set{Layers: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	site := Site{Title: "Rules", Look: look, Here: t.TempDir()}
	files, err := site.Files()
	if err != nil {
		t.Fatal(err)
	}
	pages, links := 0, 0
	for name, data := range files {
		text := string(data)
		if filepath.Ext(name) != ".html" {
			continue
		}
		pages++
		if found := markup.FindString(text); found != "" {
			t.Errorf("%s: found %s as markup", name, found)
		}
		if strings.Contains(text, filepath.Dir(dir)) || strings.Contains(text, "vscode:") {
			t.Errorf("%s: found the folder of this machine", name)
		}
		for _, ref := range reference.FindAllStringSubmatch(text, -1) {
			links++
			to, err := url.Parse(strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(ref[1]))
			if err != nil || to.IsAbs() || strings.HasPrefix(to.Path, "/") || to.RawQuery != "" {
				t.Errorf("%s: found a link to %q, want a file beside it", name, ref[1])
				continue
			}
			on := files[name]
			if to.Path != "" {
				on = files[to.Path]
			}
			if on == nil || to.Fragment != "" && to.Fragment != "main" && !strings.Contains(string(on), `id="`+strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(to.Fragment)+`"`) {
				t.Errorf("%s: found no place for the link to %q", name, ref[1])
			}
		}
	}
	if index := string(files["index.html"]); pages < 5 || links < 50 || !strings.Contains(index, "&lt;img onerror&gt;") || !strings.Contains(index, `class="caret"`) {
		t.Errorf("found %d pages, %d links, and\n%s", pages, links, index)
	}
}
