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
	// Left says how much of a length of time there is; nil for all of it.
	Left func(time.Duration) time.Duration
	// Bound holds the program to what SQL may take that nobody trusts; nil doesn't.
	Bound *Bound
	// Home is the user's home folder, which the program takes for its own; "" is the
	// environment's.
	Home string
	// Waits says that Close waits for the program to end, which may be at the store still
	// when it has answered.
	Waits bool

	mu      sync.Mutex
	to      *os.File
	from    *bufio.Reader
	pipe    *os.File // what from reads
	process *os.Process
	opened  map[string]time.Duration // stores it knows, with the time each has
	later   []Request                // that nobody waits for
	fault   error                    // why it is not asked any more
}

// A Bound is what a program may take for all that it is asked.
type Bound struct {
	CPU    time.Duration // of all processors together, and to answer
	Memory uint64        // bytes
}

// args are how a program is told of it.
func (b *Bound) args() []string {
	if b == nil {
		return nil
	}
	return []string{"-cpu", b.CPU.String(), "-memory", strconv.FormatUint(b.Memory, 10)}
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

// last does what nobody waited for.
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

// fail notes why the program is not asked any more, and ends it.
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

// why says in words why there is no answer.
func (h *Helper) why(err error, limit time.Duration) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("found no answer of bcstore within %s, want one", limit.Round(time.Millisecond))
	}
	return errors.New("found that bcstore ended before it answered, want an answer")
}

// environment returns the program's: the hook's, but for what says whom it believes. Which
// certificates are, a project's settings may not say, and its HOME is as doubtful as any.
func (h *Helper) environment() []string {
	all := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "SSL_CERT_") })
	if h.Home != "" {
		all = append(all, "HOME="+h.Home)
	}
	return append(all, "GOMAXPROCS=1") // it does one thing at a time, and needn't look how many it could
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

// Close implements Keeper. The program ends by itself when its stdin does and it has done
// what it was asked, also where nobody reads its answer.
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
