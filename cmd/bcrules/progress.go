package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
)

// longInput is how many bytes are worth a progress bar.
const longInput = 4 << 20

// A progressBar shows on a terminal how much of some files was read. The nil bar
// shows nothing.
type progressBar struct {
	writer  progress.Writer
	tracker *progress.Tracker
	done    chan struct{}
	stdout  bool // goes to a terminal as well
}

// newProgress returns a bar on stderr, nil if that is no terminal or the files
// are short.
func newProgress(stderr, stdout io.Writer, files []string) *progressBar {
	total := int64(0)
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			total += info.Size()
		}
	}
	if total < longInput || !screenOf(stderr).terminal {
		return nil
	}
	b := &progressBar{writer: progress.NewWriter(), done: make(chan struct{}), stdout: screenOf(stdout).terminal,
		tracker: &progress.Tracker{Message: "replay", Total: total, Units: progress.UnitsBytes, AutoStopDisabled: true, RemoveOnCompletion: true}}
	b.writer.SetOutputWriter(stderr)
	b.writer.SetAutoStop(true)
	b.writer.SetUpdateFrequency(100 * time.Millisecond)
	b.writer.Style().Visibility.ETA = true
	b.writer.AppendTracker(b.tracker)
	go func() {
		b.writer.Render()
		close(b.done)
	}()
	return b
}

// reads counts what is read of r.
func (b *progressBar) reads(r io.Reader) io.Reader {
	if b == nil {
		return r
	}
	return io.TeeReader(r, counter{b.tracker})
}

type counter struct{ *progress.Tracker }

func (c counter) Write(b []byte) (int, error) {
	c.Increment(int64(len(b)))
	return len(b), nil
}

// above returns what writes lines to w, above the bar where both go to a terminal.
func (b *progressBar) above(w io.Writer, line func(*playing) (string, error)) func(*playing) error {
	return func(p *playing) error {
		text, err := line(p)
		switch {
		case err != nil:
		case b != nil && b.stdout:
			b.writer.Log("%s", text)
		default:
			_, err = fmt.Fprintln(w, text)
		}
		return err
	}
}

// end takes the bar away.
func (b *progressBar) end(whole bool) {
	if b == nil {
		return
	}
	if whole {
		b.tracker.MarkAsDone()
	} else {
		b.tracker.MarkAsErrored()
	}
	<-b.done
}
