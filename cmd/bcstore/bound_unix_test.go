//go:build unix

package main

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/store"
	"bcrules.dev/testdata/built"
)

// SQL that nobody trusts takes no more than it may, however long its rules would wait.
func TestBound(t *testing.T) {
	endless := "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) as n from n"
	many := "create table a as with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000) select i, randomblob(1000000) as x from n"
	for name, test := range map[string]struct {
		schema string
		bound  store.Bound
		want   string
	}{
		"time":   {"create table a as " + endless, store.Bound{CPU: time.Second, Memory: 1 << 30}, "want"},
		"memory": {many, store.Bound{CPU: 60 * time.Second, Memory: 256 << 20}, "out of memory"},
		"enough": {"create table a (n int)", store.Bound{CPU: 10 * time.Second, Memory: 512 << 20}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "memory" && runtime.GOOS != "linux" {
				t.Skip("the system holds nobody to it")
			}
			h := &store.Helper{Program: func() (string, error) { return filepath.Join(built.Commands(t), "bcstore"), nil }, Bound: &test.bound, Waits: true}
			t.Cleanup(func() { h.Close() })
			o := &store.Opening{Name: "a", Absent: true, Within: time.Hour, Schema: []string{test.schema}, Statements: map[string]store.Statement{
				"q": {SQL: "select n from a", Row: map[string]string{"n": "int"}},
			}}
			a, err := h.Do(store.Request{Store: "a", Open: o, Try: true})
			switch {
			case test.want == "" && (err != nil || a.Tried["q"].Error != ""):
				t.Errorf("found %v, %v, want it tried", a, err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("found %v, want one that says %q", err, test.want)
			}
		})
	}
}
