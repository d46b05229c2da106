package index

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/index/code"

	"github.com/gofrs/flock"
)

// An Indexer updates the index of a project.
type Indexer struct {
	Dir      string // the project, absolute
	File     string // path of the index
	Grammars string // folder of the grammars
	Readers  int    // number of files to read concurrently
	Wait     bool   // wait for an indexer that is already working
	Linger   time.Duration
	// Report, if not nil, is called with the number of files to read and the number of those done.
	Report func(files, done int)

	lock    *flock.Flock
	project *os.Root
}

// ErrBusy says that another indexer is working, which also handles the request.
var ErrBusy = errors.New("another indexer works")

// Run requests files, by their paths from the project, "" for all, and works until there are no
// requests. It returns ErrBusy if another indexer is working.
func (x *Indexer) Run(paths []string) error {
	x.lock = flock.New(filepath.Join(filepath.Dir(x.File), "lock"), flock.SetPermissions(0o600))
	var err error
	if x.project, err = os.OpenRoot(x.Dir); err != nil {
		return err
	}
	defer x.project.Close()
	b, err := x.opened()
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.ask(paths); err != nil {
		return err
	}
	for {
		if err := x.takeLock(); err != nil {
			return err
		}
		err := x.work(b)
		if free := x.lock.Unlock(); err == nil {
			err = free
		}
		if err != nil {
			return err
		}
		if more, err := b.asked(); err != nil || len(more) == 0 { // requested since the last check
			return err
		}
	}
}

// opened opens the index. It makes an unusable one anew, under the lock.
func (x *Indexer) opened() (*base, error) {
	b, err := open(x.File)
	if err == nil {
		return b, nil
	}
	if locked := x.takeLock(); locked != nil {
		return nil, errors.Join(err, locked)
	}
	defer x.lock.Unlock()
	if b, err = open(x.File); err == nil { // another process has made it
		return b, nil
	}
	if damaged := err; !spoilt(err) {
		return nil, damaged
	}
	if err := remove(x.File); err != nil {
		return nil, err
	}
	return open(x.File)
}

// spoilt reports whether an index is permanently unusable.
func spoilt(err error) bool {
	return errors.Is(err, errOther) || strings.Contains(err.Error(), "malformed") || strings.Contains(err.Error(), "not a database")
}

// takeLock takes the lock.
func (x *Indexer) takeLock() error {
	if x.Wait {
		return x.lock.Lock()
	}
	got, err := x.lock.TryLock()
	if err == nil && !got {
		err = ErrBusy
	}
	return err
}

// work handles requests until there have been none for a while.
func (x *Indexer) work(b *base) error {
	var readers []*code.Reader
	for range max(x.Readers, 1) {
		r := code.NewReader(x.Grammars)
		defer r.Close()
		readers = append(readers, r)
	}
	for idle := time.Now(); ; {
		asks, err := b.asked()
		if err != nil {
			return err
		}
		if len(asks) == 0 {
			if time.Since(idle) >= x.Linger {
				return nil
			}
			time.Sleep(20 * time.Millisecond)
			continue
		}
		if err := x.do(b, readers, asks); err != nil {
			return err
		}
		idle = time.Now()
	}
}

// do handles requests: single files, or the whole project.
func (x *Indexer) do(b *base, readers []*code.Reader, asks []ask) error {
	if i := slices.IndexFunc(asks, func(a ask) bool { return a.path == "" }); i >= 0 {
		return x.whole(b, readers, asks)
	}
	var names []string
	var wanted []entry
	var gone []read
	for _, a := range asks {
		e, ok, err := inspect(x.project, a.path)
		if err != nil {
			if err := b.strike(a); err != nil { // the index keeps what it has of the file
				return err
			}
			continue
		}
		if ok && readers[0].Has(e.language) {
			names, wanted = append(names, a.path), append(wanted, e)
		} else {
			gone = append(gone, read{entry: e, gone: true})
		}
	}
	not, err := ignored(x.Dir, names)
	if err != nil {
		return err // the requests stay
	}
	wanted = slices.DeleteFunc(wanted, func(e entry) bool {
		if not[e.path] {
			gone = append(gone, read{entry: e, gone: true})
		}
		return not[e.path]
	})
	return x.read(b, readers, wanted, gone, func(all []read) error {
		for _, r := range all {
			i := slices.IndexFunc(asks, func(a ask) bool { return a.path == r.path })
			if err := b.strike(asks[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// whole reads what changed in the project since the last run.
func (x *Indexer) whole(b *base, readers []*code.Reader, asks []ask) error {
	began := time.Now().UnixMilli()
	// The index's own content is inspected while git lists the files.
	listed := make(chan listing, 1)
	go func() { listed <- list(x.project) }()
	had, err := b.files()
	if err == nil {
		had.inspect(x.project)
	}
	now := <-listed
	if err = cmp.Or(err, now.err); err != nil {
		return err
	}
	wanted, gone, missing := had.changed(x.project, now.names, readers[0])
	say := func(done int) error {
		if x.Report != nil {
			x.Report(len(wanted), done)
		}
		return b.exec("update state set began = ?, files = ?, done = ?, missing = ?", began, len(wanted), done, missing)
	}
	if err := b.write(gone, func([]read) error { return say(0) }); err != nil {
		return err
	}
	done := 0
	err = x.read(b, readers, wanted, nil, func(all []read) error {
		done += len(all)
		return say(done)
	})
	if err != nil {
		return err
	}
	err = b.change(func() error {
		for _, a := range asks { // all files have been checked
			if err := b.strike(a); err != nil {
				return err
			}
		}
		return b.exec("update state set ended = ?", time.Now().UnixMilli())
	})
	if err != nil {
		return err
	}
	return b.export()
}

// lackingGrammars lists the languages without a grammar, with their numbers of files.
func lackingGrammars(missing map[string]int) string {
	var all []string
	for _, l := range code.Languages {
		if n := missing[l.Name]; n > 0 {
			all = append(all, fmt.Sprintf("%s (%d)", l.Name, n))
		}
	}
	return strings.Join(all, ", ")
}
