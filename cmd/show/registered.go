package show

import (
	"cmp"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

// Registered is the report of a completed init.
type Registered struct {
	Here   string // the folder that files are named from
	Place  settings.Place
	File   *settings.File
	Agent  *schema.Agent // the agent whose file it is
	Layers []string      // the layers that answer
	Set    *schema.Set   // of all layers
	Seen   bool          // the user has already seen what the rules forbid
	Packs  []string      // packs that the user asked for
	Also   []string      // other places where hooks are registered, a sentence each
	Wrote  string        // the rule file written for the packs, "" if none was written
	On     []settings.Registration
	Left   []string // events that a plugin can't register
	Before string   // path of the file's backup; "" if the file was not changed
}

// Write reports what is registered and suggests what to do next.
func (r Registered) Write(w io.Writer) {
	on := On(w)
	entries := r.File.Managed()
	if r.Before == "" {
		fmt.Fprintf(w, "%s needs no change.\n", r.File.Name)
	}
	rows := r.hooks(on)
	when := "From now on"
	if at, off := r.disabled(); off {
		when = "Once that is gone"
		fmt.Fprintf(w, "\n%s\n", Off(at, r.Agent))
	}
	fmt.Fprintf(w, "\n%s: %s %s\n%s\n", when, Bold.Sprintf("%s at %s", Count(len(rows), "hook"), Count(len(r.On), "event")),
		ByRules(r.Layers, r.Here), on.cut(Columns(rows)))
	if !r.Seen {
		Forbidden(w, r.Set)
	}
	for _, event := range r.Left {
		fmt.Fprintf(w, "%s is left out: agents that don't know it yet would drop all hooks of the plugin\n", event)
	}
	if program := r.absent(entries); program != "" {
		fmt.Fprintln(w, Bad.Sprintf("%s is not on the PATH here, where whoever has these settings needs it", program))
	}
	for _, also := range r.Also {
		io.WriteString(w, on.Indented(Doubtful.Sprint(also), ""))
	}
	rows = nil
	if block := r.block(entries); block != "" { // unshortened, as it will be pasted
		fmt.Fprintf(w, "%s%s%s\n", Bold.Sprint(seeBlock), gap, block)
	}
	for _, line := range [][]string{
		{"check", "bcrules doctor" + r.ofPlugin()},
		{"read", r.docs()},
		{"edit", r.rules()},
		{"undo", r.undo()},
		{"before", r.Before},
	} {
		if line[1] != "" {
			rows = append(rows, []string{Bold.Sprintf("%-*s", len(seeBlock), line[0]), line[1]})
		}
	}
	io.WriteString(w, on.Wrapped(rows))
}

// hooks returns a row for each hook; on a terminal without its events, to leave room for its doc.
func (r Registered) hooks(on Screen) (rows [][]string) {
	for _, h := range r.Set.Hooks {
		row := []string{"  " + h.Name, strings.Join(h.On, ", "), cmp.Or(Printable(strings.Join(strings.Fields(h.Doc), " ")), "-")}
		if !on.Piped {
			row = slices.Delete(row, 1, 2)
		}
		if h.Enabled {
			rows = append(rows, row)
		}
	}
	return rows
}

// seeBlock is the longest label of the suggestions.
const seeBlock = "see a block"

// block returns a command line that makes the registered program block an event, by a one-line
// rule: the rules in force may not block a plain event.
func (r Registered) block(entries []settings.Entry) string {
	if len(entries) == 0 {
		return ""
	}
	return `(cd "$(mktemp -d)" && printf 'package r\nhooks: no: {on: "Stop", rules: [{do: block: "not yet"}]}\n' >r.cue && ` +
		`echo '{"hook_event_name": "Stop"}' | ` + settings.Quoted(r.Place.Expand(entries[0].Command)) + ` --rules .)`
}

// rules describes where rules are edited, "" for packs.
func (r Registered) rules() string {
	own := r.Layers[len(r.Layers)-1]
	if strings.HasPrefix(own, rules.Path+"/") {
		return ""
	}
	return filepath.Join(schema.Display(own, r.Here), "*.cue") + ", then bcrules vet and bcrules test; bcrules new hook NAME starts one of yours"
}

// absent returns the first program that is registered by name but not on the PATH, "" for none.
func (r Registered) absent(entries []settings.Entry) string {
	for _, e := range entries {
		if _, err := exec.LookPath(e.Command); e.Exec && !strings.ContainsAny(e.Command, `/\`) && err != nil {
			return e.Command
		}
	}
	return ""
}

// undo returns how to undo the registration.
func (r Registered) undo() string {
	text := "bcrules uninstall" + r.Place.Flag(r.Here)
	if r.Wrote != "" {
		text += ", and remove " + schema.Display(r.Wrote, r.Here)
	}
	return text
}

// ofPlugin returns the flag that makes doctor check a plugin, too.
func (r Registered) ofPlugin() string {
	if r.Place.Kind == "plugin" {
		return r.Place.Flag(r.Here)
	}
	return ""
}

// docs returns the commands that describe the packs.
func (r Registered) docs() string {
	var all []string
	for _, p := range r.Packs {
		all = append(all, "bcrules docs "+p)
	}
	return strings.Join(all, ", ")
}

// disabled reports whether the agent's settings keep it from starting hooks, and where.
func (r Registered) disabled() (plan.Pos, bool) {
	places, err := settings.Places(r.Here)
	if err != nil {
		return plan.Pos{}, false
	}
	var all []*settings.File
	for _, p := range places {
		if f, err := p.Read(r.Here); err == nil {
			all = append(all, f)
		}
	}
	return settings.Off(all, r.Agent.Off)
}

// Off reports that an agent's settings keep it from starting hooks, and where.
func Off(at plan.Pos, a *schema.Agent) string {
	return Bad.Sprintf("%s: %s is %t: the agent starts no hook until it is gone", at, a.Off.Setting, a.Off.Is)
}
