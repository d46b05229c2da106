package cache

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/adler32"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// version is that of the layout and of the code in it.
const version = "plan 7, code " + plan.CodeVersion

const magic = "bcrules plan\n"

// A Store is the folder of the user's plans.
type Store struct{ dir string }

// Open returns the store in the user's cache folder, which need not be there yet.
func Open() (Store, error) {
	cache, err := os.UserCacheDir()
	return Store{filepath.Join(cache, "bcrules", "plans")}, err
}

// folder makes the store's folder. It fails if that is somebody else's. Readers
// don't ask: they look at the owner of each file.
func (s Store) folder() error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(s.dir)
	if err == nil && (!info.IsDir() || !files.Owned(info)) {
		err = fmt.Errorf("%s: found something that is not a folder of this user, want one", s.dir)
	}
	return err
}

// path is where something about a rule set is kept.
func (s Store) path(rules, kind string) string {
	h := fnv.New128a()
	h.Write([]byte(rules))
	return s.dir + string(filepath.Separator) + hex.EncodeToString(h.Sum(nil)) + "." + kind
}

// A head says what a plan file holds and where.
type head struct {
	Version string
	Rules   string
	Notice  string
	Size    int64 // of all after the head
	Quiet   bool  // of the log: what is asked at every event, also one that no hook is for
	Inputs  bool
	Max     int64
	Stamp   Stamp
	Common  region // timeout, the rest of the log, settings and marks
	Names   region // a directory
	Tables  map[string]region
	Events  []eventEntry
}

// An eventEntry is an event's regions, decoded for the one event that happened.
type eventEntry struct{ Name, Raw []byte }

// A region is a part of the file: where it starts after the head, its length, and
// a checksum (Adler-32, which needs no table made first) where it is not a table.
type region struct{ At, Len, Sum int64 }

// eventRegions say where an event's parts are. The matcher stands here, as it
// decides whether the others are looked at.
type eventRegions struct {
	Matcher plan.Matcher
	Agenda  region
	Any     region
	Table   region // rows of rowSize bytes, a power of two of them
}

// A row of a table is the hash of a name and the region of its drawer; a row
// without a drawer is free. A name's row is the first that fits from the one its
// hash falls on.
const rowSize = 32

// A drawer holds hooks, each with its place among the event's.
type drawer struct{ Hooks []numbered }

type numbered struct {
	N    int
	Hook plan.Hook // without what rest codes
	Rest region
}

// Write keeps the plan of a rule set that was made from what the stamp says.
func (s Store) Write(rules string, p *plan.Plan, stamp Stamp) error {
	h := head{Version: version, Rules: rules, Notice: p.Notice, Quiet: p.Log.Quiet, Inputs: p.Log.Inputs, Max: p.Log.Max, Stamp: stamp}
	var body []byte
	put := func(raw []byte) region {
		r := region{int64(len(body)), int64(len(raw)), int64(adler32.Checksum(raw))}
		body = append(body, raw...)
		return r
	}
	h.Common = put(bytes(func(c *wire.Coder) { common(c, p) }))
	names := directory{Takers: p.Takers}
	for _, event := range slices.Sorted(maps.Keys(p.Events)) {
		a := p.Events[event]
		rests := make([]region, len(a.Hooks))
		for i := range a.Hooks {
			rests[i] = put(bytes(func(c *wire.Coder) { rest(c, &a.Hooks[i]) }))
		}
		every, byName := arrange(a, rests)
		regions := eventRegions{
			Matcher: a.Matcher,
			Agenda:  put(bytes(func(c *wire.Coder) { agenda(c, a) })),
			Any:     put(every.bytes()),
			Table:   put(table(byName, put)),
		}
		h.Events = append(h.Events, eventEntry{[]byte(event), bytes(regions.code)})
		for _, hook := range a.Hooks {
			names.Hooks = append(names.Hooks, hook.Name)
		}
	}
	h.Tables = map[string]region{}
	for _, name := range slices.Sorted(maps.Keys(p.Tables)) {
		h.Tables[name] = put(bytes(func(c *wire.Coder) { tableOf(c, p.Tables[name]) }))
	}
	h.Names = put(bytes(names.code))
	h.Size = int64(len(body))
	top := bytes(h.code)
	data := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(top)))
	data = append(append(data, top...), body...)
	if err := s.write(rules, "plan", data); err != nil {
		return err
	}
	if err := s.writeGuard(rules, p.Closed()); err != nil {
		return err
	}
	os.Remove(s.path(rules, "fault"))
	if p.Notice != "" {
		return nil // of which a session may have been told
	}
	told, _ := filepath.Glob(s.path(rules, "told-*"))
	for _, t := range told {
		os.Remove(t)
	}
	return nil
}

// arrange sorts an event's hooks into drawers: one for those that any value may
// match, and one for each name that a list of exact names has. The rests of the
// hooks lie elsewhere.
func arrange(a *plan.Agenda, rests []region) (every *drawer, byName map[string]*drawer) {
	every, byName = &drawer{}, map[string]*drawer{}
	for i, h := range a.Hooks {
		names, exact := a.Matcher.Names(h.Match)
		if !exact || a.Matcher.Field == "" {
			every.Hooks = append(every.Hooks, numbered{i, h, rests[i]})
			continue
		}
		for _, n := range names {
			if byName[n] == nil {
				byName[n] = &drawer{}
			}
			byName[n].Hooks = append(byName[n].Hooks, numbered{i, h, rests[i]})
		}
	}
	return every, byName
}

func (d *drawer) bytes() []byte {
	if len(d.Hooks) == 0 {
		return nil
	}
	return bytes(d.code)
}

// bytes returns what code writes.
func bytes(code func(*wire.Coder)) []byte {
	c := wire.NewWriter()
	code(c)
	return c.Bytes()
}

// table puts the drawers into the file and returns the rows that lead to them.
func table(drawers map[string]*drawer, put func([]byte) region) []byte {
	if len(drawers) == 0 {
		return nil
	}
	n := 2
	for n < 2*len(drawers) { // half of the rows stay free, so that a search ends soon
		n *= 2
	}
	rows := make([]byte, n*rowSize)
	for _, name := range slices.Sorted(maps.Keys(drawers)) {
		r := put(drawers[name].bytes())
		h := hash(name)
		at := int(h) & (n - 1)
		for binary.LittleEndian.Uint64(rows[at*rowSize+16:]) != 0 {
			at = (at + 1) & (n - 1)
		}
		row := rows[at*rowSize:]
		binary.LittleEndian.PutUint64(row, h)
		binary.LittleEndian.PutUint64(row[8:], uint64(r.At))
		binary.LittleEndian.PutUint64(row[16:], uint64(r.Len))
		binary.LittleEndian.PutUint64(row[24:], uint64(r.Sum))
	}
	return rows
}

func hash(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// write replaces a file of the store.
func (s Store) write(rules, kind string, data []byte) error {
	if err := s.folder(); err != nil {
		return err
	}
	p := files.NewRoot(s.dir).Place(filepath.Base(s.path(rules, kind)))
	return files.Locked(p, func(p files.Place) error { return files.WriteMode(p, data, 0o600) })
}

// Check returns why plans can't be kept, or nil. It writes and removes a file.
func (s Store) Check() error {
	if err := s.folder(); err != nil {
		return err
	}
	f, err := os.CreateTemp(s.dir, "check-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Version names the layout of plans and the code in them.
func Version() string { return version }
