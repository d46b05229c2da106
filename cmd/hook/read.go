package hook

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// read reads the event on stdin.
func (t *turn) read(stdin io.Reader) {
	input, err := t.drain(stdin)
	var ev *plan.Event
	if err == nil {
		ev, err = plan.ReadObject(input)
	}
	called := t.Event
	if err != nil {
		called = cmp.Or(called, plan.GuessName(input, Agents().Naming(t.Agent)...))
		ev = plan.ReadAs(input, called)
	}
	h := heed(ev, t.Agent, called, os.Getenv)
	switch {
	case err != nil:
	case h.event.Name == "":
		err = plan.ErrNameless
	case t.Closed: // this command line is for events with closed hooks
		err = h.unknown()
	}
	t.know(func() { t.input, t.event, t.call, t.unsigned, t.fault = input, h.event, h.call, h.unsigned, err })
	if h.wrong != nil {
		t.wrong(h.wrong.Error())
	}
}

// Most limits an event, in bytes: more than agents send, and little enough to be read and answered
// in the available time and memory.
const Most = 32 << 20

// much is the size, in bytes, from which reading an event takes noticeable time.
const much = 256 << 10

// drain reads all of stdin; if that is more than Most, it fails with what it read. It sets the clock
// if it has to wait or the event is large: most agents have written the event before this process
// starts to read, and a timer of the runtime costs a thread and the poller.
func (t *turn) drain(stdin io.Reader) ([]byte, error) {
	f, isFile := stdin.(*os.File)
	data := make([]byte, 0, 512)
	for {
		if len(data) > much || !isFile || !files.Ready(f) {
			t.watch()
		}
		n, err := stdin.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return data, err
		}
		if len(data) > Most {
			return data, fmt.Errorf("event: found more than %d bytes, want at most that", Most)
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}
