package index

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/store"
	"bcrules.dev/testdata/built"
)

// Questions to an index of 20,000 symbols, as rules ask them, through a bcstore that has it open.
func BenchmarkQuestions(b *testing.B) {
	bcstore := filepath.Join(built.Commands(b), "bcstore")
	x := indexer(b)
	for i := range 400 {
		var text strings.Builder
		text.WriteString("package p\n")
		for j := range 50 {
			fmt.Fprintf(&text, "\n// Fact%d of %d is one that readers open.\nfunc F%d_%d(a int) int { return F%d_%d(a) + common(a) }\n", j, i, i, j, (i+7)%400, j)
		}
		write(b, filepath.Join(x.Dir, fmt.Sprintf("d%d", i%20), fmt.Sprintf("f%d.go", i)), text.String())
	}
	if err := x.Run([]string{""}); err != nil {
		b.Fatal(err)
	}
	if n := found(b, x.File, "select count(*) from symbols"); n != "20000" {
		b.Fatalf("found %s symbols, want 20000", n)
	}
	for _, q := range []struct{ name, sql, arg string }{
		{"outline", "select line, signature, params, doc from symbols where file = ?1 order by line", "d3/f3.go"},
		{"callers", "select file, line, caller from calls where callee = ?1 order by file limit 20", "F10_10"},
		{"callers-of-many", "select file, line, caller from calls where callee = ?1 order by file limit 20", "common"},
		{"defined", "select file, line, signature from symbols where name = ?1", "F20_20"},
		{"words", "select s.file, s.line, bm25(words) as score from words join symbols s on s.id = words.rowid where words match ?1 order by bm25(words) limit 20", "fact7"},
		{"graph", "select distinct caller, callee from calls where file = ?1 order by line limit 15", "d3/f3.go"},
	} {
		b.Run(q.name, func(b *testing.B) {
			k := &store.Helper{Program: func() (string, error) { return bcstore, nil }}
			defer k.Close()
			r := store.Request{Store: "code", Read: true, Do: []store.Step{{Name: "q", Args: []any{q.arg}}}}
			r.Open = &store.Opening{Name: "code", File: x.File, ReadOnly: true, Within: time.Second, Statements: map[string]store.Statement{"q": {SQL: q.sql, Row: map[string]string{store.AllColumns: "any"}}}}
			for b.Loop() {
				if k.Opened("code") {
					r.Open = nil
				}
				a, err := k.Do(r)
				if err != nil || len(a.Rows[0]) < 10 {
					b.Fatal(err, string(a.Rows[0]))
				}
			}
		})
	}
}
