package test

import (
	"path/filepath"
	"strings"
	"time"

	"bcrules.dev/schema"
	"bcrules.dev/schema/test/sandbox"

	"cuelang.org/go/cue"
)

// before reads the files of a step.
func before(n schema.Node) []sandbox.File {
	var all []sandbox.File
	for name, n := range n.Members() {
		f := sandbox.File{Path: name}
		checkPath(name, n)
		switch kind := n.IncompleteKind(); kind {
		case cue.NullKind:
			f.Gone = true
		case cue.StringKind:
			schema.Read(n, &f.Text)
		case cue.StructKind:
			if n.Is("#File") {
				file(&f, n)
			}
		default:
			n.Faultf(schema.CheckForm, "%s: found %s, want a text, {…} or null", name, kind)
		}
		all = append(all, f)
	}
	return all
}

// file reads a file described by more than its text.
func file(f *sandbox.File, n schema.Node) {
	is := 0
	for name, n := range n.Members() {
		is++
		switch name {
		case "text":
			schema.Read(n, &f.Text)
		case "json":
			f.Text = string(n.JSON())
		case "lines":
			for _, line := range n.Items() {
				f.Text += string(line.JSON()) + "\n"
			}
		case "dir":
			f.Dir = true
		case "link":
			schema.Read(n, &f.Link)
		case "age":
			is--
			text, _ := n.String()
			var err error
			if f.Age, err = time.ParseDuration(text); err != nil {
				n.Faultf(schema.CheckForm, "found %q, want a duration such as 24h, 90m or 60s", text)
			}
		case "mode":
			is--
			schema.Read(n, &f.Mode)
		}
	}
	if is != 1 {
		n.Faultf(schema.CheckForm, "%s: found %d of text, json, lines, dir and link, want one", f.Path, is)
	}
}

// checkPath notes a path outside the project and the home folder.
func checkPath(name string, n schema.Node) {
	if !filepath.IsLocal(strings.TrimPrefix(name, "~/")) {
		n.Report().Faultf(n.Label(), schema.CheckForm, "found path %q, want one in the project, or in the home folder from ~/ on", name)
	}
}
