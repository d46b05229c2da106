package hook

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/secrets"

	"github.com/tidwall/gjson"
)

// end gives the answer and returns the exit code.
func (t *turn) end(a engine.Answer) int {
	t.mu.Lock()
	if t.over {
		t.mu.Unlock()
		select {} // the process is about to end
	}
	t.over = true
	t.mu.Unlock()
	a = t.worded(a)
	a.Exit = t.write(a)
	t.keep(a)
	t.leave(a.Jobs)
	return a.Exit
}

// atOnce is how many bytes a pipe takes either completely or not at all (PIPE_BUF).
const atOnce = 4096

// room is how many bytes an empty pipe takes without waiting for its reader.
const room = 64 << 10

// grace is how long a signal from just before it was ignored may take to end the process: another
// thread handles it, and nobody can ask which.
const grace = 5 * time.Millisecond

// write writes the answer with one system call, and returns the exit code. If it may need several,
// no signal may end it in between: half an answer isn't an answer, and could be mistaken for one. A
// refusal that nobody can read on stdout is given by the exit code, with its reason on stderr. That
// may be a terminal, so control characters from a command are made visible.
func (t *turn) write(a engine.Answer) int {
	refused := t.refused(a)
	if refused {
		signal.Ignore(syscall.SIGPIPE) // otherwise a signal would end the process, which is no refusal
	}
	if len(a.Stdout) > atOnce {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	}
	if len(a.Stdout) > room {
		time.Sleep(grace)
	}
	if a.Stderr != "" {
		t.put(t.stderr, []byte(files.VisibleLines(a.Stderr)+"\n"))
	}
	err := t.put(t.stdout, a.Stdout)
	if !refused || err == nil && !discarded(t.stdout) {
		return a.Exit
	}
	if a.Stderr == "" {
		t.put(t.stderr, []byte(files.VisibleLines(cmp.Or(a.Reasons(), string(bytes.TrimSpace(a.Stdout))))+"\n"))
	}
	why := "a refusal that stdout didn't take"
	if err != nil {
		why += ": " + err.Error()
	}
	t.entry.Errors = append(slices.Clip(t.entry.Errors), why) // nobody else appends to it now
	return engine.ExitRefused
}

// patience limits how long output may take beyond the time of the event: whoever reads it may be busy.
const patience = time.Second

// put writes to a file that may be a pipe which is full and which nobody reads: then it gives up, as
// the process could be ended by nothing else.
func (t *turn) put(w io.Writer, text []byte) error {
	if len(text) == 0 { // most answers, for which a timer would cost more than all else here
		return nil
	}
	done := make(chan error, 1)
	go func() {
		_, err := w.Write(text)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(max(t.left(), patience)):
		return errors.New("nobody reads it")
	}
}

// refused reports whether an answer refuses the event, as far as known: an answer of the other
// binary may, if a closed hook is among those asked.
func (t *turn) refused(a engine.Answer) bool {
	if !t.final {
		return a.Refused
	}
	said := string(bytes.TrimSpace(a.Stdout))
	return said != "" && said != "{}" && (t.plan == nil || slices.ContainsFunc(t.all(), func(h *plan.Hook) bool { return h.Closed }))
}

// discarded reports whether output goes nowhere: the runtime opens the null device instead of a
// closed stdout.
func discarded(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	is, err := f.Stat()
	null, absent := os.Stat(os.DevNull)
	return err == nil && absent == nil && os.SameFile(is, null)
}

// about records the event, the rules that answer it, and what is wrong with those.
func (t *turn) about(dir, rules string, err error) {
	t.know(func() {
		e := &t.entry
		e.Project, e.Rules = dir, rules
		if ev := t.known(); ev != nil {
			e.Session, e.Event, e.Tool = ev.Session, ev.Name, ToolOf(ev)
			if t.call != nil {
				e.Agent = ev.Client.Name
			}
			if t.logging().Inputs {
				e.Input = ev.JSON()
			}
		}
		if err != nil {
			e.Errors = append(e.Errors, err.Error())
		}
	})
}

// ToolOf returns the name of the tool that an event is about, "" if none.
func ToolOf(ev *plan.Event) string { return ev.Field("tool_name").Str }

// wrong records an error, without anything of the event.
func (t *turn) wrong(what string) {
	t.know(func() { t.entry.Errors = append(slices.Clip(t.entry.Errors), what) })
}

// logging returns what the rules log of decisions.
func (t *turn) logging() plan.Logging {
	if t.plan == nil {
		return plan.Logging{}
	}
	return t.plan.Log
}

// began is when this process reached its packages. Measuring what the system and the runtime took
// before would cost more than it is worth.
var began = time.Now()

// keep logs the decision, with what was sent to the agent. Nothing in it may make a hook fail that
// has answered.
func (t *turn) keep(a engine.Answer) {
	rules := t.logging()
	if t.quiet || rules.Quiet {
		return
	}
	defer func() { recover() }()
	log, err := journal.Open(t.own())
	if err != nil {
		return
	}
	log.Max, log.Age = rules.Max, time.Duration(rules.Days)*24*time.Hour
	e := t.entry
	e.Time, e.MS, e.Exit = time.Now(), millis(time.Since(began)), a.Exit
	e.Machine, _ = os.Hostname()
	e.User, e.Managed = host.Account(), t.Managed
	if t.plan != nil {
		e.Digest = t.plan.Digest
	}
	for _, h := range a.Ran {
		e.Took = append(e.Took, millis(h.Took))
	}
	e.Unsaid = a.Unsaid
	e.Hooks, e.Said, e.Refused, e.Would, e.Lifted = a.Ran, a.Said, a.Refused, a.Would, a.Lifted
	reason := a.Reasons()
	if len(a.Said) == 0 && !a.Refused {
		reason = a.WouldReason
	}
	for _, fault := range a.Faults {
		kept := loggedFault(fault, rules.Inputs)
		reason = strings.ReplaceAll(reason, fault.Error(), kept)
		e.Errors = append(e.Errors, kept)
	}
	if e.Reason = redacted(reason); e.Reason != "" || e.Refused {
		e.Call = callOf(t.known())
		if t.run != nil {
			e.Subject = redacted(facts.Subject(t.run.Call()))
		}
	}
	if e.Input != nil {
		e.Input, e.Reply = secrets.JSON(e.Input), secrets.JSON(a.Reply())
	}
	log.Write(&e)
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// callOf returns the id of the tool call that an event is about, "" if none.
func callOf(ev *plan.Event) string {
	if ev == nil {
		return ""
	}
	return ev.Field("tool_use_id").Str
}

// redacted returns a text without secrets, for anyone to read.
func redacted(text string) string {
	if text == "" {
		return ""
	}
	return gjson.ParseBytes(secrets.JSON(files.JSON(text))).String()
}

// loggedFault returns what to log of a fault. Its text may contain parts of the event, so without inputs
// only its place is logged.
func loggedFault(fault error, inputs bool) string {
	if inputs {
		return fault.Error()
	}
	var e *plan.Error
	if errors.As(fault, &e) {
		return fmt.Sprintf("%s: %s", e.Pos, e.Hook)
	}
	return "a fault"
}

// print adds an entry to the log: the user's own if the rules' is unknown.
func (t *turn) print(level, text string) {
	l := t.log
	if l == nil {
		h := host.New(nil)
		h.OpenLog(nil, nil, t.stderr)
		l = h.Log
	}
	l.Print(level, "hook", text)
}
