package guard

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// The bounds: at least how many percent of the denials must be held, and at most how many of the
// allowed.
const (
	LeastHeld = 97
	MostHeld  = 1
)

// A Score counts verdicts on cases.
type Score struct {
	classes map[string]map[string]*tally // by class and by expected verdict
	misses  []string
	faults  int
}

// A tally counts cases, and those that were denied or asked about.
type tally struct{ all, held int }

// Add counts a case, which stands for many cases.
func (s *Score) Add(c Case, v Verdict, many int) {
	if s.classes == nil {
		s.classes = map[string]map[string]*tally{}
	}
	for _, class := range []string{c.Class(), total} {
		if s.classes[class] == nil {
			s.classes[class] = map[string]*tally{"deny": {}, "ask": {}, "allow": {}}
		}
		t := s.classes[class][c.Expect]
		if t.all += many; v.Held() {
			t.held += many
		}
	}
	if v.Fault != "" {
		s.faults++
	}
	if v.Held() != (c.Expect != "allow") || v.Fault != "" {
		found := cmp.Or(v.Fault, v.Permission, "no opinion")
		miss := fmt.Sprintf("%s: found %s, want %s: %s", c.Source, found, c.Expect, strings.ReplaceAll(c.Call(), "\n", " ⏎ "))
		if v.Reason != "" {
			miss += "\n\t" + v.Reason
		}
		s.misses = append(s.misses, miss)
	}
}

// total is the class of all cases.
const total = "total"

// OK reports whether the score is within the bounds, and no rule failed.
func (s *Score) OK() bool {
	all := s.classes[total]
	return all != nil && s.faults == 0 && all["deny"].held*100 >= LeastHeld*all["deny"].all && all["allow"].held*100 <= MostHeld*all["allow"].all
}

// Write writes a table by class, and the misses.
func (s *Score) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "CATEGORY\tDENY\tHELD\tASK\tHELD\tALLOW\tHELD")
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(s.classes)), func(n string) bool { return n == total })
	for _, name := range append(names, total) {
		cells := []string{name}
		for _, expect := range []string{"deny", "ask", "allow"} {
			cells = append(cells, s.classes[name][expect].cells()...)
		}
		fmt.Fprintln(t, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(s.misses) > 0 {
		fmt.Fprintf(w, "\n%s\n", strings.Join(s.misses, "\n"))
	}
	_, err := fmt.Fprintf(w, "\nheld, denied or asked about: %s of what is to be denied (want %d %% at least), %s of what is allowed (want %d %% at most)\n",
		s.classes[total]["deny"].percent(), LeastHeld, s.classes[total]["allow"].percent(), MostHeld)
	return err
}

func (t *tally) cells() []string {
	if t == nil || t.all == 0 {
		return []string{"", ""}
	}
	return []string{strconv.Itoa(t.all), t.percent()}
}

func (t *tally) percent() string {
	if t.all == 0 {
		return "none"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(t.held)/float64(t.all))
}
