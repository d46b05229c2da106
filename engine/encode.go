package engine

import (
	"encoding/json"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// Encode merges the rules' outputs into the event's answer. It leaves out whatever the agent would
// not honour, so that the rest is not lost with it.
func (r *Reply) Encode() Answer {
	chosen := r.chosen()
	r = r.withBesides(chosen)
	e := encoding{reply: r, chosen: chosen}
	seen := map[string]bool{}
	for _, o := range r.ops {
		out := r.agenda.Outputs[o.output]
		// Outputs that edit the same thing under different names are one.
		at := out.Kind + " " + out.Path
		if seen[at] || !e.holds(out) {
			continue
		}
		seen[at] = true
		e.write(o.output, out)
	}
	for _, output := range e.pending {
		e.choice(output, r.agenda.Outputs[output])
	}
	if refuse, ok := r.agenda.Outputs[r.agenda.Refuse]; ok && len(refuse.Values) > 0 {
		e.answer.Refused = slices.Contains(e.answer.Said, r.agenda.Refuse+"="+refuse.Values[0])
	}
	for _, o := range r.ops {
		if o.output == "" {
			e.root.Set(o.field, o.raw)
		}
	}
	if e.plain != "" {
		e.answer.Stdout, e.answer.Plain = []byte(strings.TrimSuffix(e.plain, "\n")+"\n"), true
		if e.answer.Refused {
			e.answer.Exit, e.answer.Stderr = ExitRefused, r.why(r.agenda.Refuse, e.chosen[r.agenda.Refuse]).Text
		}
		return e.answer
	}
	e.notify(r.notice, r.news)
	if said := e.root.Encode(); string(said) != "{}" {
		e.answer.Stdout = append(said, '\n')
	}
	return e.answer
}

// notify adds the notice.
func (e *encoding) notify(n Notice, found []string) {
	if n.Text == nil {
		return
	}
	text := files.VisibleLines(n.Text(found)) // it may contain names chosen by others
	if text != "" {
		e.answer.Parts = append(e.answer.Parts, Part{Output: n.Output, Text: text})
	}
	if own := files.Text(e.root.Get(n.Field)); own != "" && text != "" {
		text = own + "\n" + text
	}
	if text != "" {
		e.root.Set(n.Field, files.JSON(text))
	}
}

type encoding struct {
	reply   *Reply
	chosen  map[string]string
	pending []string // choices nobody voted for that a flag implies
	root    files.Object
	plain   string // the whole reply as plain text, "" for none
	answer  Answer
}

// chosen returns the winning value of each choice, including those that flags imply.
func (r *Reply) chosen() map[string]string {
	chosen := map[string]string{}
	vote := func(output, value string) {
		values := r.agenda.Outputs[output].Values
		old, ok := chosen[output]
		if !ok || slices.Index(values, value) < slices.Index(values, old) {
			chosen[output] = value
		}
	}
	for _, o := range r.ops {
		out := r.agenda.Outputs[o.output]
		if o.value != "" {
			vote(o.output, o.value)
		}
		for output, value := range out.Also {
			vote(output, value)
		}
	}
	return chosen
}

func (e *encoding) holds(out plan.Output) bool {
	for output, value := range out.Only {
		if e.chosen[output] != value {
			return false
		}
	}
	return true
}

func (e *encoding) write(name string, out plan.Output) {
	switch out.Kind {
	case "text":
		e.say(Part{Output: name, Text: e.texts(name)})
		if out.Plain {
			e.plain = e.texts(name)
			return
		}
		e.put(out.Path, files.JSON(e.texts(name)))
	case "choice":
		e.choice(name, out)
	case "flag":
		why := e.reply.why(name, "")
		e.say(why)
		e.put(out.Path, json.RawMessage("false"))
		e.reason(out, why)
		for output := range out.Also {
			if !slices.ContainsFunc(e.reply.ops, func(o op) bool { return o.output == output }) {
				e.pending = append(e.pending, output)
			}
		}
	case "change":
		e.change(out)
	case "value":
		for _, o := range slices.Backward(e.reply.ops) {
			if o.output == name {
				part := Part{Output: name, Raw: o.raw}
				if len(out.Values) > 0 { // others may be anything
					part.Value = files.Text(o.raw)
				}
				e.say(part)
				e.put(out.Path, o.raw)
				break
			}
		}
	}
}

// change writes the part of the event that edits at the output's path changed. Each output that
// contributed to it is said.
func (e *encoding) change(out plan.Output) {
	raw, edits := e.reply.edited(out)
	if raw == nil {
		return
	}
	var said []string
	for _, i := range edits {
		if name := e.reply.ops[i].output; !slices.Contains(said, name) {
			said = append(said, name)
			e.say(Part{Output: name, Raw: raw, Change: true})
		}
	}
	e.put(out.Path, raw)
}

// say records that an output is used.
func (e *encoding) say(p Part) {
	e.answer.Said = append(e.answer.Said, p.String())
	e.answer.Parts = append(e.answer.Parts, p)
}

func (e *encoding) choice(name string, out plan.Output) {
	value := e.chosen[name]
	why := e.reply.why(name, value)
	e.say(why)
	if out.Exit != 0 {
		e.answer.Exit = out.Exit
	}
	if out.Path != "" {
		e.put(out.Path, files.JSON(value))
	}
	e.reason(out, why)
}

// reason writes the reasons given for the value that won.
func (e *encoding) reason(out plan.Output, why Part) {
	if out.Exit != 0 {
		e.answer.Stderr = why.Text
	}
	if why.Text != "" && out.Reason != "" && (len(out.ReasonFor) == 0 || slices.Contains(out.ReasonFor, why.Value)) {
		e.put(out.Reason, files.JSON(why.Text))
	}
}

func (e *encoding) texts(name string) string {
	var b strings.Builder
	for _, o := range e.reply.ops {
		if o.output != name {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(o.join)
		}
		b.WriteString(o.text)
	}
	return b.String()
}

// put writes raw at path. Before the first write next to the stamp it writes the stamp.
func (e *encoding) put(path string, raw json.RawMessage) {
	if stamp := e.reply.agenda.Stamp; stamp != "" {
		top, _, _ := strings.Cut(stamp, ".")
		if !e.root.Has(top) && strings.HasPrefix(path, top+".") {
			e.root.SetPath(stamp, files.JSON(e.reply.event.Name))
		}
	}
	e.root.SetPath(path, raw)
}
