package page

import (
	"strings"
	"testing"
)

// What each pack is for fits a line of a terminal after its name.
func TestPacks(t *testing.T) {
	all := Packs()
	for _, p := range all {
		if len(p.Does) < 20 || len(p.Does) > 64 || strings.HasPrefix(p.Does, p.Name) || strings.HasSuffix(p.Does, ".") {
			t.Errorf("%s: %q, want 20 to 64 characters to be read after the name", p.Name, p.Does)
		}
	}
	if len(all) < 3 {
		t.Errorf("found %d packs, want all", len(all))
	}
}
