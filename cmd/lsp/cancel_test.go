package lsp_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/lsp"

	"github.com/creachadair/jrpc2/channel"
)

// If the editor cancels a request, the request ends with everything it asked for, and gets the
// protocol's answer. Others are answered meanwhile.
func TestCancelled(t *testing.T) {
	began, ended := make(chan bool), make(chan error, 1)
	wait := func(ctx context.Context, dir string, args ...string) (out, faults string, code int, failed error) {
		close(began)
		<-ctx.Done()
		ended <- ctx.Err()
		return "", "", 0, ctx.Err()
	}
	ch, server := channel.Direct()
	s := lsp.NewServer(nil, "", nil, wait)
	served := make(chan error, 1)
	go func() { served <- s.Serve(context.Background(), server) }()
	send := func(text string) { check(t, ch.Send([]byte(text))) }
	send(`{"jsonrpc":"2.0","id":1,"method":"workspace/executeCommand","params":{"command":"bcrules.runTests","arguments":["file:///r/rules.cue","x"]}}`)
	<-began
	send(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	answer, err := ch.Recv()
	check(t, err)
	if string(answer) != `{"jsonrpc":"2.0","id":2,"result":null}` {
		t.Errorf("found %s, want the other's answer", answer)
	}
	send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`)
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("found %v, want that it was cancelled", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it went on for a minute")
	}
	answer, err = ch.Recv()
	check(t, err)
	if want := `"id":1,"error":{"code":-32800`; !strings.Contains(string(answer), want) {
		t.Errorf("found %s, want %s in it", answer, want)
	}
	check(t, ch.Close())
	check(t, <-served)
}
