package ship

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bcrules.dev/cmd/fleet/held"
	"bcrules.dev/engine/journal"

	"github.com/gofrs/flock"
	collector "go.opentelemetry.io/proto/slim/otlp/collector/logs/v1"
	"google.golang.org/protobuf/proto"
)

// A Shipper ships logs to one collector.
type Shipper struct {
	To     string            // its address, as Endpoint returns it
	Header map[string]string // of each request
	State  string            // folder of the positions

	client http.Client
	took   bool  // the collector accepted a request
	faulty error // what it last said about entries of this log that it refused
}

// A Shipped says what became of a log's entries.
type Shipped struct {
	Sent, Lost int64 // by this run
	All        int64 // lost since the first run
}

// patience is how long a collector may take to answer; mostAnswer bounds its answer, in bytes.
const (
	patience   = 30 * time.Second
	mostAnswer = 64 << 10
)

// ErrBusy says that another shipper is at work on the same log.
var ErrBusy = errors.New("another bcfleet ship is running")

// Ship ships what was added to a log since it was last shipped to the collector.
func (s *Shipper) Ship(ctx context.Context, l journal.Log) (is Shipped, err error) {
	at := Position{Log: l.File, To: s.To}
	state := filepath.Join(s.State, digest([]byte(l.File+"\n"+s.To))+".json")
	if err := os.MkdirAll(s.State, 0o700); err != nil {
		return is, err
	}
	lock := flock.New(state + ".lock")
	if got, err := lock.TryLock(); err != nil || !got {
		return is, errors.Join(err, ErrBusy)
	}
	defer lock.Close()
	s.client.Timeout, s.faulty = patience, nil
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // a redirect may drop the entries and pass on the headers
	if err := held.Load(state, &at); err != nil {
		return is, err
	}
	before := at.Lost
	t, err := openTail(ctx, l, at)
	if err != nil {
		return is, err
	}
	defer t.close()
	for {
		batch, behind, err := t.next()
		if err == nil && len(batch) > 0 {
			var refused int64
			if refused, err = s.send(ctx, batch); err == nil {
				t.at.Lost += refused
				is.Sent += int64(len(batch)) - refused
			}
		}
		if err == nil && behind != at {
			at = t.at
			err = held.Save(state, at)
		}
		is.All, is.Lost = at.Lost, at.Lost-before
		if err != nil {
			return is, err
		}
		if len(batch) == 0 {
			return is, s.faulty
		}
	}
}

// send sends entries, and returns how many the collector refused as faulty; halves find which. If it
// accepted nothing before, its address or a header may be at fault, and all entries would be lost: an
// empty request tells.
func (s *Shipper) send(ctx context.Context, batch []item) (refused int64, err error) {
	refused, err = s.post(ctx, batch)
	var said *Answer
	if !errors.As(err, &said) || said.Code != http.StatusBadRequest && said.Code != http.StatusRequestEntityTooLarge {
		return refused, err
	}
	if !s.took {
		if _, wrong := s.post(ctx, nil); wrong != nil {
			return 0, err
		}
	}
	if len(batch) == 1 {
		s.faulty = err
		return 1, nil
	}
	for _, half := range [][]item{batch[:len(batch)/2], batch[len(batch)/2:]} { // so that a faulty one costs no other
		n, err := s.send(ctx, half)
		if err != nil {
			return 0, err
		}
		refused += n
	}
	return refused, nil
}

// An Answer is a collector's answer by which it took nothing; it may take the entries later.
type Answer struct {
	Code     int
	of, text string
}

func (a *Answer) Error() string {
	return fmt.Sprintf("%s: found the answer %d %s, want 200 as OTLP has it: %.200s", a.of, a.Code, http.StatusText(a.Code), a.text)
}

// ofProtocol is the media type of requests and answers.
const ofProtocol = "application/x-protobuf"

// post sends entries in one request, and returns how many of them the collector refused. Only an
// answer that is empty or of the protocol is a collector's: a login page says 200, too.
func (s *Shipper) post(ctx context.Context, batch []item) (refused int64, err error) {
	data, err := proto.Marshal(request(batch))
	if err != nil {
		return 0, err
	}
	var body bytes.Buffer
	to := gzip.NewWriter(&body)
	to.Write(data) // to memory, which doesn't fail
	to.Close()
	ask, err := http.NewRequestWithContext(ctx, http.MethodPost, s.To, &body)
	if err != nil {
		return 0, err
	}
	ask.Header.Set("Content-Type", ofProtocol)
	ask.Header.Set("Content-Encoding", "gzip")
	for name, value := range s.Header {
		ask.Header.Set(name, value)
	}
	got, err := s.client.Do(ask)
	if err != nil {
		return 0, err
	}
	defer got.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(got.Body, mostAnswer))
	if err != nil {
		return 0, err
	}
	var said collector.ExportLogsServiceResponse
	if got.StatusCode/100 != 2 || len(answer) > 0 && (got.Header.Get("Content-Type") != ofProtocol || proto.Unmarshal(answer, &said) != nil) {
		return 0, &Answer{got.StatusCode, s.To, string(answer)}
	}
	s.took = true
	if refused = min(max(said.GetPartialSuccess().GetRejectedLogRecords(), 0), int64(len(batch))); refused > 0 {
		s.faulty = fmt.Errorf("%s: the collector refused %d entries: %s", s.To, refused, said.GetPartialSuccess().GetErrorMessage())
	}
	return refused, nil
}

// Endpoint returns the URL at which a collector takes logs; an address without a path gets the usual one.
func Endpoint(to string) (string, error) {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("--to: found %q, want http:// or https:// and a host", to)
	}
	if u.User != nil {
		return "", errors.New("--to: found a user in the address, which other users can read, want it in a header")
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/v1/logs"
	}
	return u.String(), nil
}

// Log returns the log whose newer file is given.
func Log(file string) journal.Log {
	return journal.Log{File: file, Old: strings.TrimSuffix(file, ".jsonl") + ".old.jsonl"}
}
