package index

import (
	"context"
	"os"

	"bcrules.dev/cmd/index/code"
)

// had are the files in the index, as they were when they were read, and as they are now.
type had struct {
	at   map[string]int // by path
	read []version
	now  []entry
}

// A version identifies the state of a file.
type version struct{ size, changed int64 }

// files returns the files in the index in the order in which they were read. That is mostly by
// folder, which is best for inspecting them.
func (b *base) files() (*had, error) {
	rows, err := b.conn.QueryContext(context.Background(), "select path, size, changed from files order by rowid")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	h := &had{at: map[string]int{}}
	for rows.Next() {
		var path string
		var v version
		if err := rows.Scan(&path, &v.size, &v.changed); err != nil {
			return nil, err
		}
		h.at[path] = len(h.now)
		h.read, h.now = append(h.read, v), append(h.now, entry{path: path, language: code.Of(path)})
	}
	return h, rows.Err()
}

// inspect looks at each file.
func (h *had) inspect(project *os.Root) { inspectAll(project, h.now) }

// changed returns the files of the project that are to be read, the files that are gone, and the
// languages without a grammar. Files that can't be inspected stay in the index.
func (h *had) changed(project *os.Root, names []string, r *code.Reader) (wanted []entry, gone []read, missing string) {
	lacks, has := map[string]int{}, map[*code.Language]bool{}
	for i := range code.Languages {
		has[&code.Languages[i]] = r.Has(&code.Languages[i])
	}
	can := func(e entry) bool {
		if e.there && !has[e.language] {
			lacks[e.language.Name]++
		}
		return e.there && has[e.language]
	}
	var fresh []entry
	stays := make([]bool, len(h.now))
	for _, name := range names {
		i, known := h.at[name]
		if !known || !h.now[i].there { // it may be there by now
			fresh = append(fresh, entry{path: name, language: code.Of(name)})
			continue
		}
		e := h.now[i]
		if stays[i] = can(e); stays[i] && h.read[i] != (version{e.size, e.changed}) {
			wanted = append(wanted, e)
		}
	}
	inspectAll(project, fresh)
	for _, e := range fresh {
		is := can(e)
		if is {
			wanted = append(wanted, e)
		}
		if i, known := h.at[e.path]; known {
			h.now[i], stays[i] = e, is
		}
	}
	for i, e := range h.now {
		if !stays[i] && !e.unsure {
			gone = append(gone, read{entry: entry{path: e.path}, gone: true})
		}
	}
	return wanted, gone, lackingGrammars(lacks)
}
