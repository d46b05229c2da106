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

// mostTried limits the size of a trial in bytes; rule files are limited to 1 MB.
const mostTried = 4 << 20

// mostRecorded is how many recent events of the log are offered.
const mostRecorded = 40

// firstRecipe is the initial content of the playground.
const firstRecipe = "no-force-push"

// A playgroundPage has rules and an event to try, with the result.
type playgroundPage struct {
	frame
	Trial
	Desk    string // address of the editor's file
	Of      string // the sample or recorded event that was chosen
	Samples []sampleGroup
	Came    *answers // nil before anything was tried
}

// A sampleGroup is an agent's events, or recorded ones, to choose from.
type sampleGroup struct {
	Agent, Title string
	Events       []sampleChoice
}

type sampleChoice struct{ Value, Text string }

// An answers is the result of a trial as the page shows it.
type answers struct {
	Tried
	Trouble string // why there is no result
	Faults  []excerpt
	Groups  []replyGroup
	Why     *view // nil if there is no answer
	Asked   bool  // there was an event
}

// A replyGroup is the agents that get the same reply; the first agent of the first group sent the
// event.
type replyGroup struct {
	Reply
	Agents []string
}

// showPlayground shows the playground before anything is tried, with the event of the decision or
// sample that the address names.
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

// tryRules handles the playground's form, which may be longer than an address. It writes nothing
// unless a person has seen what would be written and has confirmed it.
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
		p.Name = cmp.Or(p.Name, "?") // an invalid name, which the trial reports
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

// firstHook finds the name of the first hook, the default file name.
var firstHook = regexp.MustCompile(`hooks:\s*"?([A-Za-z][\w-]*)`)

// try runs a trial and returns the result.
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

// asks runs a trial in a temporary folder of its own.
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

// ask runs a command of the program that prints JSON.
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

// A samples caches the sample events, which change only with the program.
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

// choices returns the events to choose from: recorded ones, the latest first, and each agent's
// samples.
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
	samples, _ := s.samples.get(ctx, s) // without samples, events can be typed
	for _, e := range samples {
		if n := len(groups); n == 0 || groups[n-1].Agent != e.Agent {
			groups = append(groups, sampleGroup{Agent: e.Agent, Title: e.Title})
		}
		g := &groups[len(groups)-1]
		g.Events = append(g.Events, sampleChoice{e.Agent + "/" + e.Event + "/" + e.Tool, strings.TrimSpace(e.Event + " " + e.Tool)})
	}
	return groups
}

// event returns an event by its value in the form: a decision's number, or a sample's names.
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

// recorded returns the event of a decision, in its agent's own form if it can be recognised.
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

// showEvent sends an event to the page's script.
func (s *Server) showEvent(w http.ResponseWriter, r *http.Request) {
	e, err := s.event(r.Context(), r.URL.Query().Get("of"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"event": e.JSON, "agent": e.Agent})
}
