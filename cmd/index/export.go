package index

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strconv"

	"bcrules.dev/engine/files"
)

// export writes symbols.json beside the index, for programs that don't query it: an object with
// each name once, {"type": kind, "location": "path:line"} of its first definition, with paths from
// the project. It is replaced atomically.
func (b *base) export() error {
	rows, err := b.conn.QueryContext(context.Background(), "select name, kind, file, line from symbols where kind <> 'module' order by file, line, id")
	if err != nil {
		return err
	}
	defer rows.Close()
	to, err := os.OpenFile(b.exported()+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // by one indexer at a time
	if err != nil {
		return err
	}
	defer to.Close()
	w, said, open := bufio.NewWriter(to), map[string]bool{}, "{\n"
	for rows.Next() {
		var name, kind, file string
		var line int
		if err := rows.Scan(&name, &kind, &file, &line); err != nil {
			return err
		}
		if said[name] {
			continue
		}
		said[name] = true
		w.WriteString(open)
		w.Write(files.JSON(name))
		w.WriteString(`: {"type": "` + kind + `", "location": `)
		w.Write(files.JSON(file + ":" + strconv.Itoa(line)))
		w.WriteString("}")
		open = ",\n"
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(said) == 0 {
		w.WriteString("{")
	}
	w.WriteString("\n}\n")
	if err := w.Flush(); err != nil {
		return err
	}
	if err := to.Close(); err != nil {
		return err
	}
	return os.Rename(to.Name(), b.exported())
}

// exported returns the path of that file.
func (b *base) exported() string { return filepath.Join(filepath.Dir(b.file), "symbols.json") }
