package show

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
)

// longInput is the size in bytes from which input gets a progress bar.
const longInput = 4 << 20

// A Progress shows on a terminal how much of some input was processed. A nil Progress shows
// nothing.
type Progress struct {
	writer  progress.Writer
	tracker *progress.Tracker
	done    chan struct{}
	stdout  bool // stdout is a terminal, too
}

// NewProgress returns a progress bar on stderr, nil if that is no terminal or the files are short.
func NewProgress(name string, stderr, stdout io.Writer, files []string) *Progress {
	total := int64(0)
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			total += info.Size()
		}
	}
	if total < longInput || !On(stderr).Terminal {
		return nil
	}
	b := started(stderr, &progress.Tracker{Message: name, Total: total, Units: progress.UnitsBytes, AutoStopDisabled: true, RemoveOnCompletion: true})
	b.stdout = On(stdout).Terminal
	return b
}

// started starts a bar.
func started(stderr io.Writer, tracker *progress.Tracker) *Progress {
	b := &Progress{writer: progress.NewWriter(), done: make(chan struct{}), tracker: tracker}
	b.writer.SetOutputWriter(behind(stderr))
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

// Reads counts what is read from r.
func (b *Progress) Reads(r io.Reader) io.Reader {
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

// Above writes a line to w, above the bar if both are on a terminal.
func (b *Progress) Above(w io.Writer, line string) error {
	if b != nil && b.stdout {
		c := cleaner{spell: true}
		b.writer.Log("%s", c.clean(line))
		return nil
	}
	_, err := fmt.Fprintln(w, line)
	return err
}

// End removes the bar; whole says that all input was processed.
func (b *Progress) End(whole bool) {
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

// Counting returns a progress bar on stderr for a number of files, nil if that is no terminal.
func Counting(name string, stderr io.Writer) *Progress {
	if !On(stderr).Terminal {
		return nil
	}
	return started(stderr, &progress.Tracker{Message: name, AutoStopDisabled: true, RemoveOnCompletion: true})
}

// Reached updates the numbers of files done and in total.
func (b *Progress) Reached(done, total int) {
	if b == nil {
		return
	}
	b.tracker.UpdateTotal(int64(total))
	b.tracker.SetValue(int64(done))
}
