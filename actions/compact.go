package actions

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"bcrules.dev/engine"
	"bcrules.dev/engine/entries"
	"bcrules.dev/engine/files"
)

type compaction struct {
	File             string
	Kind, Text, Time string
	Kinds            []string
	Same, Max        int
	Over             float64
}

// A Compacted says whether a file was compacted.
type Compacted struct {
	Done bool `expr:"done"`
}

var compact = engine.Action{
	Doc: `compact a file of JSON lines to at most max entries: one for each text, the gravest kinds and newest first
Lines without a text are removed. The rule goes on either way.

The result has .done: the file was compacted.`,
	Args: `{
	file!: string
	kind!: string, text!: string, time!: string // the names of these fields of an entry
	kinds!: [string, ...string] // gravest first; an entry without a kind has the last
	max!: int & >=1 | =~#"^\$\{.*\}$"# // entries to keep
	over?: number & >=0 & <=1 // compact only above this share of max; 0 if absent
	same?: int & >=1 // how many characters distinguish two texts; 100 if absent
}`,
	Writes: []string{"file"},
	Do:     engine.Give[compaction, Compacted](compactFile),
}

func compactFile(c *engine.Call, a compaction) (Compacted, error) {
	p, err := c.Host.Place(a.File)
	if err != nil {
		return Compacted{}, err
	}
	done, cut, err := a.compactAt(p)
	if done && cut {
		c.Log("warn", fmt.Sprintf("%s: found a file over %d MB, of which the start and the end were looked at", c.Host.Local(p.Path()), files.MaxRead>>20))
	}
	return Compacted{Done: done}, err
}

// readStart is how many bytes at the start of a file over files.MaxRead are read; the rest of that
// limit is read at its end.
const readStart = files.MaxRead / 4

// compactAt compacts a file that has more entries than it should, and reports whether it did. A
// file over files.MaxRead loses its middle: there is time only for the start, which was compacted
// before, and the end, which is new.
//
// The existing content is read before the folder is locked, so that concurrent writers don't wait
// for the reading.
func (a compaction) compactAt(p files.Place) (done, cut bool, err error) {
	f, info, err := p.Open()
	if files.Absent(err) {
		return false, false, nil
	}
	if err != nil {
		return false, false, err
	}
	defer f.Close()
	start := int64(0)
	form := entries.Form{Kind: a.Kind, Text: a.Text, Time: a.Time, Usual: a.Kinds[len(a.Kinds)-1], Same: a.Same}
	k := &entries.Keeper{Form: form, Kinds: a.Kinds, Most: a.Max}
	if cut = info.Size() > files.MaxRead; cut {
		if _, _, err := form.Scan(io.NewSectionReader(f, 0, readStart), false, k.Add); err != nil {
			return false, false, err
		}
		if start, err = nextLine(f, info.Size()-(files.MaxRead-readStart), info.Size()); err != nil {
			return false, false, err
		}
	}
	read, _, err := form.Scan(io.NewSectionReader(f, start, info.Size()-start), false, k.Add)
	if err != nil {
		return false, false, err
	}
	end := start + read
	err = files.Locked(p, func(p files.Place) error {
		now, err := p.Stat()
		if err != nil || !os.SameFile(info, now) || now.Size() < end {
			return err // another process has just compacted it
		}
		if _, _, err := form.Scan(io.NewSectionReader(f, end, now.Size()-end), true, k.Add); err != nil {
			return err
		}
		if k.Seen == 0 || float64(k.Seen) <= a.Over*float64(a.Max) {
			return nil
		}
		done = true
		return files.Write(p, k.Lines())
	})
	return done && err == nil, cut, err
}

// nextLine returns the offset of the first line that begins after from; end if there is none before
// it.
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
