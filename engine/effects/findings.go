package effects

import (
	"maps"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// findings are what is found of a call, each thing once, as far as there is room.
type findings struct {
	Effects
	effort
	kinds   map[string]*kind      // of commands, files and hosts, once there are many
	made    map[syntax.Node][]int // commands by the words that made them
	links   []link
	fetched []int             // commands that talk to hosts
	dots    map[string]string // see programs.Site
	copied  []programs.Link   // copies, of what is copied
	partial []string          // code that was read and of which some is not known
}

// An effort is what an analysis may still cost.
type effort struct {
	steps int // that are left
	began time.Time
	room  int // for parsing that is left
}

func allowed() findings {
	return findings{effort: effort{steps: maxSteps, room: maxParsing, began: time.Now()}}
}

// step reports whether there is room for one more step.
func (fs *findings) step(f *frame) bool {
	if fs.steps%256 == 0 && time.Since(fs.began) > lastResort {
		fs.steps = 0
	}
	if fs.steps <= 0 || f.depth > maxDepth {
		fs.bound(f.code)
		return false
	}
	fs.steps--
	return true
}

// bound ends the analysis, because there is too much of something.
func (fs *findings) bound(text string) {
	fs.steps = 0
	fs.partly(text)
}

// partly notes that not all of something was looked at, because there is too much.
func (fs *findings) partly(text string) {
	if !slices.ContainsFunc(fs.Unknown, func(u Unknown) bool { return u.What == "bound" }) {
		fs.Unknown = append(fs.Unknown, Unknown{What: "bound", Text: cut(text)})
	}
}

// add adds what is not there yet, as far as there is room.
func add[T comparable](fs *findings, to *[]T, more []T, key func(T) string) {
	for _, m := range more {
		if slices.Contains(*to, m) {
			continue
		}
		if _, over := fs.kind(len(*to), func() string { return key(m) }); over {
			continue
		}
		if len(*to) >= maxList {
			fs.bound("")
			return
		}
		*to = append(*to, m)
	}
}

// unknown notes a part that could not be analysed.
func (fs *findings) unknown(what, text, by string) {
	u := Unknown{What: what, Text: cut(text), By: by}
	if len(fs.Unknown) < maxList && !slices.Contains(fs.Unknown, u) {
		fs.Unknown = append(fs.Unknown, u)
	}
}

// cut returns the first line of a text, and of that as much as fits a line.
func cut(text string) string {
	const width = 100
	text = strings.TrimSpace(text)
	line, _, more := strings.Cut(text, "\n")
	if len(line) > width {
		line, more = strings.ToValidUTF8(line[:width], ""), true
	}
	if more {
		line += "…"
	}
	return line
}

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
			for _, name := range slices.Sorted(maps.Values(fs.Commands[i].Options)) {
				put("process", name)
			}
		}
	}
}

// called adds a call that is not there yet. Of those that differ in numbers only, a few stand
// for all where there are many, as of commands: each is asked about by every rule.
func (fs *findings) called(c Called) {
	text := "call " + c.By + "\x00" + c.Name + "\x00" + strings.Join(c.Args, "\x00")
	if fs.kinds[text] != nil {
		return
	}
	if _, over := fs.kind(len(fs.Calls), func() string { return unnumbered(text) + "\x00" }); over {
		return
	}
	if len(fs.Calls) >= maxCalls {
		fs.partly("")
		return
	}
	fs.keep(text, &kind{})
	fs.Calls = append(fs.Calls, c)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
