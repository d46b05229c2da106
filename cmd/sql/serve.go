package sql

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"bcrules.dev/engine/store"
)

// Serve runs requests, one line of JSON each, and answers each by a line, until in ends, even if
// nobody reads the answers any more. It fails if a line can't be read at all.
func Serve(in io.Reader, out io.Writer) error {
	k := newKeeper()
	defer k.close()
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		a := answer(k, line)
		a.Format = store.Format
		text, err := json.Marshal(a)
		if err != nil {
			return err
		}
		out.Write(append(text, '\n'))
	}
}

// answer answers a line.
func answer(k *keeper, line []byte) store.Answer {
	var r store.Request
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&r); err != nil {
		return store.Answer{Error: "found a line that is no request, want one: " + err.Error()}
	}
	if r.Format != store.Format {
		return store.Answer{Error: fmt.Sprintf("found a request of format %d, want %d: bchook and bcstore are of different versions", r.Format, store.Format)}
	}
	a, err := k.answer(r)
	if err != nil {
		var down *outage
		return store.Answer{Error: err.Error(), Down: errors.As(err, &down), Earlier: a.Earlier}
	}
	return a
}
