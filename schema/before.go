package schema

import (
	"path/filepath"
	"strings"
	"time"

	"bcrules.dev/schema/test/sandbox"

	"cuelang.org/go/cue"
)

// before reads the files that are made.
func (c *compiler) before(v cue.Value) []sandbox.File {
	var all []sandbox.File
	each(v, func(name string, v cue.Value) error {
		f := sandbox.File{Path: name}
		c.local(name, v)
		switch kind := v.IncompleteKind(); kind {
		case cue.NullKind:
			f.Gone = true
		case cue.StringKind:
			given(c, v, &f.Text)
		case cue.StructKind:
			if c.checked(v, c.def("#File")) {
				c.file(&f, v)
			}
		default:
			c.faultf(checkForm, placeOf(v), "%s: found %s, want a text, {…} or null", name, kind)
		}
		all = append(all, f)
		return nil
	})
	return all
}

func (c *compiler) file(f *sandbox.File, v cue.Value) {
	is := 0
	each(v, func(name string, v cue.Value) error {
		is++
		switch name {
		case "text":
			given(c, v, &f.Text)
		case "json":
			f.Text = c.json(v)
		case "lines":
			for _, line := range items(v) {
				f.Text += c.json(line) + "\n"
			}
		case "dir":
			f.Dir = true
		case "link":
			given(c, v, &f.Link)
		case "age":
			is--
			text, _ := v.String()
			var err error
			if f.Age, err = time.ParseDuration(text); err != nil {
				c.faultf(checkForm, placeOf(v), "found %q, want a duration such as 24h, 90m or 60s", text)
			}
		case "mode":
			is--
			given(c, v, &f.Mode)
		}
		return nil
	})
	if is != 1 {
		c.faultf(checkForm, placeOf(v), "%s: found %d of text, json, lines, dir and link, want one", f.Path, is)
	}
}

func (c *compiler) json(v cue.Value) string {
	data, err := v.MarshalJSON()
	if err != nil {
		c.incomplete(v, err)
	}
	return string(data)
}

// local notes a path that lies neither in the project nor in the home folder.
func (c *compiler) local(name string, v cue.Value) {
	if !filepath.IsLocal(strings.TrimPrefix(name, "~/")) {
		c.faultf(checkForm, place(posOf(v)), "found path %q, want one in the project, or in the home folder from ~/ on", name)
	}
}
