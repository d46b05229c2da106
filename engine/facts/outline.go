package facts

import (
	"strings"

	"bcrules.dev/engine"
)

// A Section is a Markdown heading with the text below it.
type Section struct {
	Level int    `expr:"level" json:"level" doc:"1 for #, 2 for ##, …"`
	Title string `expr:"title" form:"unmarked" json:"title" doc:"without # and surrounding blanks"`
	Body  string `expr:"body" json:"body" doc:"the text up to the next heading, without surrounding empty lines"`
	Whole string `expr:"whole" json:"whole" doc:"the text including lower headings, up to the next heading of its level or above"`
	Items []Item `expr:"items" json:"items" doc:"of the lists in the body"`
	Line  int    `expr:"line" json:"line" doc:"of the heading, from 1"`
}

// An Item is an item of a Markdown list.
type Item struct {
	Text string `expr:"text" form:"unmarked" json:"text" doc:"its first line, without bullet and box"`
	Task bool   `expr:"task" json:"task" doc:"it has a box, [ ] or [x]"`
	Done bool   `expr:"done" given:"task" json:"done" doc:"the box is ticked"`
	Line int    `expr:"line" json:"line" doc:"from 1"`
}

var outline = engine.Fact{
	Doc: "the headings of a Markdown text, # to ######, in order: .level .title .body .whole .items (.text .task .done) .line\n" +
		"Fenced code, ``` or ~~~, has no headings and items. A line underlined with === or --- is not a heading.",
	Params: "text",
	Ask: engine.Func1[string, []Section](func(_ *engine.Call, text string) ([]Section, error) {
		return sections(text), nil
	}),
}

// sections returns the headings of a text, as CommonMark 0.31 has them (4.2, 4.5).
func sections(text string) []Section {
	s := sectioner{text: text, all: []Section{}}
	line := 0
	for at := 0; at < len(text); {
		line++
		row, _, _ := strings.Cut(text[at:], "\n")
		begin := at
		at = min(at+len(row)+1, len(text))
		s.row(strings.TrimRight(row, " \t\r"), line, begin, at)
	}
	s.end(len(text), 1)
	return s.all
}

// A sectioner collects sections line by line.
type sectioner struct {
	text  string
	all   []Section
	after []int  // by section: the offset after its heading
	open  []int  // sections whose Whole is unfinished, the outermost first
	body  bool   // the body of the last is unfinished
	fence string // of the open fence, "" for none
}

// row handles a line, given its number and its offsets.
func (s *sectioner) row(row string, line, begin, end int) {
	if mark := strings.TrimLeft(row, " \t"); mark == "" || s.fence == "" && mark[0] >= 'A' && mark[0] != '`' && mark[0] != '~' || s.fenced(row) {
		return // most lines are text
	}
	if level, title := heading(row); level > 0 {
		s.end(begin, level)
		s.all = append(s.all, Section{Level: level, Title: title, Items: []Item{}, Line: line})
		s.after, s.open, s.body = append(s.after, end), append(s.open, len(s.all)-1), true
	} else if item, ok := itemOf(row); ok && s.body {
		item.Line = line
		last := &s.all[len(s.all)-1]
		last.Items = append(last.Items, item)
	}
}

// end ends at an offset the body of the last section, and all open sections of the level or below.
func (s *sectioner) end(at, level int) {
	if n := len(s.all) - 1; s.body {
		s.all[n].Body = trimmed(s.text[s.after[n]:at])
		s.body = false
	}
	for n := len(s.open); n > 0 && s.all[s.open[n-1]].Level >= level; n-- {
		i := s.open[n-1]
		s.all[i].Whole = trimmed(s.text[s.after[i]:at])
		s.open = s.open[:n-1]
	}
}

// trimmed returns a text without surrounding empty lines.
func trimmed(text string) string {
	text = strings.TrimRight(text, " \t\r\n")
	for {
		row, rest, ok := strings.Cut(text, "\n")
		if !ok || strings.TrimSpace(row) != "" {
			return text
		}
		text = rest
	}
}

// fenced reports whether a line opens, closes or is in a fence.
func (s *sectioner) fenced(row string) bool {
	mark := strings.TrimLeft(row, " ")
	if len(row)-len(mark) > 3 {
		return s.fence != ""
	}
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(mark, c)
		size := len(mark) - len(rest)
		switch {
		case size < 3:
		case s.fence == "":
			if c == "`" && strings.Contains(rest, c) { // inline code
				return false
			}
			s.fence = mark[:size]
			return true
		case s.fence[:1] == c && size >= len(s.fence) && rest == "":
			s.fence = ""
			return true
		}
	}
	return s.fence != ""
}

// heading returns the level and title of a line that is a heading, 0 if it is none.
func heading(row string) (level int, title string) {
	mark := strings.TrimLeft(row, " ")
	rest := strings.TrimLeft(mark, "#")
	level = len(mark) - len(rest)
	if len(row)-len(mark) > 3 || level == 0 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	title = strings.Trim(rest, " \t")
	if closed := strings.TrimRight(title, "#"); closed == "" || strings.TrimRight(closed, " \t") != closed {
		title = strings.TrimRight(closed, " \t")
	}
	return level, title
}

// itemOf returns the item that a line begins.
func itemOf(row string) (item Item, ok bool) {
	text := strings.TrimLeft(row, " \t")
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	switch {
	case text == "":
		return item, false
	case strings.IndexByte("-*+", text[0]) >= 0:
		text = text[1:]
	case digits > 0 && digits < 10 && len(text) > digits && (text[digits] == '.' || text[digits] == ')'):
		text = text[digits+1:]
	default:
		return item, false
	}
	if text == "" || text[0] != ' ' && text[0] != '\t' {
		return item, false
	}
	item.Text = strings.TrimLeft(text, " \t")
	for _, box := range []string{"[ ]", "[x]", "[X]"} {
		if rest, has := strings.CutPrefix(item.Text, box); has && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			item = Item{Text: strings.TrimLeft(rest, " \t"), Task: true, Done: box != "[ ]"}
			break
		}
	}
	return item, true
}
