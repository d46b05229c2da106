package entries

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"bcrules.dev/engine/files"
)

// manyBytes limits the differing entries held at once. Below it the result is exact; above it, an
// entry that was dropped isn't remembered when an older equal one comes later.
const manyBytes = 8 << 20

// A Keeper picks the entries that are worth keeping: of equal ones the newest, in the place of the
// first; sorted by kind, unknown kinds last, and then newest first.
type Keeper struct {
	Form
	Kinds []string // gravest first
	Most  int      // entries to keep

	Seen int            // entries
	size int            // bytes of the held entries
	at   map[string]int // index in held by text
	held []kept
}

// A kept is an entry with its time and its position among all.
type kept struct {
	Entry
	when  time.Time
	place int
}

// Add adds an entry; it always returns true, to continue.
func (k *Keeper) Add(e Entry) bool {
	k.Seen++
	if i, ok := k.at[e.same()]; ok {
		if when := e.time(); when.After(k.held[i].when) {
			k.size += len(e.raw) - len(k.held[i].raw)
			k.held[i].Entry, k.held[i].when = e, when
		}
		return true
	}
	if k.at == nil {
		k.at = map[string]int{}
	}
	k.at[e.same()] = len(k.held)
	k.held = append(k.held, kept{e, e.time(), k.Seen})
	if k.size += len(e.raw); k.size > manyBytes && len(k.held) > 2*k.Most {
		k.prune()
	}
	return true
}

// prune drops all but the best.
func (k *Keeper) prune() {
	k.held = slices.Clone(k.best())
	k.size = 0
	clear(k.at)
	for i, e := range k.held {
		k.at[e.same()] = i
		k.size += len(e.raw)
	}
}

// best returns the entries to keep. Add mustn't be called afterwards.
func (k *Keeper) best() []kept {
	rank := func(e Entry) int {
		if i := slices.Index(k.Kinds, e.Kind); i >= 0 {
			return i
		}
		return len(k.Kinds)
	}
	slices.SortFunc(k.held, func(a, b kept) int {
		return cmp.Or(rank(a.Entry)-rank(b.Entry), b.when.Compare(a.when), a.place-b.place)
	})
	return k.held[:min(len(k.held), k.Most)]
}

// Lines returns the entries to keep as lines, with corrected kinds and times. Add mustn't be called
// afterwards.
func (k *Keeper) Lines() []byte {
	var b bytes.Buffer
	for _, e := range k.best() {
		b.Write(e.line(k.Form))
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// line returns an entry as a line of its file, with its kind and time corrected.
func (e Entry) line(f Form) []byte {
	o := files.ReadObject([]byte(e.raw))
	if _, ok := files.ParseTime(e.at); !ok {
		o.Set(f.Time, files.JSON(epoch))
	}
	o.Set(f.Kind, files.JSON(e.Kind))
	return o.Encode()
}
