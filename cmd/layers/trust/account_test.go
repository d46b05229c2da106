package trust

import (
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers"
)

// A home folder may be a project; the account's own rules in it don't ask.
func TestAccountsOwn(t *testing.T) {
	own := layers.User(Account())
	if own == "" {
		t.Skip("the system knows no home folder of this account")
	}
	set := layers.Set{Layers: []string{own}, Asks: own, Doubted: own}
	if c := Count(set, Account()); !slices.Equal(c.Layers, set.Layers) || c.Frozen != nil || c.Notice != "" {
		t.Errorf("counts %+v, want the folder as it is", c)
	}
	set.Asks = t.TempDir()
	set.Layers = []string{set.Asks}
	if c := Count(set, Account()); slices.Contains(c.Layers, set.Asks) || c.Notice == "" {
		t.Errorf("counts %+v, want nothing of the project", c)
	}
}

// Another folder than the account's is named, and whose word that is.
func TestBelieved(t *testing.T) {
	if got := Believed(layers.Set{}, Account()); got != "" {
		t.Errorf("found %q of the account's own, want nothing", got)
	}
	other := func(name string) string {
		return map[string]string{"HOME": "/elsewhere", "AppData": `C:\elsewhere`}[name]
	}
	if got := Believed(layers.Set{}, other); !strings.Contains(got, layers.User(other)+", as the environment has it") {
		t.Errorf("found %q, want the folder that the environment names", got)
	}
}
