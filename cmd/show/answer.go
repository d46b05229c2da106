package show

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/engine/files"
)

// Limits of the short answer: rows that were not chosen, and lines of stderr.
const mostLeft, mostSaid = 6, 4

// answerWidth is the width of the short answer without a terminal, in columns. It is wider than a
// screen, as no screen shows it and positions are long.
const answerWidth = 100

// Answer writes what was decided and why, the reply, and a line for each other hook. Files are
// named as seen from folder here. With all, nothing is shortened, and the whole trace and the reply
// as sent follow.
func Answer(w io.Writer, a *answer.Answer, here string, all bool) {
	on := On(w)
	if !on.Terminal {
		on.Width = answerWidth
	}
	y := why{w, here, on.Width, all}
	y.decided(a)
	y.rules(a)
	y.refusals(a)
	y.reply(a)
	if len(a.Unread) > 0 {
		fmt.Fprintf(w, "%s doesn't read %s here\n", a.Client, strings.Join(a.Unread, ", "))
	}
	y.notRun(a)
	y.notChosen(a)
	for _, name := range a.Wrote {
		fmt.Fprintln(w, "would change "+Path(name, here))
	}
	for i, line := range a.Stderr {
		if i == y.most(mostSaid) {
			fmt.Fprintf(w, "stderr: … %s more (--all)\n", Count(len(a.Stderr)-i, "line"))
			break
		}
		fmt.Fprintln(w, "stderr: "+strings.ReplaceAll(Printable(line), here+string(filepath.Separator), ""))
	}
	y.others(a)
	if len(a.Hooks)+len(a.Passed)+len(a.Faults) == 0 && a.Fault == "" {
		fmt.Fprintf(w, "no hook is on %s\n", a.Event)
	}
	if all {
		if len(a.Hooks) > 0 {
			fmt.Fprintf(w, "\n%s\n", Bold.Sprint("Hooks"))
			Trace(w, a.Hooks, here)
		}
		fmt.Fprintf(w, "\n%s\n%s\n", Bold.Sprintf("Reply, exit code %d", a.Exit), Quoted.Sprint(strings.TrimSuffix(sent(a.Reply), "\n")))
	}
}

// decided writes the decision with its event and rules, and the faults that keep rules from
// deciding.
func (y why) decided(a *answer.Answer) {
	event := strings.TrimSpace(cmp.Or(a.Event, "no event") + " " + Printable(a.Subject))
	decided := looksOf[a.Because.Tone].Sprint(strings.Join(a.Because.Decision, ", "))
	switch {
	case len(a.Because.Decision) > 0:
	case a.Because.Refused:
		decided = Bad.Sprint("refused")
	case len(a.Because.Would) > 0:
		decided = "would " + strings.Join(a.Because.Would, ", ")
	default:
		decided = "no opinion"
	}
	fmt.Fprintf(y.w, "%s: %s %s\n", decided, Bold.Sprint(event), ByRules(a.Rules, y.here))
	if a.Fault != "" {
		fmt.Fprintln(y.w, Bad.Sprint(a.Fault))
	}
	if len(a.Faults) > 0 {
		fmt.Fprintln(y.w, "the rules have faults; the last good ones hold, if there are any")
		for _, f := range a.Faults {
			fmt.Fprintln(y.w, "  "+Bad.Sprint(f))
		}
	}
}

// sent returns a reply as an agent receives it, with JSON indented.
func sent(reply json.RawMessage) string {
	if plain := files.Text(reply); plain != "" {
		return plain
	}
	var b bytes.Buffer
	if json.Indent(&b, reply, "", "  ") != nil {
		return string(reply)
	}
	return b.String()
}
