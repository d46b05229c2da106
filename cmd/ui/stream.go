package ui

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// alive is the interval at which something is sent, to notice a closed connection.
const alive = 20 * time.Second

// stream sends new decisions that match, each as an HTML row (server-sent events). Each carries the
// decision's number as its id. A client that reconnects sends the last id, and so misses none.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	q := queryOf(r.URL.Query())
	after, _ := strconv.Atoi(r.URL.Query().Get("after"))
	if last, err := strconv.Atoi(r.Header.Get("Last-Event-ID")); err == nil {
		after = last
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		all, grown := s.kept.now()
		var b bytes.Buffer
		if len(all) > 0 {
			for _, d := range all[min(len(all), max(0, after+1-all[0].N)):] {
				after = d.N
				if q.wants(d) {
					event(&b, s.rowOf(d))
				}
			}
		}
		if b.Len() == 0 {
			b.WriteString(": nothing new\n\n")
		}
		if _, err := w.Write(b.Bytes()); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-grown:
			select { // more may follow shortly
			case <-time.After(50 * time.Millisecond):
			case <-r.Context().Done():
				return
			}
		case <-tick.C:
		}
	}
}

// event writes a decision as an event.
func event(b *bytes.Buffer, d row) {
	var row bytes.Buffer
	if templates().ExecuteTemplate(&row, "row", d) != nil {
		return
	}
	fmt.Fprintf(b, "id: %d\nevent: decision\n", d.N)
	for line := range strings.Lines(strings.TrimSpace(row.String())) {
		b.WriteString("data: " + strings.TrimRight(line, "\r\n") + "\n")
	}
	b.WriteString("\n")
}
