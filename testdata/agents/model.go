package agents

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
)

// A Model answers requests that offer tools by a script, in three wire formats: OpenAI's chat
// completions and responses, and Google's generateContent. Other requests, and those after the
// script's end, get a text.
type Model struct {
	steps []Step

	mu    sync.Mutex
	at    int
	Asked []string // bodies of requests that offered tools
}

// A Step is one answer: a text, or a call of the first of some tools that the request offers.
type Step struct {
	Calls []Call
	Text  string
}

// A Call is a call of a tool.
type Call struct {
	Tool  string
	Input map[string]any
	Text  string // instead of Input, for a tool that takes a text
}

// next returns the answer to a request, and its number.
func (m *Model) next(body []byte) (Step, int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	offered := names(gjson.ParseBytes(body))
	if len(offered) == 0 {
		return Step{Text: `{"title": "t", "next_speaker": "user", "reasoning": "r"}`}, 0
	}
	m.Asked = append(m.Asked, string(body))
	m.at++
	if m.at > len(m.steps) {
		return Step{Text: "All done."}, m.at
	}
	s := m.steps[m.at-1]
	for _, c := range s.Calls {
		if offered[c.Tool] {
			return Step{Calls: []Call{c}}, m.at
		}
	}
	return s, m.at
}

// names returns the tools that a request offers.
func names(body gjson.Result) map[string]bool {
	all := map[string]bool{}
	for _, t := range body.Get("tools").Array() {
		for _, path := range []string{"name", "function.name", "functionDeclarations.#.name"} {
			for _, name := range t.Get(path).Array() {
				all[name.Str] = true
			}
		}
	}
	return all
}

// ServeHTTP answers one request.
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	path := r.URL.Path
	switch {
	case strings.HasSuffix(path, "/models"):
		send(w, map[string]any{"object": "list", "data": []any{map[string]any{"id": "mock", "object": "model", "created": 1, "owned_by": "test"}}})
	case strings.HasSuffix(path, "ountTokens"):
		send(w, map[string]any{"totalTokens": 100})
	case strings.HasSuffix(path, "/responses"):
		s, n := m.next(body)
		responses(w, gjson.GetBytes(body, "stream").Bool(), s, n)
	case strings.HasSuffix(path, "/chat/completions"):
		s, n := m.next(body)
		chat(w, gjson.GetBytes(body, "stream").Bool(), s, n)
	case strings.HasSuffix(path, "enerateContent"):
		s, n := m.next(body)
		generate(w, strings.Contains(path, "stream"), s, n)
	default:
		http.NotFound(w, r)
	}
}

type object = map[string]any

func send(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}

// stream sends events, each under its type if it has one.
func stream(w http.ResponseWriter, events []object, end string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range events {
		if name, ok := e["type"].(string); ok && end == "" {
			fmt.Fprintf(w, "event: %s\n", name)
		}
		data, _ := json.Marshal(e)
		fmt.Fprintf(w, "data: %s\n\n", data)
	}
	io.WriteString(w, end)
}

func words(v any) string {
	data, _ := json.Marshal(v)
	return string(data)
}

func chat(w http.ResponseWriter, streamed bool, s Step, n int) {
	base := func(choice object) object {
		return object{"id": fmt.Sprint("c", n), "created": 1, "model": "mock", "object": "chat.completion.chunk", "choices": []any{choice}}
	}
	why, calls := "stop", []any{}
	for i, c := range s.Calls {
		why = "tool_calls"
		calls = append(calls, object{"index": i, "id": fmt.Sprintf("call_%d_%d", n, i), "type": "function", "function": object{"name": c.Tool, "arguments": words(c.Input)}})
	}
	usage := object{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
	message := object{"role": "assistant", "content": s.Text}
	if len(calls) > 0 {
		message["tool_calls"] = calls
	}
	if !streamed {
		whole := base(object{"index": 0, "finish_reason": why, "message": message})
		whole["object"], whole["usage"] = "chat.completion", usage
		send(w, whole)
		return
	}
	last := base(nil)
	last["choices"], last["usage"] = []any{}, usage
	stream(w, []object{
		base(object{"index": 0, "delta": message, "finish_reason": nil}),
		base(object{"index": 0, "delta": object{}, "finish_reason": why}),
		last,
	}, "data: [DONE]\n\n")
}

func generate(w http.ResponseWriter, streamed bool, s Step, n int) {
	parts := []any{}
	if s.Text != "" {
		parts = append(parts, object{"text": s.Text})
	}
	for i, c := range s.Calls {
		parts = append(parts, object{"functionCall": object{"id": fmt.Sprintf("fc_%d_%d", n, i), "name": c.Tool, "args": c.Input}})
	}
	answer := object{"candidates": []any{object{"index": 0, "content": object{"role": "model", "parts": parts}, "finishReason": "STOP"}},
		"usageMetadata": object{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}, "modelVersion": "mock"}
	if streamed {
		stream(w, []object{answer}, "\n")
		return
	}
	send(w, answer)
}

func responses(w http.ResponseWriter, streamed bool, s Step, n int) {
	var items []object
	if s.Text != "" {
		items = append(items, object{"type": "message", "id": fmt.Sprint("m", n), "role": "assistant", "status": "completed", "content": []any{object{"type": "output_text", "text": s.Text, "annotations": []any{}}}})
	}
	for i, c := range s.Calls {
		if c.Text != "" {
			items = append(items, object{"type": "custom_tool_call", "id": fmt.Sprintf("ct%d%d", n, i), "call_id": fmt.Sprintf("call_%d_%d", n, i), "name": c.Tool, "input": c.Text, "status": "completed"})
			continue
		}
		items = append(items, object{"type": "function_call", "id": fmt.Sprintf("fc%d%d", n, i), "call_id": fmt.Sprintf("call_%d_%d", n, i), "name": c.Tool, "arguments": words(c.Input), "status": "completed"})
	}
	whole := object{"id": fmt.Sprint("resp_", n), "object": "response", "created_at": 1, "model": "mock", "status": "completed", "output": items,
		"usage": object{"input_tokens": 10, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens": 5, "output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 15}}
	if !streamed {
		send(w, whole)
		return
	}
	begun := object{"id": whole["id"], "object": "response", "created_at": 1, "model": "mock", "status": "in_progress", "output": []any{}}
	events := []object{{"type": "response.created", "response": begun}}
	for i, item := range items {
		events = append(events, object{"type": "response.output_item.added", "output_index": i, "item": item}, object{"type": "response.output_item.done", "output_index": i, "item": item})
	}
	stream(w, append(events, object{"type": "response.completed", "response": whole}), "")
}
