package files

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"
)

// manyBytes is how much of entries that differ is held at once. Below it what is
// kept is exact; above it, an entry that was let go of isn't remembered when an
// older one that is the same comes later.
const manyBytes = 8 << 20

// readStart is how much of the start of a file over MaxRead is read, bytes; the
// rest is read of its end.
const readStart = MaxRead / 4

// A keeper picks the entries that are worth keeping: of those that are the same
// the newest, in the place of the first; by kind, others last, and newest first.
type keeper struct {
	kinds []string
	most  int

	seen int            // entries
	size int            // bytes of those held
	at   map[string]int // where the entry of a text is
	held []kept
}

// A kept is an entry with its time, and its place among all.
type kept struct {
	Entry
	when  time.Time
	place int
}

func (k *keeper) add(e Entry) bool {
	k.seen++
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
	k.held = append(k.held, kept{e, e.time(), k.seen})
	if k.size += len(e.raw); k.size > manyBytes && len(k.held) > 2*k.most {
		k.prune()
	}
	return true
}

// prune lets go of all but the best.
func (k *keeper) prune() {
	k.held = slices.Clone(k.best())
	k.size = 0
	clear(k.at)
	for i, e := range k.held {
		k.at[e.same()] = i
		k.size += len(e.raw)
	}
}

// best returns the entries to keep. The keeper takes no others afterwards.
func (k *keeper) best() []kept {
	rank := func(e Entry) int {
		if i := slices.Index(k.kinds, e.Kind); i >= 0 {
			return i
		}
		return len(k.kinds)
	}
	slices.SortFunc(k.held, func(a, b kept) int {
		return cmp.Or(rank(a.Entry)-rank(b.Entry), b.when.Compare(a.when), a.place-b.place)
	})
	return k.held[:min(len(k.held), k.most)]
}

// CompactKnowledge compacts a file that has at least from entries, and reports
// whether it did. kinds are sorted in their order; an entry without a kind has the
// last. A file over MaxRead is cut: what stands in its middle is lost, as there is
// time for its start, which was compacted before, and its end, which is new.
//
// What was there at first is read before the folder is locked, so that who appends
// meanwhile doesn't wait for it to be read.
func CompactKnowledge(p Place, kinds []string, from, most int) (done, cut bool, err error) {
	p = p.target()
	f, info, err := p.open(os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, false, nil
	}
	if err != nil {
		return false, false, err
	}
	defer f.Close()
	start := int64(0)
	k := &keeper{kinds: kinds, most: most}
	kind := kinds[len(kinds)-1]
	if cut = info.Size() > MaxRead; cut {
		if _, _, err := scanEntries(io.NewSectionReader(f, 0, readStart), kind, false, k.add); err != nil {
			return false, false, err
		}
		if start, err = nextLine(f, info.Size()-(MaxRead-readStart), info.Size()); err != nil {
			return false, false, err
		}
	}
	read, _, err := scanEntries(io.NewSectionReader(f, start, info.Size()-start), kind, false, k.add)
	if err != nil {
		return false, false, err
	}
	end := start + read
	err = locked(p.Folder(), func() error {
		now, err := p.Stat()
		if err != nil || !os.SameFile(info, now) || now.Size() < end {
			return err // somebody else has just done it
		}
		if _, _, err := scanEntries(io.NewSectionReader(f, end, now.Size()-end), kind, true, k.add); err != nil {
			return err
		}
		if k.seen < max(1, from) {
			return nil
		}
		var b bytes.Buffer
		for _, e := range k.best() {
			b.Write(e.line())
			b.WriteByte('\n')
		}
		done = true
		return Write(p, b.Bytes())
	})
	return done && err == nil, cut, err
}

// nextLine returns where the first line begins in a file from an offset on; end if
// none does before it.
func nextLine(f io.ReaderAt, from, end int64) (int64, error) {
	r := bufio.NewReaderSize(io.NewSectionReader(f, from, end-from), 64<<10)
	for {
		part, err := r.ReadSlice('\n')
		from += int64(len(part))
		if err == nil || err == io.EOF {
			return from, nil
		}
		if err != bufio.ErrBufferFull {
			return 0, err
		}
	}
}

// line writes an entry as a line of its file, with its kind and its time mended.
func (e Entry) line() []byte {
	o := ReadObject([]byte(e.raw))
	if _, ok := ParseTime(e.at); !ok {
		o.Set("ts", JSON(Epoch))
	}
	o.Set("t", JSON(e.Kind))
	return o.Encode()
}
