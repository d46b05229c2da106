package effects

import "bcrules.dev/engine/effects/programs"

// A Thing is what is changed and is no file.
type Thing = programs.Thing

// changes adds the packages and processes that a command changes. A process that is known
// by a number is one of those that what found the number was asked for.
func (fs *findings) changes(s started, t programs.Touched) {
	if len(t.Packages)+len(t.Processes) == 0 {
		return
	}
	thing := Thing{By: s.around.By, Host: s.around.Host}
	put := func(is, name string) {
		thing.Is, thing.Name = is, name
		add(fs, &fs.Things, []Thing{thing}, func(t Thing) string {
			return "thing " + t.Is + "\x00" + t.By + "\x00" + t.Host + "\x00" + unnumbered(t.Name)
		})
	}
	for _, w := range t.Packages {
		put("package", w.Text)
	}
	for _, w := range t.Processes {
		put("process", w.Text)
		for _, i := range w.From {
			if i < 0 {
				continue
			}
			for _, name := range fs.Commands[i].Operands {
				put("process", name)
			}
			for _, name := range fs.Commands[i].Options {
				put("process", name)
			}
		}
	}
}
