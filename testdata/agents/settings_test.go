package agents

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/schema"
)

// spoilt are additions to JSON that settings may have.
var spoilt = map[string]func(string) string{
	settings.Comment:       func(text string) string { return "// mine\n" + text },
	settings.TrailingComma: func(text string) string { i := strings.LastIndexByte(text, '}'); return text[:i] + "," + text[i:] },
	settings.ByteOrderMark: func(text string) string { return "\uFEFF" + text },
}

// A client starts hooks by settings with additions to JSON if the table of agents says that it
// takes these, and otherwise starts none. Clients whose file init writes as a whole, and not in
// JSON, aren't tested.
func TestSettings(t *testing.T) {
	bin := commands(t)
	for _, c := range Clients {
		a := c.entry(t)
		if a.Register != nil && a.Register.Text != "" {
			continue
		}
		programs, err := c.Install()
		if err != nil {
			t.Skipf("the client can't be had: %v", err)
		}
		for what, spoil := range spoilt {
			t.Run(c.title()+"/"+what, func(t *testing.T) {
				c := c
				c.spoil = spoil
				project, asked := c.session(t, bin, programs, rules, []Step{{Calls: c.Shell("echo DENY > denied.txt")}, {Text: "Done."}})
				takes := !there(project, "denied.txt") && len(asked) > 0
				if want := slices.Contains(a.Takes, what); takes != want || a.Takes == nil {
					t.Errorf("takes a %s: %t, want %t", what, takes, want)
				}
			})
		}
	}
}

// entry returns what the table of agents says of the client.
func (c Client) entry(t *testing.T) *schema.Agent {
	t.Helper()
	s := compile.Schema()
	all := s.Agents()
	name := c.Agent
	if c.Own {
		name += "-pascal"
	}
	return all[slices.IndexFunc(all, func(a *schema.Agent) bool { return a.Name == name })]
}

// settings returns the file in which the client has its hooks.
func (c Client) settings(t *testing.T, home, project string) string {
	t.Helper()
	switch r := c.entry(t).Register; {
	case c.Own:
		return filepath.Join(project, ".claude", "settings.json")
	case c.User:
		return filepath.Join(home, filepath.FromSlash(r.User))
	default:
		return filepath.Join(project, filepath.FromSlash(r.Project))
	}
}
