package hook

import (
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
	if err != nil {
		ev = plan.ReadAs(input, plan.GuessName(input))
	}
	ev, call, strange := Heed(ev, t.Agent, t.Event, os.Getenv)
	if err == nil && ev.Name == "" {
		err = plan.ErrNameless
	}
	t.know(func() { t.input, t.event, t.call, t.fault = input, ev, call, err })
	if strange != nil {
		t.wrong(strange.Error())
	}
}

// drain reads all of stdin. The clock is set when it has to wait: most agents have
// written the event before this process begins to read, and a timer of the runtime's
// costs a thread and the poller.
func (t *turn) drain(stdin io.Reader) ([]byte, error) {
	f, isFile := stdin.(*os.File)
	data := make([]byte, 0, 512)
	for {
		if !isFile || !files.Ready(f) {
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
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}
