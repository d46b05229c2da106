package ship

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcrules.dev/engine/journal"
	"bcrules.dev/testdata/built"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/logs/v1"
	"google.golang.org/protobuf/proto"
)

// However the log is written, rotated and shipped, the entries at the collector and those counted
// as lost are all entries. An entry is there twice only if the collector took a batch and the
// shipper never heard of it. Such an entry may also be counted as lost; others are counted only if
// they are missing.
func TestNoneLostUnseen(t *testing.T) {
	for _, unheard := range []bool{false, true} {
		t.Run(fmt.Sprintf("unheard=%t", unheard), func(t *testing.T) {
			r := &run{t: t, draw: rand.New(rand.NewPCG(built.Seed(t), 1)), unheard: unheard, had: map[int64]int{}}
			written, lost := r.ship()
			there, twice := int64(len(r.had)), 0
			for _, n := range r.had {
				twice += n - 1
			}
			t.Logf("written %d, there %d, lost %d, twice %d", written, there, lost, twice)
			if there+lost < written || there == written || !unheard && (there+lost != written || twice > 0) || unheard && twice == 0 {
				t.Errorf("found %d there, %d of them again, and %d lost of %d", there, twice, lost, written)
			}
		})
	}
}

// Whatever a user makes of a log, shipping ends in time: one line without an end, or one file by
// both names.
func TestEndless(t *testing.T) {
	for name, make := range map[string]func(l journal.Log) error{
		"line":  func(l journal.Log) error { return os.Truncate(l.File, 1<<40) },
		"names": func(l journal.Log) error { return os.Link(l.File, l.Old) },
	} {
		t.Run(name, func(t *testing.T) {
			l := Log(filepath.Join(t.TempDir(), "decisions.jsonl"))
			err := l.Write(&journal.Entry{Time: time.Now(), Event: "Stop"})
			if err == nil {
				err = make(l)
			}
			if err != nil {
				t.Skip(err)
			}
			s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			defer s.Close()
			ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer stop()
			over := Shipper{To: s.URL, State: t.TempDir()}
			if is, err := over.Ship(ctx, l); err == nil {
				t.Errorf("found %v, want an error", is)
			}
		})
	}
}

// Only a server that answers like a collector has taken anything.
func TestAnswers(t *testing.T) {
	l := Log(filepath.Join(t.TempDir(), "decisions.jsonl"))
	if err := l.Write(&journal.Entry{Time: time.Now(), Event: "Stop"}); err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct {
		code       int
		kind, text string
		sent       int64
	}{
		{http.StatusOK, "", "", 1},
		{http.StatusAccepted, "", "", 1},
		{http.StatusNoContent, "", "", 1},
		{http.StatusOK, "text/html", "<form>log in", 0},
		{http.StatusOK, ofProtocol, "\xff", 0},
		{http.StatusSeeOther, "", "", 0},
		{http.StatusBadRequest, "text/plain", "Client sent an HTTP request to an HTTPS server.", 0},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				return // where it was sent on to
			}
			w.Header().Set("Content-Type", of.kind)
			w.Header().Set("Location", "/")
			w.WriteHeader(of.code)
			io.WriteString(w, of.text)
		}))
		over := Shipper{To: s.URL, State: t.TempDir()}
		is, err := over.Ship(t.Context(), l)
		if s.Close(); is.Sent != of.sent || is.Lost != 0 || (err == nil) != (of.sent > 0) {
			t.Errorf("%d %q: found %v, %v, want %d sent", of.code, of.text, is, err, of.sent)
		}
	}
}

// A run is a log that is written and shipped by turns, to a collector that fails now and then.
type run struct {
	t       *testing.T
	draw    *rand.Rand
	unheard bool // it also fails after taking a batch
	had     map[int64]int
}

func (r *run) ServeHTTP(w http.ResponseWriter, ask *http.Request) {
	fails := r.draw.IntN(4)
	if fails == 0 {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	for _, seq := range received(r.t, ask) {
		r.had[seq]++
	}
	if fails == 1 && r.unheard {
		panic(http.ErrAbortHandler)
	}
}

func (r *run) ship() (written, lost int64) {
	s := httptest.NewServer(r)
	defer s.Close()
	dir := r.t.TempDir()
	l := journal.Log{File: filepath.Join(dir, "decisions.jsonl"), Old: filepath.Join(dir, "decisions.old.jsonl"), Max: 8 << 10}
	over := Shipper{To: s.URL, State: filepath.Join(dir, "shipped")}
	for n := 0; ; n++ {
		for range r.draw.IntN(30) * max(0, min(1, 150-n)) { // a file has some 25
			written++
			if err := l.Write(&journal.Entry{Time: time.Now(), Event: "Stop", Session: fmt.Sprint(written)}); err != nil {
				r.t.Fatal(err)
			}
		}
		is, err := over.Ship(r.t.Context(), l)
		if lost = is.All; err == nil && n >= 150 {
			return written, lost
		}
	}
}

// received returns the numbers of the entries in a request.
func received(t *testing.T, r *http.Request) (all []int64) {
	body, err := gzip.NewReader(r.Body)
	if err != nil {
		t.Error(err)
		return nil
	}
	data, err := io.ReadAll(body)
	var logs collector.ExportLogsServiceRequest
	if err == nil {
		err = proto.Unmarshal(data, &logs)
	}
	if err != nil {
		t.Error(err)
	}
	for _, of := range logs.ResourceLogs {
		for _, rec := range of.ScopeLogs[0].LogRecords {
			for _, a := range rec.Attributes {
				if a.Key == "seq" {
					all = append(all, a.Value.GetIntValue())
				}
			}
		}
	}
	return all
}
