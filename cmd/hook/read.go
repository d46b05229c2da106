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
	case t.Closed: // which is registered at events that closed hooks are on
		err = h.unknown()
	}
	t.know(func() { t.input, t.event, t.call, t.unsigned, t.fault = input, h.event, h.call, h.unsigned, err })
	if h.strange != nil {
		t.wrong(h.strange.Error())
	}
}

// Most is how much an event may be, bytes: more than agents send, and little enough to be
// read and answered in time, and in the memory that there is.
const Most = 32 << 20

// much is what takes its time to be read as an event, bytes.
const much = 256 << 10

// drain reads all of stdin; it fails when there is more than Most, with what came until
// then. The clock is set when it has to wait, or there is much: most agents have
// written the event before this process begins to read, and a timer of the runtime's
// costs a thread and the poller.
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
