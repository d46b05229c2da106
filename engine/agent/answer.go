package agent

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// Takes reports whether the agent reads an output, written as by engine.Part.String, of an answer
// to the event.
func (c *Call) Takes(output string) bool {
	name, _, _ := strings.Cut(output, "=")
	return c.Says(output) != nil || c.Says(name) != nil
}

// TakenAs returns the output that the agent takes for one: the same, another, or "" if the agent
// doesn't read it. At an event that isn't known to be the agent's, every output is taken as it is:
// the exit code refuses.
func (c *Call) TakenAs(output string) string {
	name, _, _ := strings.Cut(output, "=")
	s := cmp.Or(c.Says(output), c.Says(name))
	switch {
	case c.event == nil || s != nil && s.Output == name:
		return output
	case s == nil:
		return ""
	}
	return s.Output
}

// Answer translates an answer to the agent's vocabulary. It leaves out what the agent doesn't read,
// except the refusal of an event that isn't known to be the agent's: that uses the exit code, with
// the reason on stderr. Said is then what is in the answer, and Unsaid what was left out.
func (c *Call) Answer(a engine.Answer) engine.Answer {
	if c.event == nil && a.Refused {
		a.Stdout, a.Plain = []byte(c.agent.Silent), false
		return a
	}
	w, used := writing{call: c}, a.Said
	said := c.said(a.Parts)
	a.Said, a.Unsaid = nil, slices.Clone(used)
	for _, s := range said {
		if slices.ContainsFunc(said, func(other spoken) bool {
			return slices.Contains(s.say.Unless, other.say.Output)
		}) || !w.write(s) {
			continue
		}
		for _, p := range s.of {
			if !slices.Contains(used, p.String()) { // a notice isn't an output of rules
				continue
			}
			if name := s.say.name(p); !slices.Contains(a.Said, name) {
				a.Said = append(a.Said, name)
			}
			a.Unsaid = slices.DeleteFunc(a.Unsaid, func(name string) bool { return name == p.String() })
		}
	}
	a.Stdout, a.Plain, a.Exit, a.Stderr = []byte(c.agent.Silent), false, w.exit, strings.Join(w.stderr, "\n")
	switch {
	case w.any:
		a.Stdout = append(w.root.Encode(), '\n')
	case w.plain != "":
		a.Stdout, a.Plain = []byte(w.plain+"\n"), true
	}
	return a
}

// Unread returns the outputs of an answer that the agent doesn't read at the event, or that can't be
// expressed for it.
func (c *Call) Unread(parts []engine.Part) (names []string) {
	w, said := writing{call: c}, c.said(parts)
	for _, p := range parts {
		s := c.event.way(p.String())
		if s == nil {
			s = c.event.way(p.Output)
		}
		i := slices.IndexFunc(said, func(o spoken) bool { return o.say == s })
		if i < 0 || p.Change && w.value(said[i], "") == nil {
			names = append(names, p.String())
		}
	}
	return names
}

// A spoken is a part of the answer, with how it is said.
type spoken struct {
	say  *Say
	part engine.Part
	also []engine.Part // changes of the further calls
	of   []engine.Part // all parts that it is made of
}

// said returns the parts that the agent reads. Parts that are said in the same way become one.
func (c *Call) said(parts []engine.Part) []spoken {
	var all []spoken
	for _, p := range parts {
		s := c.event.way(p.String())
		if s == nil {
			s = c.event.way(p.Output)
		}
		if s == nil {
			continue
		}
		if p.Instead != "" && s.name(p) != p.String() {
			p.Text = p.Instead
		}
		i := slices.IndexFunc(all, func(o spoken) bool { return o.say == s })
		if i < 0 {
			all = append(all, spoken{say: s, part: p, of: []engine.Part{p}})
			continue
		}
		all[i].of = append(all[i].of, p)
		if p.Change {
			all[i].also = append(all[i].also, p)
		} else if p.Text != "" {
			all[i].part.Text = strings.TrimPrefix(all[i].part.Text+"\n"+p.Text, "\n")
		}
	}
	return all
}

// Says returns how an output, or the one that replaces it, is said at the event; nil if the agent
// doesn't read it.
func (c *Call) Says(output string) *Say { return c.event.way(output) }

// way returns how an output, or the one that replaces it, is said; nil if it isn't.
func (e *Event) way(output string) *Say {
	if e == nil {
		return nil
	}
	s := e.Way(output)
	for range e.Says {
		if s == nil || s.As == "" {
			return s
		}
		s = e.Way(s.As)
	}
	return nil
}

// Way returns the entry of an output itself, even if another replaces it; nil if there is none.
func (e *Event) Way(output string) *Say {
	for i := range e.Says {
		if e.Says[i].Output == output {
			return &e.Says[i]
		}
	}
	return nil
}

// name returns the name of a part in the answer: its own, or that of the output that replaces it.
func (s *Say) name(p engine.Part) string {
	if s.Output == p.Output {
		return p.String()
	}
	return s.Output
}

type writing struct {
	call   *Call
	root   files.Object
	any    bool   // the object isn't empty
	plain  string // text instead of the object
	stderr []string
	exit   int
}

// write writes a part to the answer, and reports whether it did.
func (w *writing) write(s spoken) bool {
	text := cmp.Or(s.part.Text, s.say.Blank)
	if s.say.Max > 0 {
		text = engine.First(text, s.say.Max)
	}
	value := w.value(s, text)
	if s.part.Change && value == nil {
		return false // rules didn't say to allow it unchanged
	}
	if s.say.Exit != 0 {
		w.exit = s.say.Exit
	}
	if s.say.Stderr && text != "" {
		w.stderr = append(w.stderr, text)
	}
	if s.say.Plain {
		w.plain = strings.TrimPrefix(w.plain+"\n"+text, "\n")
	}
	for _, set := range s.say.Set {
		raw := json.RawMessage(set.JSON)
		if set.JSON == "" {
			if raw = value; raw == nil {
				continue
			}
		}
		w.root.SetPath(set.Path, raw)
		w.any = true
	}
	return true
}

// value returns what to write for a part: its value, or else the text; nil for nothing.
func (w *writing) value(s spoken, text string) json.RawMessage {
	switch {
	case s.part.Raw == nil && text == "":
		return nil
	case s.part.Raw == nil:
		return files.JSON(text)
	}
	if v := gjson.ParseBytes(s.part.Raw); s.part.Change && v.IsObject() {
		return w.call.reversed(append([]engine.Part{s.part}, s.also...), s.say.Merged)
	}
	return s.part.Raw
}
