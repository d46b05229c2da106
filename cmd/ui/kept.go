package ui

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"bcrules.dev/cmd/log"
	"bcrules.dev/engine/journal"
)

// pollTime is the interval at which the log is read for a page that follows it.
const pollTime = 200 * time.Millisecond

// mostKept limits the entries in memory. The log's own limit is lower unless rules say otherwise;
// entries that the log drops stay here.
const mostKept = 250_000

// A decision is an entry of the log, numbered from 1 among those that this server has seen. In a
// long log most entries differ only in time and duration, so the rest is shared and must not be
// changed.
type decision struct {
	*journal.Entry // without the time, durations, number, event and reply
	Time           time.Time
	MS             float64
	Took           []float64 // milliseconds of each hook by itself; nil for old lines
	Seq            int64
	N              int
	line           string // the log's line if it has an event or reply, which Entry omits; else ""
}

// full returns the entry without event and reply.
func (d *decision) full() journal.Entry {
	e := *d.Entry
	e.Time, e.MS, e.Took, e.Seq = d.Time, d.MS, d.Took, d.Seq
	return e
}

// kept has the entries of the logs, old and new.
type kept struct {
	reading sync.Mutex
	readers []*source
	found   []*decision                  // by the current read
	many    bool                         // entries are of many machines, which wrote them in no common order
	has     map[origin]bool              // where these entries are from
	unread  func(file string, lines int) // see Server

	shared map[string]*journal.Entry // by the remainder of the line that they have in common
	say    []byte                    // buffer for such a remainder

	mu    sync.Mutex
	all   []*decision
	last  int           // number of the last decision
	grown chan struct{} // closed when entries are added
}

func newKept(logs ...journal.Log) *kept {
	k := &kept{grown: make(chan struct{}), shared: map[string]*journal.Entry{}, has: map[origin]bool{}}
	for _, l := range logs {
		k.readers = append(k.readers, &source{Reader: log.NewReader(l, log.Filter{}), file: l.File})
	}
	return k
}

// A source is a log with its reader.
type source struct {
	*log.Reader
	file string
	told bool // whether it was told that lines hold no entry
}

// An origin is where an entry was written, and as which: copies of logs may overlap, and what is sent
// to a collector may get there twice.
type origin struct {
	machine, user string
	seq, time     int64
}

// origin returns the entry's; ok is false for one that doesn't say it.
func (d *decision) origin() (o origin, ok bool) {
	return origin{d.Machine, d.User, d.Seq, d.Time.UnixNano()}, d.Machine != "" && d.Seq > 0
}

// follow reads the logs until the context ends.
func (k *kept) follow(ctx context.Context) error {
	defer func() {
		for _, r := range k.readers {
			r.Close()
		}
	}()
	for tick := time.NewTicker(pollTime); ; {
		if err := k.read(); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// read reads what was added since the last call. Entries of many machines are put in order by time,
// but those that come later count as newer.
func (k *kept) read() error {
	k.reading.Lock()
	defer k.reading.Unlock()
	var err error
	for _, r := range k.readers {
		err = errors.Join(err, r.ReadLines(func(line []byte) error {
			return log.Entries(line, func(line []byte) error {
				if !k.take(line) {
					r.Bad++
				}
				return nil
			})
		}))
		if r.Bad > 0 && !r.told && k.unread != nil {
			k.unread(r.file, r.Bad)
			r.told = true
		}
	}
	k.order()
	k.add(k.found)
	k.found = nil
	return err
}

func (k *kept) order() {
	if k.many {
		slices.SortStableFunc(k.found, func(a, b *decision) int { return a.Time.Compare(b.Time) })
	}
}

// take finds the entry on a line of the log, and reports whether there is one. If an earlier line had
// the same remainder, only time and durations are parsed.
func (k *kept) take(line []byte) bool {
	d := &decision{}
	known := k.cut(line, d)
	if known {
		d.Entry = k.shared[string(k.say)]
	}
	if d.Entry == nil {
		var e journal.Entry
		if json.Unmarshal(line, &e) != nil || e.Time.IsZero() {
			return false
		}
		d.Entry, d.Time, d.MS, d.Took, d.Seq = &e, e.Time, e.MS, e.Took, e.Seq
		if e.Input != nil || e.Reply != nil {
			d.line, known = string(line), false
		}
		e.Time, e.MS, e.Took, e.Seq, e.Input, e.Reply = time.Time{}, 0, nil, 0, nil, nil
		if known {
			k.shared[string(k.say)] = d.Entry
		}
	}
	if k.again(d) {
		return true
	}
	if len(k.found) == mostKept+mostKept/10 {
		k.order()
		k.forget(k.found[:mostKept/10])
		k.found = slices.Clone(k.found[mostKept/10:])
	}
	k.found = append(k.found, d)
	return true
}

// again reports whether an entry of many machines was there before.
func (k *kept) again(d *decision) bool {
	o, ok := d.origin()
	if !ok || !k.many || k.has[o] {
		return ok && k.many
	}
	k.has[o] = true
	return false
}

// forget forgets what goes for decisions that are dropped.
func (k *kept) forget(dropped []*decision) {
	clear(k.shared) // some of it is no longer used
	for _, d := range dropped {
		o, _ := d.origin()
		delete(k.has, o)
	}
}

// Delimiters of the parts of a log's line that are not shared.
var (
	beforeTime = []byte(journal.Opening)
	beforeMS   = []byte(`,"ms":`)
	beforeTook = []byte(`,"took":[`)
	beforeSeq  = []byte(`,"seq":`) // the last field, and a number, so it can't occur in a string after it
)

// cut parses time, durations and number from a line in the journal's format, and leaves the
// remainder in say. It reports false for any other line.
func (k *kept) cut(line []byte, d *decision) bool {
	at, ok := bytes.CutPrefix(line, beforeTime)
	moment, rest, ends := bytes.Cut(at, []byte(`"`))
	says, after, has := bytes.Cut(rest, beforeMS) // strings have no bare quotes, and objects come later
	n := bytes.IndexAny(after, ",}")
	if !ok || !ends || !has || n < 0 {
		return false
	}
	var err, fault error
	d.Time, err = time.Parse(time.RFC3339Nano, string(moment))
	d.MS, fault = strconv.ParseFloat(string(after[:n]), 64)
	after = after[n:]
	if took, ok := bytes.CutPrefix(after, beforeTook); ok {
		took, after, _ = bytes.Cut(took, []byte("]"))
		for number := range bytes.SplitSeq(took, []byte(",")) {
			ms, err := strconv.ParseFloat(string(number), 64)
			d.Took, fault = append(d.Took, ms), cmp.Or(fault, err)
		}
	}
	if i := bytes.LastIndex(after, beforeSeq); i >= 0 {
		d.Seq, _ = strconv.ParseInt(string(bytes.TrimRight(after[i+len(beforeSeq):], "}\r\n")), 10, 64)
		if d.Seq > 0 {
			after = after[:i]
		}
	}
	k.say = append(append(k.say[:0], says...), after...)
	return err == nil && fault == nil
}

// add keeps decisions.
func (k *kept) add(found []*decision) {
	if len(found) == 0 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, d := range found {
		k.last++
		d.N = k.last
	}
	k.all = append(k.all, found...)
	if over := len(k.all) - mostKept; over > 0 {
		k.forget(k.all[:over+mostKept/10])
		k.all = append(k.all[:0:0], k.all[over+mostKept/10:]...)
	}
	close(k.grown)
	k.grown = make(chan struct{})
}

// now returns the entries, the oldest first, and a channel that is closed when entries are added.
// The slice must not be changed. A log that can't be read is reported by follow.
func (k *kept) now() (all []*decision, grown <-chan struct{}) {
	k.read()
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.all[:len(k.all):len(k.all)], k.grown
}

// numbered returns the decision with number n, nil if it is gone.
func (k *kept) numbered(n int) *decision {
	all, _ := k.now()
	if len(all) == 0 {
		return nil
	}
	if i := n - all[0].N; i >= 0 && i < len(all) {
		return all[i]
	}
	return nil
}

// inputs returns the event and the reply of an entry, nil if the log doesn't have them.
func (d *decision) inputs() (event, reply json.RawMessage) {
	var e journal.Entry
	if d.line == "" || json.Unmarshal([]byte(d.line), &e) != nil {
		return nil, nil
	}
	return e.Input, e.Reply
}
