package schema

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"cuelang.org/go/mod/module"
)

// A registry that never answers is waited for once, however often it is asked.
func TestRegistryNeverAnswers(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv("CUE_REGISTRY", l.Addr().String()+"+insecure")
	t.Setenv("CUE_CACHE_DIR", t.TempDir())
	r := newFetching(&origins{}, 50*time.Millisecond).registry(Supply{Fetch: func(string) bool { return true }})
	defer r.close()
	if r.missed.Load() {
		t.Error("missed something before it was asked for")
	}
	began := time.Now()
	for _, path := range []string{"example.com/a@v0", "example.com/b@v0"} {
		_, err := r.Fetch(t.Context(), module.MustNewVersion(path, "v0.1.0"))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v, want that the time is over", path, err)
		}
	}
	if took := time.Since(began); took > fetchTime/2 {
		t.Errorf("gave up after %v", took)
	}
	if !r.missed.Load() {
		t.Error("missed nothing")
	}
}
