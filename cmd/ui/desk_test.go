package ui_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"bcrules.dev/cmd/ui"

	"github.com/creachadair/jrpc2/channel"
)

// An editor in the page has a server of its own. The server gets its messages in order, under a
// name that only the editor knows, and ends with it. The number of servers is bounded.
func TestDesk(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ended := make(chan string, 20)
	s := &ui.Server{Here: t.TempDir(), Desk: func(ctx context.Context, editor channel.Channel) error {
		got := ""
		for {
			message, err := editor.Recv()
			if err != nil {
				ended <- got
				return editor.Close()
			}
			got += string(message)
			if err := editor.Send([]byte("{\n\"said\": " + string(message) + "}")); err != nil {
				return err
			}
		}
	}, Ask: func(context.Context, string, ...string) (ui.Said, error) { return ui.Said{}, io.EOF }}
	l, err := ui.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.TrimSuffix(s.Start(l), "rules") + "playground/desk"
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error)
	go func() { served <- s.Serve(ctx, l) }()
	open := func() (*http.Response, *bufio.Reader, string) {
		r, err := http.Get(at)
		if err != nil {
			t.Fatal(err)
		}
		b := bufio.NewReader(r.Body)
		first, _ := b.ReadString('\n')
		name, _ := b.ReadString('\n')
		b.ReadString('\n')
		if r.StatusCode == http.StatusOK && first != "event: desk\n" {
			t.Fatalf("found %q, want the name of the desk first", first)
		}
		return r, b, strings.TrimSpace(strings.TrimPrefix(name, "data: "))
	}
	post := func(id, message string) int {
		ask, _ := http.NewRequest("POST", at+"/"+id, strings.NewReader(message))
		ask.Header.Set("Origin", "http://"+l.Addr().String())
		r, err := http.DefaultClient.Do(ask)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		return r.StatusCode
	}

	first, said, id := open()
	if code := post(id, "1"); code != http.StatusNoContent {
		t.Errorf("found %d, want a message to be taken", code)
	}
	if line, err := said.ReadString('\n'); line != "data: { \"said\": 1}\n" {
		t.Errorf("found %q (%v), want what the server said, as one line", line, err)
	}
	if code := post("another", "2"); code != http.StatusNotFound {
		t.Errorf("found %d for a name that no desk has, want 404", code)
	}
	if code := post(id, strings.Repeat("x", 5<<20)); code != http.StatusRequestEntityTooLarge {
		t.Errorf("found %d for 5 MB, want 413", code)
	}
	first.Body.Close()
	if got := <-ended; got != "1" {
		t.Errorf("found the messages %q, want that of its editor", got)
	}

	for range 12 {
		open()
	}
	if r, _, _ := open(); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("found %s for the thirteenth, want 503", r.Status)
	}
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
	for range 12 {
		<-ended
	}
}
