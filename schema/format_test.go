package schema

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"cuelang.org/go/cue/format"
)

// All rule files have CUE's layout; make fmt rewrites them.
func TestFormatted(t *testing.T) {
	for _, dir := range []string{".", "../rules", "../actions"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".cue" {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			want, err := format.Source(data)
			if err != nil {
				return err
			}
			if bytes.Equal(data, want) {
				return nil
			}
			if os.Getenv("UPDATE") != "" {
				return os.WriteFile(path, want, 0o644)
			}
			t.Errorf("%s is not formatted; make fmt does it", path)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
