package fleet

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// A machine that reached a server whose certificate nobody knows, or with another protocol, isn't
// well. Nor is one whose key is gone, or whose tests take too long.
func TestUnreached(t *testing.T) {
	s := httptest.NewTLSServer(http.NotFoundHandler())
	defer s.Close()
	silent, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	mutual := httptest.NewUnstartedServer(http.NotFoundHandler())
	mutual.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert}
	mutual.StartTLS()
	defer mutual.Close()
	_, alert := mutual.Client().Get(mutual.URL)
	ask := func(url string, within time.Duration) error {
		ctx, stop := context.WithTimeout(t.Context(), within)
		defer stop()
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		_, err := http.DefaultClient.Do(r)
		return err
	}
	_, missing := os.Open(t.TempDir() + "/key")
	for name, of := range map[string]struct {
		err  error
		want bool
	}{
		"certificate": {ask(s.URL, time.Minute), false},
		"alert":       {alert, false},
		"protocol":    {ask("https://"+plain.Listener.Addr().String(), time.Minute), false},
		"refused":     {ask("http://localhost:1", time.Minute), true},
		"silent":      {ask("http://"+silent.Addr().String(), 100*time.Millisecond), true},
		"key":         {missing, false},
		"tests":       {context.DeadlineExceeded, false},
		"later":       {&offline{errors.New("503")}, true},
	} {
		if of.err == nil || unreached(of.err) != of.want {
			t.Errorf("%s: found %t for %v, want %t", name, !of.want, of.err, of.want)
		}
	}
}
