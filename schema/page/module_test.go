package page_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"

	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/load"
)

// CUE itself, which knows nothing about this program, reads what Module wrote beside rules that
// import all packs, and finds a wrong value.
func TestModule(t *testing.T) {
	s := schema.New(engine.Library{Facts: full.All().Map(), Actions: actions.All().Map()}, rules.FS)
	for _, pack := range []string{"brewcode", "continuity", "guard", "lessons", "megabrain"} {
		for value, fault := range map[string]string{`3`: "", `"x"`: "hooks.mine.order"} {
			dir := t.TempDir()
			text := "package rules\n\nimport (\n\t\"bcrules.dev/schema\"\n\tof \"bcrules.dev/packs/" + pack + "\"\n)\n\nschema.#Rules\npacks: \"" + pack + "\": of\nhooks: mine: {on: \"Stop\", order: " + value + ", rules: []}\n"
			if err := os.WriteFile(filepath.Join(dir, "rules.cue"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			files, err := page.Module(s, dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(f.Path, f.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			inst := load.Instances([]string{"."}, &load.Config{Dir: dir})[0]
			err = inst.Err
			if err == nil {
				err = cuecontext.New().BuildInstance(inst).Validate()
			}
			if (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
				t.Errorf("%s with order %s: found %v, want %q", pack, value, err, fault)
			}
		}
	}
}
