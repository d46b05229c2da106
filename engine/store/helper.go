package store

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bcrules.dev/engine/files"
)

// A Helper is a Keeper that asks bcstore, which it starts at the first request.
type Helper struct {
	Program func() (string, error) // its path, or why there is none
	// Left limits a duration to the time left for the event; nil doesn't limit it.
	Left func(time.Duration) time.Duration
	// Bound limits the program for SQL that isn't trusted; nil doesn't.
	Bound *Bound
	// Home is the home folder that the program gets; "" for the environment's.
	Home string
	// Waits says that Close waits for the program to end: it may still use the store after it has
	// answered.
	Waits bool

	mu      sync.Mutex
	to      *os.File
	from    *bufio.Reader
	pipe    *os.File // what from reads
	process *os.Process
	opened  map[string]time.Duration // time limits of the stores it has opened
	later   []Request                // with Later, sent by Close
	fault   error                    // why it is not asked any more
}

// A Bound limits a program for its whole life.
type Bound struct {
	CPU    time.Duration // of all processors together; also for each answer
	Memory uint64        // bytes
}

// args returns the program's flags for the bound.
func (b *Bound) args() []string {
	if b == nil {
		return nil
	}
	return []string{"-cpu", b.CPU.String(), "-memory", strconv.FormatUint(b.Memory, 10)}
}

// starting is how long a program may take to start on a busy machine, in addition to its work.
const starting = time.Second

// Do implements Keeper. Once the helper has failed, all further requests fail at once: waiting for
// each would cost the same time again.
func (h *Helper) Do(r Request) (Answer, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fault == nil && h.process == nil {
		h.fault = h.start()
	}
	if h.fault != nil {
		return Answer{}, &Fault{r.Store, h.fault.Error(), true}
	}
	if r.Later != nil {
		h.later = append(h.later, r) // while the program starts
		return Answer{}, nil
	}
	return h.ask(r)
}

// ask writes a request and reads its answer.
func (h *Helper) ask(r Request) (Answer, error) {
	limit, err := h.send(r)
	if err != nil {
		return Answer{}, err
	}
	return h.receive(r.Store, limit)
}

// last sends the requests that nobody waits for.
func (h *Helper) last() {
	for _, r := range h.later {
		var err error
		if h.fault != nil {
			err = &Fault{r.Store, h.fault.Error(), true}
		} else if h.Waits {
			_, err = h.ask(r)
		} else {
			r.Late = true
			_, err = h.send(r)
		}
		if err != nil {
			r.Later(err)
		}
	}
	h.later = nil
}

// fail records why the program is not asked any more, and kills it.
func (h *Helper) fail(name string, err error) error {
	h.fault = err
	h.process.Kill()
	return &Fault{name, err.Error(), true}
}

// Opened implements Keeper.
func (h *Helper) Opened(name string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.opened[name]
	return ok
}

// send writes a request, and returns how long its answer may take.
func (h *Helper) send(r Request) (limit time.Duration, err error) {
	limit, known := h.opened[r.Store]
	if known {
		r.Open = nil
	} else if r.Open != nil {
		limit = r.Open.Within
		if r.Open.Queues() {
			limit += Queue
		}
		h.opened[r.Store] = limit
		limit += r.Open.Within
	}
	if h.Bound != nil {
		limit = min(limit, h.Bound.CPU)
	}
	if limit += starting; h.Left != nil {
		limit = h.Left(limit)
	}
	r.Format = Format
	until := time.Now().Add(limit)
	h.to.SetWriteDeadline(until)
	h.pipe.SetReadDeadline(until)
	if _, err = h.to.Write(append(files.JSON(r), '\n')); err != nil {
		err = h.fail(r.Store, h.why(err, limit))
	}
	return limit, err
}

// receive reads the answer to the request that was sent.
func (h *Helper) receive(name string, limit time.Duration) (a Answer, err error) {
	line, err := h.from.ReadBytes('\n')
	if err != nil {
		return a, h.fail(name, h.why(err, limit))
	}
	if err = json.Unmarshal(line, &a); err == nil && a.Format != Format {
		err = fmt.Errorf("found format %d, want %d", a.Format, Format)
	}
	switch {
	case err != nil:
		return a, h.fail(name, fmt.Errorf("found a bcstore of another version, want that of this program: %w", err))
	case a.Error != "":
		return a, &Fault{name, a.Error, a.Down}
	}
	return a, nil
}

// why returns the error of a missing answer.
func (h *Helper) why(err error, limit time.Duration) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("found no answer of bcstore within %s, want one", limit.Round(time.Millisecond))
	}
	return errors.New("found that bcstore ended before it answered, want an answer")
}

// environment returns the program's environment: the hook's without the variables that decide which
// certificates are trusted, as a project's settings may set those, and with Home.
func (h *Helper) environment() []string {
	all := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "SSL_CERT_") })
	if h.Home != "" {
		all = append(all, "HOME="+h.Home)
	}
	return append(all, "GOMAXPROCS=1") // it does one thing at a time, so it needn't count processors
}

// start starts the program with two pipes and no other file of the hook's.
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
	cmd := exec.Command(path, h.Bound.args()...)
	cmd.Stdin, cmd.Stdout = in, out
	cmd.Env = h.environment()
	if err := cmd.Start(); err != nil {
		to.Close()
		from.Close()
		return err
	}
	h.to, h.pipe, h.from, h.process = to, from, bufio.NewReader(from), cmd.Process
	h.opened = map[string]time.Duration{}
	return nil
}

// Close implements Keeper. The program ends by itself once its stdin is closed and its work is
// done, even if nobody reads its answer.
func (h *Helper) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.process == nil {
		return nil
	}
	h.last()
	err := errors.Join(h.to.Close(), h.pipe.Close())
	if h.Waits {
		_, waitErr := h.process.Wait()
		return errors.Join(err, waitErr)
	}
	return errors.Join(err, h.process.Release())
}
