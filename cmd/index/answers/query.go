package answers

import (
	"fmt"
	"slices"
	"strings"
)

// A Hit is a place that answers a question.
type Hit struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// A question is a kind of question that people ask.
type question struct {
	name, sql string
	words     []string // words that select it
	what      string   // the argument it takes
}

// questions are the kinds of questions. A name alone is a question of the first kind.
var questions = []question{
	{"symbols", "select file, line, kind || ' ' || case parent when '' then '' else parent || '.' end || name || '   ' || signature as text from symbols where name glob ?1 order by file, line limit 1000", []string{"symbols", "symbol", "where", "defines", "defined"}, "NAME"},
	{"callers", "select file, line, case caller when '' then 'at the top of the file' else 'in ' || caller end as text from calls where callee = ?1 order by file, line limit 1000", []string{"callers", "caller", "who"}, "NAME"},
	{"calls", "select file, line, callee as text from calls where caller = ?1 order by file, line limit 1000", []string{"calls", "what"}, "NAME"},
	{"outline", "select file, line, substr('                ', 1, 2 * (parent <> '')) || signature as text from symbols where file = ?1 order by line, id limit 10000", []string{"outline"}, "FILE"},
	{"imports", "select file, line, module || case name when '' then '' else ': ' || name end || case alias when '' then '' else ' as ' || alias end as text from imports where file = ?1 or module = ?1 or name = ?1 order by file, line limit 1000", []string{"imports", "import"}, "FILE, MODULE or NAME"},
	{"words", "select s.file, s.line, s.name || '   ' || s.doc as text from words w join symbols s on s.id = w.rowid where words match ?1 order by bm25(words) limit 50", []string{"words", "about"}, "WORDS"},
}

// fillers are words that mean nothing in a question.
var fillers = []string{"a", "are", "by", "call", "calls", "does", "file", "find", "for", "from", "in", "is", "of", "on", "show", "the", "to"}

// Questions lists the kinds of questions.
func Questions() string {
	var all []string
	for _, q := range questions {
		all = append(all, q.name+" "+q.what)
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

// read parses a question and its argument, such as "callers of X", "who calls X" or "X".
func read(text string) (question, string, error) {
	words := strings.Fields(strings.TrimRight(strings.TrimSpace(text), "?"))
	asked := questions[0]
	if len(words) > 1 {
		i := slices.IndexFunc(questions, func(q question) bool { return slices.Contains(q.words, strings.ToLower(words[0])) })
		if i < 0 {
			return asked, "", fmt.Errorf("found %q, want %s", text, Questions())
		}
		asked, words = questions[i], words[1:]
	}
	for len(words) > 1 && slices.Contains(fillers, strings.ToLower(words[0])) {
		words = words[1:]
	}
	for len(words) > 1 && asked.name == "calls" && slices.Contains(fillers, strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 || len(words) > 1 && asked.name != "words" {
		return asked, "", fmt.Errorf("found %q, want %s", text, Questions())
	}
	of := strings.Join(words, " ")
	if asked.name == "words" { // quoted, so that they contain no operators
		for i, w := range words {
			words[i] = `"` + strings.ReplaceAll(w, `"`, "") + `"`
		}
		of = strings.Join(words, " OR ")
	}
	return asked, of, nil
}

// Ask answers a question.
func (x Index) Ask(text string) ([]Hit, error) {
	q, of, err := read(text)
	if err != nil {
		return nil, err
	}
	return rows[Hit](x, q.sql, of)
}
