package transcript

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// Used is a tool call.
type Used struct {
	Tool   string         `expr:"tool" json:"tool" doc:"its name"`
	Input  map[string]any `expr:"input" json:"input" doc:"the first characters of each text in it; what is neither text, number nor truth as JSON"`
	Done   bool           `expr:"done" json:"done" doc:"it has come to its end"`
	Failed bool           `expr:"failed" json:"failed" doc:"in an error"`
	Error  string         `expr:"error" json:"error" doc:"the first characters of that"`
	Sub    bool           `expr:"sub" json:"sub" doc:"it is a subagent's"`
}

// A use is a call with the id that its result refers to.
type use struct {
	Used
	id string
}

// A Todo is an item of the list that a tool keeps when its input has todos.
type Todo struct {
	Text   string `expr:"text" json:"text" doc:"what is to be done"`
	Status string `expr:"status" json:"status" form:"pending|in_progress|completed" doc:"pending, in_progress or completed"`
}

// Bounds on what is kept: characters of a name, fields of an input, items of a todo list, and paths
// of written files.
const (
	mostName    = 100
	mostFields  = 32
	mostTodos   = 200
	mostWritten = 1000
)

// called records the tool calls of an answer and, if one has todos, the list.
func (t *teller) called(e Entry) {
	for _, block := range e.Blocks() {
		if block.Get("type").Str != "tool_use" {
			continue
		}
		input := block.Get("input")
		if todos := input.Get("todos"); todos.IsArray() && !e.Sub() {
			t.Todos = t.todos(todos)
		}
		if t.Reading.Calls <= 0 {
			continue
		}
		t.used = append(t.used, use{Used{Tool: first(block.Get("name"), mostName), Input: t.input(input), Sub: e.Sub()}, strings.Clone(block.Get("id").Str)})
		if n := len(t.used) - t.Reading.Calls; n > 0 {
			t.used = slices.Delete(t.used, 0, n)
		}
	}
}

// ended records the results of calls, and the path of a file that a tool wrote.
func (t *teller) ended(e Entry) {
	for _, block := range e.Blocks() {
		if block.Get("type").Str != "tool_result" {
			continue
		}
		id := block.Get("tool_use_id").Str
		i := slices.IndexFunc(t.used, func(u use) bool { return u.id == id && !u.Done })
		if i < 0 {
			continue
		}
		t.used[i].Done = true
		if block.Get("is_error").Bool() {
			t.used[i].Failed, t.used[i].Error = true, t.head(block.Get("content"))
		}
	}
	result := e.Get("toolUseResult")
	if path := result.Get("filePath").Str; path != "" && result.Get("structuredPatch").Exists() && !slices.Contains(t.Written, path) {
		t.Written = append(t.Written, strings.Clone(path))
		if n := len(t.Written) - mostWritten; n > 0 {
			t.Written = slices.Delete(t.Written, 0, n)
		}
	}
}

func (t *teller) todos(list gjson.Result) []Todo {
	all := []Todo{}
	for _, item := range list.Array() {
		if len(all) < mostTodos {
			all = append(all, Todo{t.head(item.Get("content")), t.head(item.Get("status"))})
		}
	}
	return all
}

// input returns the fields of a tool's input, long texts cut.
func (t *teller) input(v gjson.Result) map[string]any {
	heads := map[string]any{}
	v.ForEach(func(name, v gjson.Result) bool {
		switch v.Type {
		case gjson.Number, gjson.True, gjson.False:
			heads[first(name, mostName)] = v.Value()
		case gjson.String, gjson.JSON:
			heads[first(name, mostName)] = t.head(v)
		}
		return len(heads) < mostFields
	})
	return heads
}

// head returns the first characters of a text, or of another value's JSON. It copies them, so that
// the line they come from can be freed.
func (t *teller) head(v gjson.Result) string { return first(v, max(t.Head, 0)) }

func first(v gjson.Result, most int) string {
	text := v.String()
	units := 0
	for at, r := range text {
		if units++; r > 0xFFFF {
			units++
		}
		if units > most {
			text = text[:at]
			break
		}
	}
	return strings.ToValidUTF8(strings.Clone(text), "\ufffd")
}
