package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
)

// mostTried is how long what is tried may be, bytes: rule files have a bound of 1 MB.
const mostTried = 4 << 20

// mostRecorded is how many of the log's events are offered, the last ones.
const mostRecorded = 40

// firstRecipe is what stands on the playground before somebody writes.
const firstRecipe = "no-force-push"

// A playgroundPage is rules and an event that a person tries, with what came of them.
type playgroundPage struct {
	frame
	Trial
	Desk    string // the address of the file that the editor has
	Of      string // the sample or the recorded event that is chosen
	Samples []sampleGroup
	Came    *answers // nil before anything is tried
}

// A sampleGroup is the events of an agent, or recorded ones, to choose from.
type sampleGroup struct {
	Agent, Title string
	Events       []sampleChoice
}

type sampleChoice struct{ Value, Text string }

// answers are what came of a trial, as the page shows it.
type answers struct {
	Tried
	Trouble string // why there is nothing
	Faults  []excerpt
	Groups  []replyGroup
	Why     *view // nil for no answer
	Asked   bool  // there was an event
}

// A replyGroup is agents that get the same reply; the first of the first sent the event.
type replyGroup struct {
	Reply
	Agents []string
}

// showPlayground shows the playground before anything is tried: with the event of a
// decision or a sample, where the address names one.
func (s *Server) showPlayground(w http.ResponseWriter, r *http.Request) {
	first, _, err := page.CopyRecipe(firstRecipe, firstRecipe, "rules")
	if err != nil {
		s.refused(w, http.StatusInternalServerError, err)
		return
	}
	p := playgroundPage{Trial: Trial{Rules: string(first)}, Of: cmp.Or(r.URL.Query().Get("of"), "claude-code/PreToolUse/Bash")}
	if e, err := s.event(r.Context(), p.Of); err == nil {
		p.Event, p.Agent = e.JSON, e.Agent
	}
	s.showTrial(w, r, p)
}

func (s *Server) showTrial(w http.ResponseWriter, r *http.Request, p playgroundPage) {
	p.frame = s.frame("playground", "Playground")
	p.Samples, p.Desk = s.choices(r.Context()), s.deskFile()
	s.render(w, "playground", p)
}

// tryRules answers the form of the playground, which is longer than an address may be. It changes nothing
// but where a person has seen what would be written and says so.
func (s *Server) tryRules(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostTried)
	if err := r.ParseForm(); err != nil {
		s.refused(w, http.StatusRequestEntityTooLarge, fmt.Errorf("found a form that can't be read or is over %d MB: %w", mostTried>>20, err))
		return
	}
	text := func(name string) string { return strings.ReplaceAll(r.PostForm.Get(name), "\r\n", "\n") }
	p := playgroundPage{Of: text("of"), Trial: Trial{Rules: text("rules"), Event: text("event"), Agent: text("agent"), Around: text("around")}}
	switch r.PostForm.Get("do") {
	case "keep":
		p.Name = strings.TrimSpace(r.PostForm.Get("name"))
		if first := firstHook.FindStringSubmatch(p.Rules); p.Name == "" && first != nil {
			p.Name = first[1]
		}
		p.Name = cmp.Or(p.Name, "?") // which it is told of
		s.keep(r.Context(), w, p.Trial, "")
		return
	case "write":
		s.keep(r.Context(), w, Trial{}, cmp.Or(r.PostForm.Get("nonce"), "-"))
		return
	case "take":
		e, err := s.event(r.Context(), p.Of)
		if err != nil {
			s.refused(w, http.StatusNotFound, err)
			return
		}
		p.Event, p.Agent = e.JSON, e.Agent
	case "part":
		s.render(w, "answers", s.try(r.Context(), p.Trial))
		return
	default:
		p.Came = s.try(r.Context(), p.Trial)
	}
	s.showTrial(w, r, p)
}

// firstHook finds what files are called if nobody says it.
var firstHook = regexp.MustCompile(`hooks:\s*"?([A-Za-z][\w-]*)`)

// try has a trial made and returns what came of it.
func (s *Server) try(ctx context.Context, t Trial) *answers {
	a := &answers{Asked: strings.TrimSpace(t.Event) != ""}
	if err := s.asks(ctx, t, &a.Tried); err != nil {
		a.Trouble = err.Error()
		return a
	}
	if a.Answer != nil {
		a.Why = &view{Answer: *a.Answer}
	}
	for _, f := range a.Findings {
		x := excerpt{Finding: f}
		if all := marked([]byte(t.Rules), []show.Finding{f}); f.Line > 0 && f.Line <= len(all) {
			x.Line = &all[f.Line-1]
		}
		a.Faults = append(a.Faults, x)
	}
	for _, r := range a.Replies {
		if at := slices.IndexFunc(a.Groups, func(g replyGroup) bool { return g.Same(r) }); at >= 0 {
			a.Groups[at].Agents = append(a.Groups[at].Agents, r.Agent)
		} else {
			a.Groups = append(a.Groups, replyGroup{r, []string{r.Agent}})
		}
	}
	return a
}

// asks has a trial made, with a folder of its own.
func (s *Server) asks(ctx context.Context, t Trial, to *Tried) error {
	scratch, err := host.NewTemp("bcrules-try-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	t.Scratch = scratch
	asked, err := json.Marshal(t)
	if err == nil {
		err = s.ask(ctx, string(asked), to, "__try")
	}
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), filepath.Join(scratch, "rules"), "rules.cue"))
	}
	return err
}

// ask asks the program for an object.
func (s *Server) ask(ctx context.Context, stdin string, to any, args ...string) error {
	said, err := s.Ask(ctx, stdin, args...)
	if err == nil && said.Code != 0 {
		err = errors.New(strings.TrimSpace(strings.TrimPrefix(string(said.Err), "bcrules: ")))
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(said.Out, to)
}

// samples keep the samples of events, which are the same as long as the program is.
type samples struct {
	mu  sync.Mutex
	all []schema.Sample
}

func (l *samples) get(ctx context.Context, s *Server) ([]schema.Sample, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all != nil {
		return l.all, nil
	}
	return l.all, s.ask(ctx, "", &l.all, "__try", "--samples")
}

// choices returns the events to choose from: those of the log that have one, the last
// first, and samples of each agent's.
func (s *Server) choices(ctx context.Context) (groups []sampleGroup) {
	all, _ := s.kept.now()
	var recorded []sampleChoice
	for i := len(all) - 1; i >= 0 && len(recorded) < mostRecorded; i-- {
		if d := all[i]; d.Cut == 0 && d.line != "" {
			recorded = append(recorded, sampleChoice{fmt.Sprint(d.N), strings.TrimSpace(d.Time.Local().Format("15:04:05") + " " + d.Event + " " + d.Tool)})
		}
	}
	if len(recorded) > 0 {
		groups = append(groups, sampleGroup{Title: "Recorded", Events: recorded})
	}
	samples, _ := s.samples.get(ctx, s) // without them an event is typed
	for _, e := range samples {
		if n := len(groups); n == 0 || groups[n-1].Agent != e.Agent {
			groups = append(groups, sampleGroup{Agent: e.Agent, Title: e.Title})
		}
		g := &groups[len(groups)-1]
		g.Events = append(g.Events, sampleChoice{e.Agent + "/" + e.Event + "/" + e.Tool, strings.TrimSpace(e.Event + " " + e.Tool)})
	}
	return groups
}

// event returns an event to choose from, by its value in the form: a decision's number, or
// a sample's names.
func (s *Server) event(ctx context.Context, of string) (e schema.Sample, err error) {
	if n, err := strconv.Atoi(of); err == nil {
		d := s.kept.numbered(n)
		if d == nil {
			return e, errGone
		}
		return recorded(d), nil
	}
	all, err := s.samples.get(ctx, s)
	if err != nil {
		return e, err
	}
	for _, e := range all {
		if e.Agent+"/"+e.Event+"/"+e.Tool == of {
			e.JSON = indented(json.RawMessage(e.JSON))
			return e, nil
		}
	}
	return e, errors.New("found no such sample of an event")
}

// recorded returns the event of a decision: as its agent sent it, where that says which
// event it is.
func recorded(d *decision) schema.Sample {
	input, _ := d.inputs()
	ev, err := plan.ReadEvent(input)
	if err != nil {
		return schema.Sample{JSON: indented(input)}
	}
	if raw := ev.Field("raw"); raw.IsObject() {
		sent, err := plan.ReadObject([]byte(raw.Raw))
		if err == nil {
			if again, call, err := hook.Heed(sent, "", "", os.Getenv); err == nil && call != nil && again.Name == ev.Name {
				return schema.Sample{JSON: indented(json.RawMessage(raw.Raw))}
			}
		}
	}
	return schema.Sample{JSON: indented(input), Agent: hook.Agents().Native}
}

// showEvent sends an event to choose from, for the page's script.
func (s *Server) showEvent(w http.ResponseWriter, r *http.Request) {
	e, err := s.event(r.Context(), r.URL.Query().Get("of"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"event": e.JSON, "agent": e.Agent})
}
