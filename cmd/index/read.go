package index

import (
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"bcrules.dev/cmd/index/code"
	"bcrules.dev/engine/files"
)

// together limits the time during which results for a transaction are collected, most their number.
const together, most = 200 * time.Millisecond, 256

// read reads files concurrently, and writes them and those that are gone. It calls done with each
// batch, in the batch's transaction.
func (x *Indexer) read(b *base, readers []*code.Reader, wanted []entry, gone []read, done func([]read) error) error {
	todo, found := make(chan entry), make(chan read, len(readers))
	stop := make(chan struct{})
	var all sync.WaitGroup
	for _, r := range readers {
		all.Go(func() {
			for e := range todo {
				found <- readOne(x.project, r, e)
			}
		})
	}
	go func() {
		defer close(todo)
		for _, e := range wanted {
			select {
			case todo <- e:
			case <-stop:
				return
			}
		}
	}()
	go func() {
		all.Wait()
		close(found)
	}()
	err := b.write(gone, done)
	for err == nil {
		batch := gather(found)
		if len(batch) == 0 {
			break
		}
		err = b.write(batch, done)
	}
	close(stop)
	for range found { // drain the results under way
	}
	return err
}

// gather returns the results that arrive within a time; none after the last.
func gather(found <-chan read) (all []read) {
	late := time.After(together)
	for len(all) < most {
		select {
		case r, ok := <-found:
			if !ok {
				return all
			}
			all = append(all, r)
		case <-late:
			if len(all) > 0 {
				return all
			}
			late = nil // wait for a single slow file
		}
		if late == nil && len(all) > 0 {
			return all
		}
	}
	return all
}

// readOne reads a file as it is at one moment. If the file can't be read, the next full run tries
// again.
func readOne(project *os.Root, r *code.Reader, e entry) read {
	text, e, err := readWhole(project, e)
	if files.Absent(err) {
		return read{entry: e, gone: true}
	}
	if err != nil {
		e.changed = 0
		return read{entry: e, fault: err.Error()}
	}
	found, err := r.Read(e.language, text)
	if err != nil {
		return read{entry: e, fault: err.Error()}
	}
	return read{entry: e, file: found}
}

// readWhole returns the text of a file, and the file's state when it was read. A file that changes
// meanwhile is read again.
func readWhole(project *os.Root, e entry) (string, entry, error) {
	f, err := project.Open(filepath.FromSlash(e.path))
	if err != nil {
		return "", e, err
	}
	defer f.Close()
	for range 5 {
		before, err := f.Stat()
		if err != nil {
			return "", e, err
		}
		var text []byte
		if _, err = f.Seek(0, io.SeekStart); err == nil {
			text, err = io.ReadAll(io.LimitReader(f, biggest+1))
		}
		if err != nil {
			return "", e, err
		}
		after, err := f.Stat()
		if err != nil {
			return "", e, err
		}
		e.size, e.changed = after.Size(), after.ModTime().UnixMilli()
		if e.size == int64(len(text)) && after.ModTime().Equal(before.ModTime()) {
			return string(text), e, nil
		}
	}
	return "", e, io.ErrUnexpectedEOF
}
