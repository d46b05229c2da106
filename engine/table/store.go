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

// A Store keeps a user's indexes in a folder, with the key that authenticates them. Without a key
// it keeps and believes none.
type Store struct {
	Dir string
	Key func() *wire.Key // called when an index is needed; nil for none
}

// unused is how long an index is kept, since its table may be gone.
const unused = 30 * 24 * time.Hour

// Found is the result of queries to a table's file.
type Found struct {
	Rows   [][]byte // that match, as from Index.Find
	Faults []Fault  // only new ones: an index's faults are reported once
	Lost   int      // as from Index.Lost, each time
}

// Find queries a table's file. Its error is fs.ErrNotExist if there is no file.
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

// made returns the index of a source that has none yet. The first of several concurrent processes
// makes it.
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
	if err != nil { // the folder can't be locked, or the file can't be read
		return Store{}.make(p, def, from, "")
	}
	return x, faults, nil
}

// none reports whether nothing is kept.
func (s Store) none() bool { return s.Dir == "" || s.Key == nil || s.Key() == nil }

// sourceOf describes the file at p as the source of an index.
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

// open opens the index of a source if it is the user's own, made with their key. If the index is of
// an earlier version of the file, it returns the fingerprint of its faults.
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
	return nil, x.root.FaultsID
}

// make makes the index of a source and keeps it if it can. known is the fingerprint of the previous
// index's faults. If s keeps indexes, its folder must be locked.
func (s Store) make(p files.Place, def *Definition, from source, known string) (*Index, []Fault, error) {
	data, err := files.Read(p)
	if err != nil {
		return nil, nil, err
	}
	key := s.key(from)
	index, faults := build(def, data, from, key)
	x, err := openWith(bytes.NewReader(index), int64(len(index)), key)
	if err == nil && x.root.FaultsID == known {
		faults = nil
	}
	if !s.none() {
		place := s.place(from)
		files.WriteCache(place, index) // or it is made again
		s.sweep(place)
	}
	return x, faults, err
}

// place is where the index of a source is kept; key authenticates it.
func (s Store) place(from source) files.Place { return files.NewRoot(s.Dir).Place(from.name()) }

func (s Store) key(from source) *wire.Key {
	if s.none() {
		return nil
	}
	return s.Key().For(kind, from.name())
}

func (s source) name() string { return name(s.Path) + "-" + name(s.ID) + ".table" }

// name returns a file name for a text.
func name(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

// sweep removes indexes that were made long ago; one still in use is made again.
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
