//go:build !windows

package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine/host"
	"bcrules.dev/schema/codeindex"
	"bcrules.dev/testdata/sqlite"
)

// An indexed table of the code index, by its columns.
type indexed struct {
	table   string
	columns string
	values  []any
}

// A symbol is a row of the code index.
type symbol struct {
	file, name, kind, parent, signature, params, returns, doc string
	line                                                      int
}

// index makes the code index from what the daemon answered.
func (w *world) index(t *testing.T, at site, x record) {
	t.Helper()
	var call struct {
		Tool  string `json:"tool_name"`
		Input struct {
			Path string `json:"file_path"`
		} `json:"tool_input"`
	}
	json.Unmarshal(x.Stdin, &call)
	var symbols, found []symbol
	var rows []indexed
	read := "" // the file that an answer is about: the one read, or else one that a search finds
	if call.Tool == "Read" {
		read = strings.TrimPrefix(call.Input.Path, "$PROJECT/")
	}
	for _, q := range *x.Setup.Daemon {
		var got heard
		if json.Unmarshal(q.Reply, &got) != nil {
			continue // a text that stands for the context has no known meaning
		}
		kind, name, _ := strings.Cut(q.Match.Pattern, " ")
		for _, r := range got.Results {
			if read == "" {
				read = r.File
			}
			if q.Match.Cmd == "semantic" {
				kind, name = "def", r.Function
			}
			found = append(found, symbol{file: r.File, name: name, kind: map[string]string{"def": "function", "class": "class"}[kind], line: r.Line, signature: r.Content, params: "[]"})
		}
		for _, c := range got.Callers {
			rows = append(rows, indexed{"calls", "file, line, caller, callee", []any{c.File, c.Line, c.Function, q.Match.Func}})
		}
	}
	for _, q := range *x.Setup.Daemon {
		var got heard
		if json.Unmarshal(q.Reply, &got) == nil && read != "" {
			symbols, rows = append(symbols, got.Result.symbols(read)...), append(rows, got.Result.calls(read)...)
		}
	}
	files, known := map[string]bool{read: true}, map[string]bool{}
	for _, s := range append(symbols, found...) { // a file's own symbols are better known than those that a search shows of it
		files[s.file] = true
		if key := s.file + "\n" + s.name; s.name != "" && !known[key] {
			known[key] = true
			rows = append(rows, indexed{"symbols", "file, name, kind, parent, line, stop, signature, params, returns, doc",
				[]any{s.file, s.name, s.kind, s.parent, s.line, s.line + 9, s.signature, s.params, s.returns, s.doc}})
		}
	}
	for file := range files {
		rows = append(rows, fileRow(at, file))
	}
	w.write(t, at, rows)
}

// heard is what the daemon answers.
type heard struct {
	Result  extracted
	Results []struct {
		File, Function, Content string
		Line                    int
	}
	Callers []struct {
		File, Function string
		Line           int
	}
}

// extracted is the daemon's answer about a file.
type extracted struct {
	Functions []struct {
		Name, Docstring, Signature string
		Line                       int    `json:"line_number"`
		Returns                    string `json:"return_type"`
		Params                     []string
	}
	Classes []struct {
		Name, Docstring string
		Line            int `json:"line_number"`
		Methods         []struct{ Name string }
	}
	Definitions, Uses []struct { // what the first function does with a variable
		Name string `json:"var_name"`
		Line int
	}
	Graph struct{ Calls map[string][]string } `json:"call_graph"`
}

// symbols returns the symbols of a file.
func (e extracted) symbols(file string) (all []symbol) {
	for _, f := range e.Functions {
		all = append(all, symbol{file: file, name: f.Name, kind: "function", line: f.Line, signature: f.Signature, params: jsonOf(append([]string{}, f.Params...)), returns: f.Returns, doc: f.Docstring})
	}
	for _, c := range e.Classes {
		all = append(all, symbol{file: file, name: c.Name, kind: "class", line: c.Line, signature: "class " + c.Name, params: "[]", doc: c.Docstring})
		for i, m := range c.Methods {
			all = append(all, symbol{file: file, name: m.Name, kind: "method", parent: c.Name, line: c.Line + i + 1, signature: "def " + m.Name + "(self)", params: `["self"]`})
		}
	}
	return all
}

// calls returns the calls of a file, in the order of its functions, and the data flow in these.
func (e extracted) calls(file string) (rows []indexed) {
	var callers []string
	for _, f := range e.Functions {
		callers = append(callers, f.Name)
	}
	for caller := range e.Graph.Calls {
		if !slices.Contains(callers, caller) {
			callers = append(callers, caller)
		}
	}
	for _, d := range e.Definitions {
		rows = append(rows, indexed{"names", "file, symbol, name, line, writes", []any{file, 1, d.Name, d.Line, 1}})
	}
	for _, u := range e.Uses {
		rows = append(rows, indexed{"names", "file, symbol, name, line, writes", []any{file, 1, u.Name, u.Line, 0}})
	}
	for line, caller := range callers {
		for _, callee := range e.Graph.Calls[caller] {
			rows = append(rows, indexed{"calls", "file, line, caller, callee", []any{file, line + 1, caller, callee}})
		}
	}
	return rows
}

// insert returns the statement for a row.
func (r indexed) insert() string {
	return fmt.Sprintf("insert into %s (%s) values (?%s)", r.table, r.columns, strings.Repeat(", ?", len(r.values)-1))
}

// fileRow returns the row of a file in the index, as old as the existing file.
func fileRow(at site, file string) indexed {
	var size, changed int64
	if info, err := os.Stat(filepath.Join(at["PROJECT"], file)); err == nil {
		size, changed = info.Size(), info.ModTime().UnixMilli()
	}
	language := map[string]string{".py": "python", ".ts": "typescript", ".tsx": "tsx", ".js": "javascript", ".jsx": "javascript", ".go": "go", ".rs": "rust"}[filepath.Ext(file)]
	return indexed{"files", "path, language, size, changed, indexed, lines", []any{file, language, size, changed, changed, 200}}
}

// write makes the finished index of a site, with rows.
func (w *world) write(t *testing.T, at site, rows []indexed) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", w.cache)
	file, err := (&host.Host{Dir: at["PROJECT"], Getenv: os.Getenv}).Index()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, of := range []string{file, file + "-wal", file + "-shm"} { // of another site in the same place
		os.Remove(of)
	}
	db := sqlite.Open(t, file)
	defer db.Close()
	tables := fmt.Sprintf("%s\npragma user_version = %d; pragma journal_mode = wal; update state set began = 1, ended = 2", codeindex.Tables, codeindex.Version)
	if _, err := db.Exec(tables); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if _, err := db.Exec(r.insert(), r.values...); err != nil {
			t.Fatal(err)
		}
	}
}
