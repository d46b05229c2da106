package conformance

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"
)

// recordings reads NAME.jsonl, a recorded run a line, and NAME.otherwise.jsonl, which says by id
// what of a run is not played (leave) or is wanted otherwise, and why. Each line is translated
// before it is read. If effects are wanted otherwise, they replace all recorded ones.
func recordings[T any](t *testing.T, name string, translated func([]byte) []byte) (all []T) {
	t.Helper()
	type key struct {
		ID, About string
		Effects   json.RawMessage
	}
	otherwise := map[string]json.RawMessage{}
	eachLine(t, name+".otherwise.jsonl", func(line []byte) error {
		var k key
		err := json.Unmarshal(line, &k)
		otherwise[k.ID] = translated(slices.Clone(line))
		return err
	})
	eachLine(t, name+".jsonl", func(line []byte) error {
		var k key
		if err := json.Unmarshal(line, &k); err != nil || k.About != "" { // a line on how to read the others
			return err
		}
		var x T
		if err := json.Unmarshal(translated(line), &x); err != nil {
			return err
		}
		if more, ok := otherwise[k.ID]; ok {
			delete(otherwise, k.ID)
			var has key
			if json.Unmarshal(more, &has); has.Effects != nil {
				reflect.ValueOf(&x).Elem().FieldByName("Effects").SetZero() // otherwise maps would keep their content
			}
			if err := json.Unmarshal(more, &x); err != nil {
				return err
			}
		}
		all = append(all, x)
		return nil
	})
	for id := range otherwise {
		t.Errorf("found %s to be otherwise, and no such run", id)
	}
	return all
}

// eachLine reads a file line by line.
func eachLine(t *testing.T, name string, read func(line []byte) error) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if err := read(lines.Bytes()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
}
