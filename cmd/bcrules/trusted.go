package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// A trustedFolder is a rule folder that its user trusts, as people and tools see it.
type trustedFolder struct {
	Folder  string    `json:"folder"`
	Time    time.Time `json:"time,omitzero"`
	State   string    `json:"state"` // as trusted, changed, gone or organisation
	Files   int       `json:"files"`
	Content string    `json:"content"` // a hash of all files, SHA-256, hex
}

// listTrusted lists the trusted folders.
func listTrusted(c *cli.Context) error {
	records, err := trust.Open(layers.User(os.Getenv)).All()
	all, rows := []trustedFolder{}, [][]string{}
	for _, r := range records {
		t := trustedFolder{r.Dir, r.Time, "as trusted", len(r.Files), r.Sum()}
		if absent(r.Dir) {
			t.State = "gone"
		} else if len(r.Changes())+len(r.Ran(r.RunNow(""))) > 0 {
			t.State = "changed"
		}
		all = append(all, t)
		rows = append(rows, []string{t.Folder, t.Time.Local().Format(time.DateTime), t.State, strconv.Itoa(t.Files), t.Content[:12]})
	}
	if over, _ := layers.Organisation(nil); len(over.Layers) > 0 { // nobody has to trust these
		t := trustedFolder{Folder: over.Layers[0], State: "organisation", Files: len(plan.RuleFiles(over.Layers[0]).Names)}
		all = append(all, t)
		rows = append(rows, []string{t.Folder, "-", t.State, strconv.Itoa(t.Files), "-"})
	}
	w := c.App.Writer
	if c.Bool("json") {
		if failed := show.JSON(w, all); failed != nil {
			return failed
		}
		return err
	}
	io.WriteString(w, show.On(w).Table([]string{"folder", "trusted at", "state", "files", "content"}, rows))
	return err
}

// showChanges shows how the files of a trusted folder changed, and what they can do now, or no
// longer.
func showChanges(c *cli.Context, dir string, from []string, here string) error {
	set := layers.Asking(dir, os.Getenv)
	old, err := trust.Records(set, os.Getenv).Read(dir)
	if err != nil {
		return err
	}
	if old == nil {
		return fmt.Errorf("%s: found that it was never trusted, want something to compare with", show.Path(dir, here))
	}
	changes := old.Changes()
	writeChanges(c.App.Writer, changes, here)
	now, err := recordOf(c, set, here, append(old.Roots(), from...))
	if err != nil {
		return faulty(c.App.Writer, err, here)
	}
	run := old.Ran(now.Runs)
	writeChanges(c.App.Writer, run, here)
	more, less := old.Beyond(now), now.Beyond(*old)
	less = slices.DeleteFunc(less, func(a trust.Ability) bool { return a.Verb == schema.SaysNow || now.Modules[a.What] != "" })
	for _, part := range []struct {
		head string
		all  []trust.Ability
	}{{"more than you were shown:", more}, {"no more:", less}} {
		if len(part.all) > 0 {
			fmt.Fprintln(c.App.Writer, part.head)
			io.WriteString(c.App.Writer, abilityTable(c.App.Writer, part.all))
		}
	}
	if len(changes)+len(run)+len(more)+len(less) > 0 {
		return exitCode(exitFaults)
	}
	return nil
}

// recordOf returns what there is to trust now of a rule set that asks. If the rules have faults, it
// fails with these.
func recordOf(c *cli.Context, set layers.Set, here string, from []string) (trust.Record, error) {
	s := compile.Kept()
	var found trust.Content
	var err error
	bounded.Rules.Do(s, set.Layers, c.App.ErrWriter, func() { found, err = trust.Read(s, set) })
	if err != nil {
		return trust.Record{}, err
	}
	return found.At(here).Record(s, from...), nil
}
