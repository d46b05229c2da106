package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
)

// A Model answers like the API, by a script, and keeps the requests.
type Model struct {
	log   string // folder that requests are written to
	steps []Step

	mu     sync.Mutex
	asked  []*Request // by step
	strays []*Request
	n      int // requests so far
}

// A Step is one answer, given once: to the first request that has On in what is new since the model
// last spoke, if no earlier step is for it.
type Step struct {
	On   string
	Say  []Block
	Full int    // tokens of context that the model says the request had; 100 if 0
	Do   func() // runs before the answer, if not nil
}

// A Block is a piece of an answer, in the words of the API.
type Block map[string]any

// Say is an answer that ends the turn.
func Say(text string) []Block { return []Block{{"type": "text", "text": text}} }

// Use calls a tool.
func Use(tool string, input map[string]any) Block {
	return Block{"type": "tool_use", "name": tool, "input": input}
}

// Shell calls the shell.
func Shell(command string) []Block {
	return []Block{Use("Bash", map[string]any{"command": command, "description": "a step of the test"})}
}

// A Request is a request of a client to the model.
type Request struct{ body gjson.Result }

// Text returns all texts of its messages, including results of tools and reminders.
func (r *Request) Text() string { return text(r.body.Get("messages")) }

// Opening returns the text of its first message.
func (r *Request) Opening() string { return text(r.body.Get("messages.0")) }

// News returns the texts of its messages since the model last spoke.
func (r *Request) News() string {
	var news []string
	for _, m := range r.body.Get("messages").Array() {
		if m.Get("role").Str == "assistant" {
			news = nil
		} else {
			news = append(news, text(m))
		}
	}
	return strings.Join(news, "\n")
}

// Results returns its results of tool calls: those that failed, or the others.
func (r *Request) Results(failed bool) []string {
	var results []string
	for _, b := range r.body.Get("messages.#.content|@flatten").Array() {
		if b.Get("type").Str == "tool_result" && b.Get("is_error").Bool() == failed {
			results = append(results, text(b))
		}
	}
	return results
}

// text joins the texts under content and text, in their order.
func text(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.Str
	}
	var parts []string
	v.ForEach(func(key, part gjson.Result) bool {
		if v.IsArray() || key.Str == "content" || key.Str == "text" {
			if t := text(part); t != "" {
				parts = append(parts, t)
			}
		}
		return true
	})
	return strings.Join(parts, "\n")
}

// newModel returns a model that plays steps and writes requests to the folder log.
func newModel(log string, steps []Step) *Model {
	return &Model{log: log, steps: steps, asked: make([]*Request, len(steps))}
}

// Asked returns the request that a step, counted from 0, answered; nil if nobody has asked for it.
func (m *Model) Asked(step int) *Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked[step]
}

// Strays returns a session's requests without a step.
func (m *Model) Strays() []*Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.strays)
}

// ServeHTTP answers messages and counts of tokens.
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	switch {
	case err != nil || r.Method != http.MethodPost || !strings.HasPrefix(r.URL.Path, "/v1/messages"):
		http.NotFound(w, r)
		return
	case strings.HasSuffix(r.URL.Path, "/count_tokens"):
		io.WriteString(w, `{"input_tokens": 100}`)
		return
	}
	body := gjson.ParseBytes(data)
	n, step := m.next(&Request{body})
	if step.Do != nil {
		step.Do()
	}
	message := step.message(n, body.Get("model").Str)
	if body.Get("stream").Bool() {
		stream(w, message)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(message)
}

// next returns the number of a request, from 1, and its step. A client also asks by itself, for a
// title or the like, and then offers no tools: it gets a word and no step.
func (m *Model) next(r *Request) (int, Step) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n++
	os.WriteFile(filepath.Join(m.log, fmt.Sprintf("request%03d.json", m.n)), []byte(r.body.Raw), 0o600)
	if r.body.Get("tools.#").Int() == 0 {
		return m.n, Step{Say: Say("ok")}
	}
	news := r.News()
	for i, s := range m.steps {
		if m.asked[i] == nil && strings.Contains(news, s.On) {
			m.asked[i] = r
			return m.n, s
		}
	}
	m.strays = append(m.strays, r)
	return m.n, Step{Say: Say("Nothing was written for this.")}
}

// message returns the answer to request n.
func (s Step) message(n int, model string) map[string]any {
	blocks, stop := []Block{}, "end_turn"
	for i, b := range s.Say {
		b = maps.Clone(b)
		if b["type"] == "tool_use" {
			b["id"], stop = fmt.Sprintf("toolu_%03d_%d", n, i), "tool_use"
		}
		blocks = append(blocks, b)
	}
	full := s.Full
	if full == 0 {
		full = 100
	}
	return map[string]any{
		"id": fmt.Sprintf("msg_%03d", n), "type": "message", "role": "assistant", "model": model,
		"content": blocks, "stop_reason": stop, "stop_sequence": nil,
		"usage": map[string]any{"input_tokens": full, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0},
	}
}

// stream writes a message as server-sent events: an empty message, each block whole in one delta,
// and why it stopped.
func stream(w http.ResponseWriter, message map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(event string, fields map[string]any) {
		fields["type"] = event
		data, _ := json.Marshal(fields)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, data)
	}
	empty := maps.Clone(message)
	empty["content"], empty["stop_reason"] = []Block{}, nil
	send("message_start", map[string]any{"message": empty})
	for i, b := range message["content"].([]Block) {
		start, delta := maps.Clone(b), map[string]any{"type": "text_delta", "text": b["text"]}
		if b["type"] == "tool_use" {
			input, _ := json.Marshal(b["input"])
			start["input"] = map[string]any{}
			delta = map[string]any{"type": "input_json_delta", "partial_json": string(input)}
		} else {
			start["text"] = ""
		}
		send("content_block_start", map[string]any{"index": i, "content_block": start})
		send("content_block_delta", map[string]any{"index": i, "delta": delta})
		send("content_block_stop", map[string]any{"index": i})
	}
	end := map[string]any{"stop_reason": message["stop_reason"], "stop_sequence": nil}
	send("message_delta", map[string]any{"delta": end, "usage": message["usage"]})
	send("message_stop", map[string]any{})
}
