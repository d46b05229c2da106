package index

import (
	"encoding/json"
	"time"

	"bcrules.dev/cmd/index/code"
)

// A read is the result of reading a file.
type read struct {
	entry
	file  *code.File
	fault string // why nothing is known about it, "" for no fault
	gone  bool   // it doesn't exist any more, or must not be read
}

// write replaces the rows of files and calls done with them, in one transaction.
func (b *base) write(all []read, done func([]read) error) error {
	return b.change(func() error {
		for _, r := range all {
			if err := b.put(r); err != nil {
				return err
			}
		}
		return done(all)
	})
}

func (b *base) put(r read) error {
	const its = " where symbol in (select id from symbols where file = ?)"
	for _, had := range []string{"names" + its, "branches" + its, "symbols where file = ?", "calls where file = ?", "imports where file = ?", "files where path = ?"} {
		if err := b.exec("delete from "+had, r.path); err != nil {
			return err
		}
	}
	if err := b.exec("insert or ignore into unsaid values (?)", r.path); err != nil || r.gone {
		return err
	}
	f := r.file
	if f == nil {
		f = &code.File{}
	}
	err := b.exec("insert into files values (?, ?, ?, ?, ?, ?, ?)", r.path, r.language.Name, r.size, r.changed, time.Now().UnixMilli(), f.Lines, r.fault)
	if err != nil || r.file == nil {
		return err
	}
	ids, err := b.symbols(r.path, f.Symbols)
	if err != nil {
		return err
	}
	return b.rest(r.path, f, ids)
}

// rest adds a file's rows other than its symbols, given the ids of these.
func (b *base) rest(file string, f *code.File, ids []int64) (err error) {
	add := func(text string, args ...any) {
		if err == nil {
			err = b.exec(text, args...)
		}
	}
	for _, c := range f.Calls {
		add("insert into calls values (?, ?, ?, ?)", file, c.Line, c.Caller, c.Callee)
	}
	for _, i := range f.Imports {
		add("insert into imports values (?, ?, ?, ?, ?)", file, i.Line, i.Module, i.Name, i.Alias)
	}
	for _, c := range f.Branches {
		add("insert into branches values (?, ?, ?, ?, ?)", file, ids[c.Symbol], c.Line, c.Stop, c.Kind)
	}
	told := map[code.Name]bool{}
	for _, n := range f.Names {
		if !told[n] {
			told[n] = true
			add("insert into names values (?, ?, ?, ?, ?)", file, ids[n.Symbol], n.Name, n.Line, n.Writes)
		}
	}
	return err
}

// symbols adds symbols and returns their ids.
func (b *base) symbols(file string, all []code.Symbol) (ids []int64, err error) {
	for _, s := range all {
		params, err := json.Marshal(append([]string{}, s.Params...))
		if err != nil {
			return nil, err
		}
		id, err := b.insert("insert into symbols (file, name, kind, parent, line, stop, signature, params, returns, doc) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			file, s.Name, s.Kind, s.Parent, s.Line, s.Stop, s.Signature, string(params), s.Returns, s.Doc)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}
