package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"aead.dev/minisign"
	"cuelabs.dev/go/oci/ociregistry/ocimem"
	"cuelabs.dev/go/oci/ociregistry/ociserver"
	"github.com/rogpeppe/go-internal/testscript"
	collector "go.opentelemetry.io/proto/slim/otlp/collector/logs/v1"
	"google.golang.org/protobuf/proto"
)

// bundles VAR puts the address of an empty registry into a variable.
func bundles(ts *testscript.TestScript, _ bool, args []string) {
	s := httptest.NewServer(ociserver.New(ocimem.New(), nil))
	ts.Defer(s.Close)
	ts.Setenv(args[0], strings.TrimPrefix(s.URL, "http://"))
}

// minisign FILE [PASSWORD] makes a key, as minisign -G does: FILE, the secret key, and FILE.pub.
func keys(ts *testscript.TestScript, _ bool, args []string) {
	public, secret, err := minisign.GenerateKey(nil)
	ts.Check(err)
	text, err := secret.MarshalText()
	if ts.Check(err); len(args) > 1 {
		text, err = minisign.EncryptKey(args[1], secret)
		ts.Check(err)
	}
	shown, err := public.MarshalText()
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".pub"), shown, 0o644))
}

// A receiver takes logs by OTLP, as a collector does.
type receiver struct {
	mu      sync.Mutex
	lines   []string
	answers []int         // status codes of the next answers; 200 for none
	hold    bool          // the next request gets no answer
	held    chan struct{} // closed when that request is there
}

// receiving are the receivers of scripts by their WORK.
var receiving sync.Map

// collect VAR starts a collector. "answer CODE…" sets its next answers, "hold" lets it take entries
// without an answer, "await" waits until it did, and "write FILE" writes the entries it took, one a
// line.
func collect(ts *testscript.TestScript, _ bool, args []string) {
	of, _ := receiving.LoadOrStore(ts.Getenv("WORK"), &receiver{held: make(chan struct{})})
	r := of.(*receiver)
	switch args[0] {
	case "answer":
		for _, code := range args[1:] {
			n, err := strconv.Atoi(code)
			ts.Check(err)
			r.answers = append(r.answers, n)
		}
	case "hold":
		r.hold = true
	case "await":
		select {
		case <-r.held:
		case <-time.After(time.Minute):
			ts.Fatalf("found no request within a minute")
		}
	case "write":
		r.mu.Lock()
		defer r.mu.Unlock()
		ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.Join(r.lines, "")), 0o644))
	default:
		s := httptest.NewServer(r)
		ts.Defer(s.Close)
		ts.Defer(s.CloseClientConnections)
		ts.Setenv(args[0], s.URL)
	}
}

// ServeHTTP takes logs.
func (r *receiver) ServeHTTP(w http.ResponseWriter, ask *http.Request) {
	body, err := gzip.NewReader(ask.Body)
	var data []byte
	if err == nil {
		data, err = io.ReadAll(body)
	}
	var logs collector.ExportLogsServiceRequest
	if err == nil {
		err = proto.Unmarshal(data, &logs)
	}
	if err != nil || ask.URL.Path != "/v1/logs" || ask.Header.Get("Content-Type") != "application/x-protobuf" || ask.Header.Get("Api-Key") != "a b" {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.answers) > 0 {
		code := r.answers[0]
		if r.answers = r.answers[1:]; code != http.StatusOK {
			w.WriteHeader(code)
			return
		}
	}
	for _, of := range logs.ResourceLogs {
		for _, one := range of.ScopeLogs {
			for _, rec := range one.LogRecords {
				line := rec.EventName + " " + rec.SeverityNumber.String()
				for _, a := range append(of.Resource.Attributes, rec.Attributes...) {
					line += fmt.Sprintf(" %s=%v", a.Key, strings.TrimSpace(a.Value.String()))
				}
				r.lines = append(r.lines, line+" "+rec.Body.GetStringValue()+"\n")
			}
		}
	}
	if r.hold {
		r.hold = false
		close(r.held)
		r.mu.Unlock()
		<-ask.Context().Done()
		r.mu.Lock()
	}
}
