package effects

import (
	"maps"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// findings collects what is found of a call, each thing once, within limits.
type findings struct {
	Effects
	effort
	kinds   map[string]*kind      // of commands, files and hosts, once there are many
	made    map[syntax.Node][]int // commands, by the code that made them
	links   []link
	fetched []int             // commands that contact hosts
	dots    map[string]string // see programs.Site
	copied  []programs.Link   // copies of files
	partial []string          // code that was read, with unknown parts
}

// An effort is the work that an analysis may still do.
type effort struct {
	steps int // left
	began time.Time
	room  int // left for parsing
}

func allowed() findings {
	return findings{effort: effort{steps: maxSteps, room: maxParsing, began: time.Now()}}
}

// step takes a step of work, and reports whether there was room for it.
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

// bound ends the analysis, because a limit was reached.
func (fs *findings) bound(text string) {
	fs.steps = 0
	fs.partly(text)
}

// partly notes that something was too large to be read whole.
func (fs *findings) partly(text string) {
	if !slices.ContainsFunc(fs.Unknown, func(u Unknown) bool { return u.What == "bound" }) {
		fs.Unknown = append(fs.Unknown, Unknown{What: "bound", Text: cut(text)})
	}
}

// add appends what is not there yet, within limits.
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

// unknown records a part that could not be analysed.
func (fs *findings) unknown(what, text, by string) {
	u := Unknown{What: what, Text: cut(text), By: by}
	if len(fs.Unknown) < maxList && !slices.Contains(fs.Unknown, u) {
		fs.Unknown = append(fs.Unknown, u)
	}
}

// cut returns the first line of a text, shortened to fit a line.
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

// A Thing is something that is changed and isn't a file.
type Thing = programs.Thing

// changes records the packages and processes that a command changes. If another command found a
// process's number, the names that this command was given count too.
func (fs *findings) changes(s started, t programs.Touched) {
	if len(t.Packages)+len(t.Processes)+len(t.Patterns) == 0 {
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
		thing.Whole = w.From == nil
		put("process", w.Text)
	}
	thing.Whole = false
	for _, w := range t.Patterns {
		put("process", w.Text)
	}
	for _, w := range slices.Concat(t.Processes, t.Patterns) {
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

// called records a call once. If many calls differ only in numbers it keeps a few, as with
// commands, because every rule asks about each.
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
