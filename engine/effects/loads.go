package effects

import (
	"slices"

	"bcrules.dev/engine/effects/programs"
)

// loads runs the files that a program loads, if the call has written them. Their functions are
// called by what loads them.
func (c act) loads() {
	if len(c.sh.files) == 0 {
		return
	}
	for _, l := range c.Loads() {
		c.load(l)
	}
}

// load runs the files that a program loads under a name, unless they are being loaded already.
func (c act) load(l programs.Load) {
	name, known := c.Site(c.site()).Absolute(l.Name)
	if !known {
		return
	}
	for _, path := range c.sh.matching(name) {
		key := "load " + path
		if slices.Contains(c.sh.running, key) {
			continue
		}
		c.sh.running = append(c.sh.running, key)
		file := word{Text: path, Known: true}
		if path == name {
			file = l.Name
		}
		c.loaded(l.Run, file, path)
		c.sh.running = c.sh.running[:len(c.sh.running)-1]
	}
}

// loaded runs a file that a program loads.
func (c act) loaded(r programs.Run, file word, path string) {
	c.f = c.f.called()
	if r.Words = programs.Loading(file); r.Words != nil {
		c.run(r)
		return
	}
	for _, text := range c.sh.files[path] {
		if code, ok := programs.Held(path, text.Word); ok {
			r.Code = code
			c.run(r)
		}
	}
}
