package programs

import "strings"

// shells are operands that mean, with any program, that what follows is for a shell elsewhere:
// gcloud compute ssh, aws ecs execute-command.
const shells = "ssh run-command execute-command console"

// runners mean the same with unknown programs, if what follows is one text that begins with a known
// program or a path. What follows -- is run on this machine.
const runners = shells + " exec run command remote"

// handing are flags whose value is handed on, handingShort the short ones.
const (
	handing      = "--command --cmd --script --scripts"
	handingShort = "-C -c"
)

// elsewhere returns what a command hands to a shell on another machine, in a flag or after --, if
// one of its first operands means that.
func (c Call) elsewhere() (list []Run) {
	const most = 4 // operands that may mean that
	at, among := -1, shells
	if c.program == nil {
		among = runners
	}
	for i, w := range c.Operands[:min(len(c.Operands), most)] {
		if w.Known && has(among, w.Text) {
			at = i
		}
	}
	if at < 0 || c.rest < len(c.words) {
		return nil
	}
	r := Run{Away: true, Host: c.Base, Via: c.Base + " " + Join(c.Operands[:at+1], " ").Text, Over: "substitution"}
	if at+1 < len(c.Operands) && at+1 != c.dashes && !strings.Contains(c.Operands[at+1].Text, " ") {
		r.Host = c.Operands[at+1].Text
	}
	for i, w := range c.words[1:] {
		name, value, valued := strings.Cut(w.Text, "=")
		switch next := i + 2; {
		case w.Text == "--" && next < len(c.words):
			r.Words, r.Code = c.words[next:], Word{}
			if !has(shells, c.Operands[at].Text) { // nx exec -- rm -rf dist
				r.Away, r.Host = false, ""
			}
			return append(list, r)
		case valued && has(handing, name):
			r.Code = w.With(value)
			list = append(list, r)
		case (has(handing, w.Text) || has(handingShort, w.Text)) && next < len(c.words):
			r.Code = c.words[next]
			list = append(list, r)
		case c.program == nil && isCommand(w.Text) && !has(handing, c.words[i].Text) && !has(handingShort, c.words[i].Text):
			r.Code = w
			list = append(list, r)
		}
	}
	return list
}

// isCommand reports whether a text is a command of several words, with a program that is known or
// named by a path.
func isCommand(text string) bool {
	name, rest, _ := strings.Cut(text, " ")
	return rest != "" && name != "" && name[0] != '-' && !strings.Contains(name, "=") && (strings.Contains(name, "/") || wellKnown(name) != nil)
}
