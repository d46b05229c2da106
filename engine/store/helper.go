package store

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"bcrules.dev/engine/files"
)

// A Helper is a Keeper that asks bcstore, which it starts at the first request.
type Helper struct {
	Program func() (string, error) // its path, or why there is none
	// Left says how much of a length of time there is; nil for all of it.
	Left func(time.Duration) time.Duration
	// Waits says that Close waits for the program to end, which may be at the store still
	// when it has answered.
	Waits bool

	mu      sync.Mutex
	to      *os.File
	from    *bufio.Reader
	pipe    *os.File // what from reads
	process *os.Process
	opened  map[string]time.Duration // stores it knows, with the time each has
	fault   error                    // why it is not asked any more
}

// starting is how long a program may take to start, on a machine that is busy, beside
// what it is asked.
const starting = time.Second

// Do implements Keeper. Once the helper has failed, all that follows does at once: what
// keeps it from answering would cost each question the same time again.
func (h *Helper) Do(r Request) (Answer, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fault == nil && h.process == nil {
		h.fault = h.start()
	}
	if h.fault != nil {
		return Answer{}, &Fault{r.Store, h.fault.Error()}
	}
	limit := h.opened[r.Store]
	if r.Open != nil {
		limit = 2 * r.Open.Within
		h.opened[r.Store] = r.Open.Within
	}
	if limit += starting; h.Left != nil {
		limit = h.Left(limit)
	}
	a, err := h.ask(r, limit)
	if err != nil {
		h.fault = err
		h.process.Kill()
		return a, &Fault{r.Store, err.Error()}
	}
	if a.Error != "" {
		return a, &Fault{r.Store, a.Error}
	}
	return a, nil
}

// Opened implements Keeper.
func (h *Helper) Opened(name string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.opened[name]
	return ok
}

// ask writes a request and reads its answer.
func (h *Helper) ask(r Request, limit time.Duration) (a Answer, err error) {
	r.Format = Format
	until := time.Now().Add(limit)
	h.to.SetWriteDeadline(until)
	h.pipe.SetReadDeadline(until)
	if _, err = h.to.Write(append(files.JSON(r), '\n')); err != nil {
		return a, h.why(err, limit)
	}
	line, err := h.from.ReadBytes('\n')
	if err != nil {
		return a, h.why(err, limit)
	}
	if err = json.Unmarshal(line, &a); err == nil && a.Format != Format {
		err = fmt.Errorf("found format %d, want %d", a.Format, Format)
	}
	if err != nil {
		return a, fmt.Errorf("found a bcstore of another version, want that of this program: %w", err)
	}
	return a, nil
}

// why says in words why there is no answer.
func (h *Helper) why(err error, limit time.Duration) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("found no answer of bcstore within %s, want one", limit.Round(time.Millisecond))
	}
	return errors.New("found that bcstore ended before it answered, want an answer")
}

// start starts the program. It has nothing of the hook's but its two pipes and its
// environment.
func (h *Helper) start() error {
	path, err := h.Program()
	if err != nil {
		return err
	}
	in, to, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	from, out, err := os.Pipe()
	if err != nil {
		to.Close()
		return err
	}
	defer out.Close()
	cmd := exec.Command(path)
	cmd.Stdin, cmd.Stdout = in, out
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1") // it does one thing at a time, and needn't look how many it could
	if err := cmd.Start(); err != nil {
		to.Close()
		from.Close()
		return err
	}
	h.to, h.pipe, h.from, h.process = to, from, bufio.NewReader(from), cmd.Process
	h.opened = map[string]time.Duration{}
	return nil
}

// Close implements Keeper. The program ends by itself when its stdin does, and what it was
// asked is done when it has answered.
func (h *Helper) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.process == nil {
		return nil
	}
	err := errors.Join(h.to.Close(), h.pipe.Close())
	if h.Waits {
		_, waitErr := h.process.Wait()
		return errors.Join(err, waitErr)
	}
	return errors.Join(err, h.process.Release())
}
