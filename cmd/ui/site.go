package ui

import (
	"bytes"
	"fmt"
	"html/template"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"bcrules.dev/cmd/show"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

// A Site is the rules' part of the pages as linked files: from the same templates, without scripts
// and log data. Files are named relative to the parent of the rule folder, so that the site reveals
// nothing about the machine it was made on.
type Site struct {
	Title string
	Look  *Look
	Here  string // the folder that findings name files from

	pages map[string]string // pages of rule files, by file
}

// Files returns the site's files by slash-separated path: index.html, guide.html, a page for each
// rule file, and their style.
func (site *Site) Files() (map[string][]byte, error) {
	s := &Server{Here: site.Here, site: site}
	look := *site.Look
	look.Layers = nil
	for _, layer := range site.Look.Layers {
		look.Layers = append(look.Layers, site.named(layer))
	}
	sources := s.files(site.Look)
	site.name(sources)
	p := s.rulesPage(&look, "", "")
	p.Title = site.Title
	all := map[string][]byte{}
	if err := write(all, "index.html", "rules", p); err != nil {
		return nil, err
	}
	if err := write(all, "guide.html", "guide", s.guide()); err != nil {
		return nil, err
	}
	for _, file := range sources {
		source, err := show.Source(file)
		if site.pages[file] == "" || err != nil {
			continue // a finding may be about a missing file
		}
		if err := write(all, site.pages[file], "source", s.sourceOf(site.Look, file, source)); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"assets/style.css", "assets/icon.svg"} {
		all[name] = rules.Shipped(assets.ReadFile(name))
	}
	return all, nil
}

func write(to map[string][]byte, name, page string, data any) error {
	var b bytes.Buffer
	err := templates().ExecuteTemplate(&b, page, data)
	to[name] = b.Bytes()
	return err
}

// odd matches characters that the names of pages can't contain.
var odd = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// name assigns each rule file a page.
func (site *Site) name(files []string) {
	site.pages = map[string]string{}
	taken := map[string]bool{}
	for _, file := range files {
		if file == "" {
			continue
		}
		stem := "rules-" + strings.Trim(odd.ReplaceAllString(site.named(file), "-"), "-")
		name := stem + ".html"
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s-%d.html", stem, n)
		}
		taken[strings.ToLower(name)] = true
		site.pages[file] = name
	}
}

// named returns the name of a file or layer: for a pack its name, else the path relative to the
// parent of its layer.
func (site *Site) named(file string) string {
	if pack, ok := strings.CutPrefix(file, rules.Path+"/"); ok {
		return pack
	}
	for _, layer := range site.Look.Layers {
		if as := schema.Display(file, filepath.Dir(layer)); file == layer || as != file {
			return as
		}
	}
	return path.Base(filepath.ToSlash(file))
}

func (site *Site) placeOf(file string, line int) place {
	p := place{Text: site.named(file), Source: template.URL(site.pages[file])}
	if line > 0 {
		p.Text += fmt.Sprintf(":%d", line)
		if p.Source != "" {
			p.Source += template.URL(fmt.Sprintf("#L%d", line))
		}
	}
	return p
}
