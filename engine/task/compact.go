package task

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

type compaction struct {
	File  string
	Kinds []string
	Max   int
	From  float64
}

var compact = engine.Action{
	Doc: "compact a knowledge file: one entry of those that are the same, gravest kind and newest first, at most max; the rule goes on either way",
	Args: `{
	file!: string
	kinds!: [string, ...string] // gravest first; an entry without a kind has the last
	max!: int & >=1 | =~#"^\$\{.*\}$"# // entries to keep
	from?: number & >=0 & <=1 // share of max from which on it is done; 0 if absent
}`,
	Writes: []string{"file"},
	Do:     engine.Do[compaction](compactFile),
}

func compactFile(c *engine.Call, a compaction) error {
	p, err := c.Host.Place(a.File)
	if err != nil {
		return err
	}
	done, cut, err := compactAt(p, a.Kinds, int(a.From*float64(a.Max)), a.Max)
	if done && cut {
		c.Log("warn", fmt.Sprintf("%s: found a file over %d MB, of which the start and the end were looked at", c.Host.Local(p.Path()), files.MaxRead>>20))
	}
	if done {
		c.Log("info", fmt.Sprintf("%s: compacted to at most %d entries", c.Host.Local(p.Path()), a.Max))
	}
	return err
}

// manyBytes is how much of entries that differ is held at once. Below it what is
// kept is exact; above it, an entry that was let go of isn't remembered when an
// older one that is the same comes later.
const manyBytes = 8 << 20

// readStart is how much of the start of a file over files.MaxRead is read, bytes; the
// rest is read of its end.
const readStart = files.MaxRead / 4

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
	entry
	when  time.Time
	place int
}

func (k *keeper) add(e entry) bool {
	k.seen++
	if i, ok := k.at[e.same()]; ok {
		if when := e.time(); when.After(k.held[i].when) {
			k.size += len(e.raw) - len(k.held[i].raw)
			k.held[i].entry, k.held[i].when = e, when
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
	rank := func(e entry) int {
		if i := slices.Index(k.kinds, e.Kind); i >= 0 {
			return i
		}
		return len(k.kinds)
	}
	slices.SortFunc(k.held, func(a, b kept) int {
		return cmp.Or(rank(a.entry)-rank(b.entry), b.when.Compare(a.when), a.place-b.place)
	})
	return k.held[:min(len(k.held), k.most)]
}

// compactAt compacts a file that has at least from entries, and reports
// whether it did. kinds are sorted in their order; an entry without a kind has the
// last. A file over files.MaxRead is cut: what stands in its middle is lost, as there is
// time for its start, which was compacted before, and its end, which is new.
//
// What was there at first is read before the folder is locked, so that who appends
// meanwhile doesn't wait for it to be read.
func compactAt(p files.Place, kinds []string, from, most int) (done, cut bool, err error) {
	f, info, err := p.Open()
	if files.Absent(err) {
		return false, false, nil
	}
	if err != nil {
		return false, false, err
	}
	defer f.Close()
	start := int64(0)
	k := &keeper{kinds: kinds, most: most}
	kind := kinds[len(kinds)-1]
	if cut = info.Size() > files.MaxRead; cut {
		if _, _, err := scanEntries(io.NewSectionReader(f, 0, readStart), kind, false, k.add); err != nil {
			return false, false, err
		}
		if start, err = nextLine(f, info.Size()-(files.MaxRead-readStart), info.Size()); err != nil {
			return false, false, err
		}
	}
	read, _, err := scanEntries(io.NewSectionReader(f, start, info.Size()-start), kind, false, k.add)
	if err != nil {
		return false, false, err
	}
	end := start + read
	err = files.Locked(p, func(p files.Place) error {
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
		return files.Write(p, b.Bytes())
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
func (e entry) line() []byte {
	o := files.ReadObject([]byte(e.raw))
	if _, ok := files.ParseTime(e.at); !ok {
		o.Set("ts", files.JSON(epoch))
	}
	o.Set("t", files.JSON(e.Kind))
	return o.Encode()
}
