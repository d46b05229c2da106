package ui

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"bcrules.dev/cmd/log"
	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"

	"github.com/tidwall/gjson"
)

// pollTime is how often the log is read for who looks at a page as it grows.
const pollTime = 200 * time.Millisecond

// mostKept is how many entries are kept. The log has a bound of its own, which is less
// unless rules say otherwise; what it drops stays here until then.
const mostKept = 250_000

// A decision is an entry of the log with its number among those that this server has seen,
// from 1. Number and line find it again; what event and reply held stands in the line
// alone.
type decision struct {
	journal.Entry
	N    int
	line []byte
}

// kept are the entries of the log, and those that come.
type kept struct {
	reading sync.Mutex
	reader  *log.Reader

	mu    sync.Mutex
	all   []*decision
	last  int                     // number of the last
	grown chan struct{}           // closed when there are more
	hooks map[string][]engine.Ran // by how the log has them
	names map[string]string
}

func newKept(file journal.Log) *kept {
	return &kept{reader: log.NewReader(file), grown: make(chan struct{}), hooks: map[string][]engine.Ran{}, names: map[string]string{}}
}

// follow reads the log until the context ends.
func (k *kept) follow(ctx context.Context) error {
	defer k.reader.Close()
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

// read reads what came since it was last read.
func (k *kept) read() error {
	k.reading.Lock()
	defer k.reading.Unlock()
	return k.reader.Read(k.add)
}

// add keeps an entry, with texts that are in many of them once.
func (k *kept) add(line []byte, e *journal.Entry) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	d := &decision{Entry: *e, line: append([]byte(nil), line...)}
	d.Input, d.Reply = nil, nil
	for _, s := range []*string{&d.Session, &d.Agent, &d.Project, &d.Event, &d.Tool, &d.Rules} {
		*s = k.once(*s)
	}
	for i := range d.Said {
		d.Said[i] = k.once(d.Said[i])
	}
	ran := gjson.GetBytes(line, "hooks").Raw
	if same, ok := k.hooks[ran]; ok {
		d.Hooks = same
	} else {
		k.hooks[ran] = d.Hooks
	}
	k.last++
	d.N = k.last
	if len(k.all) == mostKept {
		k.all = append(k.all[:0:0], k.all[mostKept/10:]...)
	}
	k.all = append(k.all, d)
	close(k.grown)
	k.grown = make(chan struct{})
	return nil
}

// once returns a text that is kept once however many entries have it.
func (k *kept) once(s string) string {
	had, ok := k.names[s]
	if !ok {
		had = strings.Clone(s)
		k.names[had] = had
	}
	return had
}

// now returns the entries there are, the oldest first, and what closes when there are
// more. The slice is not to be changed. A log that can't be read is told of by follow.
func (k *kept) now() (all []*decision, grown <-chan struct{}) {
	k.read()
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.all[:len(k.all):len(k.all)], k.grown
}

// numbered returns the entry of a number, nil if it is gone.
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

// inputs returns the event and the reply of an entry, nil where the log doesn't hold them.
func (d *decision) inputs() (event, reply json.RawMessage) {
	var e journal.Entry
	if json.Unmarshal(d.line, &e) != nil {
		return nil, nil
	}
	return e.Input, e.Reply
}
