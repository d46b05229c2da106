package sql

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/engine/store"
)

// Every line is answered by a line, and one that isn't a request changes nothing.
func FuzzServe(f *testing.F) {
	open := `{"format":3,"store":"a","open":{"name":"a","absent":true,"schema":["create table t (x text)"],"within":1000000000,"statements":{"q":{"sql":"select x from t where x is ?1","row":{"x":"string"}},"s":{"sql":"insert into t values (?1)"}}},"do":[{"name":"s","args":["x"]},{"name":"q","args":["x"]}]}`
	for _, text := range []string{open, open + "\n" + `{"format":3,"store":"a","do":[{"name":"q","args":[null]}],"read":true}`, "", "\n", "{}", `{"format":1}`,
		`{"format":3,"store":"b","do":[]}`, `{"format":3,"store":"a","do":[{"name":"q","args":[1e400,[],{}]}]}`, `[`, "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, `"file"`) || strings.Contains(text, `"url"`) || strings.Contains(text, "\\u") || strings.Contains(strings.ToLower(text), "attach") || strings.Contains(strings.ToLower(text), "recursive") {
			t.Skip("it leads out of memory, or to no end")
		}
		var out bytes.Buffer
		if err := Serve(strings.NewReader(text), &out); err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(text, "\n")
		if text != "" && !strings.HasSuffix(text, "\n") {
			lines++
		}
		if got := strings.Count(out.String(), "\n"); got != lines {
			t.Fatalf("found %d answers to %d lines", got, lines)
		}
		for line := range strings.Lines(out.String()) {
			var a store.Answer
			if err := json.Unmarshal([]byte(line), &a); err != nil || a.Format != store.Format {
				t.Fatalf("found %q (%v), want an answer", line, err)
			}
		}
	})
}

// A keeper doesn't know a store that nobody opened, or a statement of another name, and a file of
// another program without tables counts as missing.
func TestServe(t *testing.T) {
	empty := filepath.ToSlash(filepath.Join(t.TempDir(), "empty.db"))
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	in := strings.Join([]string{
		`{"format":3,"store":"a","do":[{"name":"q"}]}`,
		`{"format":3,"store":"a","open":{"name":"a","absent":true,"schema":["create table t (x text)"],"within":1000000000,"statements":{"q":{"sql":"select count(*) as n from t","row":{"n":"int"}},"s":{"sql":"insert into t values (?1)"}}},"do":[{"name":"s","args":["x"]},{"name":"q"}]}`,
		`{"format":3,"store":"a","do":[{"name":"delete from t"}]}`,
		`{"format":3,"store":"a","do":[{"name":"q"}]}`,
		`{"format":3,"store":"b","open":{"name":"b","file":"` + empty + `","readOnly":true,"schema":["create table t (x text)"],"within":1000000000,"statements":{"q":{"sql":"select x from t","row":{"x":"string"}}}},"do":[{"name":"q"}]}`,
		`{"format":1,"store":"a","do":[{"name":"q"}]}`,
		`{"format":3,"store":"a"`,
	}, "\n")
	var out bytes.Buffer
	if err := Serve(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"found no such store, want it opened before it is asked",
		`"rows":[null,[{"n":1}]],"changed":1`,
		`found statement \"delete from t\", want one of the store`,
		`"rows":[[{"n":1}]]`,
		`"rows":[[]]`,
		"found a request of format 1, want 3",
		"found a line that is no request",
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, line := range lines {
		if i >= len(want) || !strings.Contains(line, want[i]) {
			t.Errorf("line %d: found %s", i, line)
		}
	}
	if len(lines) != len(want) {
		t.Errorf("found %d answers, want %d", len(lines), len(want))
	}
}
