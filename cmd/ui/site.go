package ui

import (
	"bytes"
	"fmt"
	"html/template"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

// A Site is the rules' part of the pages as files that link to one another: by the same
// templates, without scripts, and without what only a log knows. Files are named as seen
// from where the folder of the rules lies, so that it says nothing of the machine it was
// made on.
type Site struct {
	Title string
	Look  *Look
	Here  string // the folder from which findings name files

	pages map[string]string // of rule files, by the file
}

// Files returns the files of the site by their paths, with slashes: index.html, guide.html, a
// page for each rule file, and what they look like.
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
		source, err := read(file)
		if site.pages[file] == "" || err != nil {
			continue // a finding may be about a file that isn't there
		}
		if err := write(all, site.pages[file], "source", s.sourceOf(site.Look, file, source)); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"assets/style.css", "assets/icon.svg"} {
		data, err := assets.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all[name] = data
	}
	return all, nil
}

func write(to map[string][]byte, name, page string, data any) error {
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, page, data)
	to[name] = b.Bytes()
	return err
}

// odd is what names of pages have none of.
var odd = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// name gives each rule file a page.
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

// named returns the name of a file or a layer: of a pack by the pack's name, else from the
// folder that its layer lies in.
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
