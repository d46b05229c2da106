package table

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/wire"
)

// A Store is the folder of a user's indexes, and the key of what is their own. Without a key
// it keeps none, and believes none.
type Store struct {
	Dir string
	Key func() *wire.Key // nil for none; asked where an index is
}

// unused is how long an index is kept: its table may not be there any more.
const unused = 30 * 24 * time.Hour

// Found is what a table's file has.
type Found struct {
	Rows   [][]byte // for the queries, as Index.Find has them
	Faults []Fault  // that were not known before: those of an index are told once
	Lost   int      // as Index.Lost has it, each time
}

// Find returns what a table's file has for queries. Its error is fs.ErrNotExist if there
// is no file.
func (s Store) Find(p files.Place, def *Definition, id string, queries ...Query) (f Found, err error) {
	from, err := sourceOf(p, id)
	if err != nil {
		return f, err
	}
	if x, _ := s.open(from); x != nil {
		f.Rows, err = x.Find(queries...)
		f.Lost = x.Lost()
		x.Close()
		if !errors.Is(err, wire.ErrDamaged) {
			return f, err
		}
		s.place(from).Drop()
	}
	x, faults, err := s.made(p, def, from)
	if err != nil {
		return Found{}, err
	}
	defer x.Close()
	f.Rows, err = x.Find(queries...)
	f.Faults, f.Lost = faults, x.Lost()
	return f, err
}

// made returns the index of a source that had none: of processes that want it at
// once the first makes it.
func (s Store) made(p files.Place, def *Definition, from source) (x *Index, faults []Fault, err error) {
	if s.none() || os.MkdirAll(s.Dir, 0o700) != nil {
		return Store{}.make(p, def, from, "")
	}
	err = files.Locked(s.place(from), func(files.Place) (err error) {
		var told string
		if x, told = s.open(from); x == nil {
			x, faults, err = s.make(p, def, from, told)
		}
		return err
	})
	if err != nil { // the folder can't be locked, or the file not be read
		return Store{}.make(p, def, from, "")
	}
	return x, faults, nil
}

// none reports whether nothing is kept.
func (s Store) none() bool { return s.Dir == "" || s.Key == nil || s.Key() == nil }

// sourceOf returns what an index of the file at p is to be made from.
func sourceOf(p files.Place, id string) (source, error) {
	info, err := p.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: found no regular file, want one", p.Path())
	}
	if err != nil {
		return source{}, err
	}
	return source{p.Path(), id, files.StateOf(info), time.Now().UnixNano()}, nil
}

// open opens the index that was made from a source, if it is the user's own, by who has
// their key. If it was made from an earlier one, it returns what faults that had.
func (s Store) open(from source) (x *Index, told string) {
	if s.none() {
		return nil, ""
	}
	h, err := files.OpenOwn(s.place(from).Path())
	if err != nil {
		return nil, ""
	}
	if x, err = openWith(h, h.Size, s.key(from)); err != nil {
		h.Close()
		return nil, ""
	}
	of := x.root.Source
	if of.State == from.State && of.Path == from.Path && of.ID == from.ID && files.Rested(of.State.Time, of.Taken) {
		return x, ""
	}
	h.Close()
	return nil, x.root.Told
}

// make makes the index of a source and keeps it, if it can; known are the faults of
// the one before. The folder's lock is held, if there is a folder.
func (s Store) make(p files.Place, def *Definition, from source, known string) (*Index, []Fault, error) {
	data, err := files.Read(p)
	if err != nil {
		return nil, nil, err
	}
	key := s.key(from)
	index, faults := build(def, data, from, key)
	x, err := openWith(bytes.NewReader(index), int64(len(index)), key)
	if err == nil && x.root.Told == known {
		faults = nil
	}
	if !s.none() {
		place := s.place(from)
		files.WriteCache(place, index) // or it is made again
		s.sweep(place)
	}
	return x, faults, err
}

// place is where the index of a source is kept, and key what its sums are made with.
func (s Store) place(from source) files.Place { return files.NewRoot(s.Dir).Place(from.name()) }

func (s Store) key(from source) *wire.Key {
	if s.none() {
		return nil
	}
	return s.Key().For(kind, from.name())
}

func (s source) name() string { return name(s.Path) + "-" + name(s.ID) + ".table" }

// name is a file's name for a text.
func name(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

// sweep removes indexes that were made long ago; one that is in use is made again.
func (s Store) sweep(made files.Place) {
	entries, err := made.Folder().ReadDir()
	own := filepath.Base(made.Path())
	if err != nil {
		return
	}
	for _, e := range entries {
		other := made.Folder().Join(e.Name())
		info, err := other.Stat()
		if err == nil && e.Name() != own && filepath.Ext(e.Name()) == filepath.Ext(own) && time.Since(info.ModTime()) > unused {
			other.Drop()
		}
	}
}
