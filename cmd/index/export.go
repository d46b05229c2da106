package index

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bcrules.dev/engine/files"
)

// symbols.json beside the index is for programs that don't query the index: an object with each
// name once, {"type": kind, "location": "path:line"} of its first definition, with paths from the
// project. It is replaced atomically.
//
// If only few files changed since it was written (the table unsaid), only the lines of their names
// are made again and the others are copied: 500,000 symbols take twenty times as long to sort as to
// copy.

// few is the largest number of changed files for which lines are copied.
const few = 1000

// first selects all definitions, in the order in which the first of each name counts.
const first = "select name, kind, file, line from symbols where kind <> 'module' order by file, line, id"

// export brings symbols.json up to date.
func (b *base) export() error {
	old, err := os.Open(exported(b.file))
	if err == nil {
		defer old.Close()
	}
	fresh := err != nil
	changed, err := b.texts("select path from unsaid limit ?", few+1)
	if err != nil || !fresh && len(changed) == 0 {
		return err
	}
	to, err := os.OpenFile(exported(b.file)+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // safe, as only one indexer runs at a time
	if err != nil {
		return err
	}
	defer to.Close()
	w := &symbols{Writer: bufio.NewWriterSize(to, 1<<16)}
	if fresh || len(changed) > few {
		err = b.all(w)
	} else {
		err = b.patch(w, old, changed)
	}
	if err == nil {
		err = w.end()
	}
	if err == nil {
		err = to.Close()
	}
	if err == nil {
		err = os.Rename(to.Name(), exported(b.file))
	}
	if err == nil {
		err = b.exec("delete from unsaid")
	}
	return err
}

// all writes all names.
func (b *base) all(w *symbols) error {
	said := map[string]bool{}
	return b.definitions(func(name, kind, at string) {
		if !said[name] {
			said[name] = true
			w.symbol(name, kind, at)
		}
	}, first)
}

// patch copies the old file's lines, and writes new ones for names that the changed files define,
// or defined first.
func (b *base) patch(w *symbols, old *os.File, changed []string) error {
	of, again := map[string]bool{}, map[string]bool{}
	for _, path := range changed {
		of[path] = true
		names, err := b.texts("select distinct name from symbols where file = ? and kind <> 'module'", path)
		if err != nil {
			return err
		}
		for _, name := range names {
			again[string(files.JSON(name))] = true
		}
	}
	lines := bufio.NewScanner(old)
	lines.Buffer(make([]byte, 1<<16), 8*biggest) // a symbol of a file in JSON, escaped
	for lines.Scan() {
		line := lines.Bytes()
		name, file := parts(line)
		switch {
		case name == nil:
		case of[string(file)] || bytes.IndexByte(file, '\\') >= 0 && of[unquoted(file)]:
			again[string(name)] = true
		case !again[string(name)]:
			w.line(bytes.TrimRight(line, ","))
		}
	}
	if err := lines.Err(); err != nil { // without the old file, the next run writes all names
		return errors.Join(err, os.Remove(old.Name()))
	}
	for quoted := range again {
		var name string
		if err := json.Unmarshal([]byte(quoted), &name); err != nil {
			return err
		}
		err := b.definitions(w.symbol, "select name, kind, file, line from symbols where name = ? and kind <> 'module' order by file, line, id limit 1", name)
		if err != nil {
			return err
		}
	}
	return nil
}

// beforeKind and beforePlace separate a line's name, kind and place.
const (
	beforeKind  = `: {"type": "`
	beforePlace = `", "location": "`
)

// parts returns a line's name, with its quotes, and its file; nil for a line without these.
func parts(line []byte) (name, file []byte) {
	name, rest, ok := bytes.Cut(line, []byte(beforeKind))
	_, place, ok2 := bytes.Cut(rest, []byte(beforePlace))
	end := bytes.LastIndexByte(place, ':')
	if !ok || !ok2 || end < 0 {
		return nil, nil
	}
	return name, place[:end]
}

// unquoted decodes the text between the quotes of a JSON string.
func unquoted(text []byte) (s string) {
	json.Unmarshal([]byte(`"`+string(text)+`"`), &s)
	return s
}

// A symbols writes symbols.json.
type symbols struct {
	*bufio.Writer
	some bool
}

func (w *symbols) symbol(name, kind, at string) {
	w.line([]byte(string(files.JSON(name)) + beforeKind + kind + beforePlace + strings.TrimPrefix(string(files.JSON(at)), `"`) + "}"))
}

func (w *symbols) line(line []byte) {
	if w.some {
		w.WriteString(",\n")
	} else {
		w.WriteString("{\n")
	}
	w.some = true
	w.Write(line)
}

func (w *symbols) end() error {
	if !w.some {
		w.WriteString("{")
	}
	w.WriteString("\n}\n")
	return w.Flush()
}

// definitions calls each with every symbol that a query returns.
func (b *base) definitions(each func(name, kind, at string), query string, args ...any) error {
	rows, err := b.conn.QueryContext(context.Background(), query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name, kind, file string
		var line int
		if err := rows.Scan(&name, &kind, &file, &line); err != nil {
			return err
		}
		each(name, kind, file+":"+strconv.Itoa(line))
	}
	return rows.Err()
}

// texts returns the texts that a query returns.
func (b *base) texts(query string, args ...any) (all []string, err error) {
	rows, err := b.conn.QueryContext(context.Background(), query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}

// exported returns the path of the symbols.json beside an index.
func exported(index string) string { return filepath.Join(filepath.Dir(index), "symbols.json") }
