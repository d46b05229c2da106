package host

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/plan"
)

// Whatever a settings file holds, its values have the types that they have without it, and faults
// are named.
func FuzzSettings(f *testing.F) {
	for _, s := range []string{"", "{}", "null", `{"s":"x","i":3,"l":["x"]}`, `{"i":1e300,"l":[[]],"i":"3"}`, "\xff", `{"s":"\ud800"}`, `{"\u0073":1}`, `{"l":`, `{"i":-0.0}`} {
		f.Add([]byte(s))
	}
	h := &Host{Dir: f.TempDir()}
	path := filepath.Join(h.Dir, "settings.json")
	settings := &plan.Settings{File: "settings.json", Shape: &plan.Shape{Kind: "object", Fields: map[string]*plan.Shape{
		"s": {Kind: "string"}, "i": {Kind: "int"}, "l": {Kind: "list", Item: &plan.Shape{Kind: "string"}, Default: json.RawMessage(`["d"]`), Join: true},
	}}}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		h.Log = &Log{Stderr: &said, Now: time.Now}
		v, err := h.setting(settings, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := v.(map[string]any)
		if types := fmt.Sprintf("%T %T %T %d", got["s"], got["i"], got["l"], len(got)); types != "string int []interface {} 3" {
			t.Errorf("%q reads as %v, of types %s", data, got, types)
		}
		for line := range strings.Lines(said.String()) {
			if !strings.HasPrefix(line, "[settings] settings.json: ") {
				t.Errorf("%q: says %q, want the file's name in it", data, line)
			}
		}
	})
}
