package show

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/tidwall/gjson"
)

// A sheet is text with headings and lists: Markdown, or lines that fit a screen.
type sheet struct {
	strings.Builder
	markdown bool
	width    int  // columns
	indent   int  // columns
	listing  bool // the last thing written is a list item
	fresh    bool // the last thing written is a heading
}

// gap begins a paragraph.
func (s *sheet) gap() {
	if s.Len() > 0 && !s.fresh && !strings.HasSuffix(s.String(), "\n\n") {
		s.WriteString("\n")
	}
	s.listing, s.fresh = false, false
}

// heading begins a section; level 1 is the page's title.
func (s *sheet) heading(level int, title string) {
	s.gap()
	if s.markdown {
		fmt.Fprintf(s, "%s %s\n", strings.Repeat("#", level), s.plain(title))
		return
	}
	step := 2 * max(0, level-2)
	fmt.Fprintf(s, "%*s%s\n", step, "", Bold.Sprint(title))
	s.indent, s.fresh = step+2, true
}

// text writes a doc comment: paragraphs are filled, indented lines are kept.
func (s *sheet) text(doc string) {
	if doc == "" {
		return
	}
	s.gap()
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			s.wrapped("", s.plain(strings.Join(paragraph, " ")))
			paragraph = nil
		}
	}
	for line := range strings.Lines(doc) {
		line = strings.TrimRight(line, " \n")
		switch {
		case strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "   "):
			flush()
			fmt.Fprintf(s, "%*s%s\n", max(4, s.indent+2), "", strings.TrimPrefix(line, "\t"))
		case line == "":
			flush()
			s.gap()
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
}

// line writes a line that may contain code.
func (s *sheet) line(what string) {
	s.gap()
	s.wrapped("", what)
}

// item writes a list item with its description.
func (s *sheet) item(what, doc string) {
	if !s.listing {
		s.gap()
	}
	s.listing = true
	if doc != "" {
		what += " – " + strings.Join(strings.Fields(doc), " ")
	}
	s.wrapped("- ", what)
}

// table writes rows under titles; outside Markdown without titles, with the first cell of each row
// in a column and the others beside it.
func (s *sheet) table(titles []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	s.gap()
	if s.markdown {
		fmt.Fprintf(s, "| %s |\n|%s\n", strings.Join(titles, " | "), strings.Repeat("---|", len(titles)))
		for _, row := range rows {
			cells := make([]string, len(row))
			for i, cell := range row {
				cells[i] = strings.ReplaceAll(cell, "|", `\|`)
			}
			fmt.Fprintf(s, "| %s |\n", strings.Join(cells, " | "))
		}
		return
	}
	first := 0
	for _, row := range rows {
		first = max(first, text.StringWidthWithoutEscSequences(row[0]))
	}
	for _, row := range rows {
		rest := strings.Join(slices.DeleteFunc(slices.Clone(row[1:]), func(cell string) bool { return cell == "" }), " – ")
		s.wrapped(text.Pad(row[0], first, ' ')+"  ", rest)
	}
}

// wrapped writes text after a mark, wrapped outside Markdown.
func (s *sheet) wrapped(mark, what string) {
	if s.markdown {
		fmt.Fprintf(s, "%s%s\n", mark, what)
		return
	}
	first := strings.Repeat(" ", s.indent) + mark
	for line := range strings.SplitSeq(text.WrapSoft(what, s.width-len(first)), "\n") {
		fmt.Fprintln(s, strings.TrimRight(first+line, " "))
		first = strings.Repeat(" ", len(first))
	}
}

// code formats code.
func (s *sheet) code(what string) string {
	if !s.markdown {
		return what
	}
	fence := "`"
	for strings.Contains(what, fence) {
		fence += "`"
	}
	if strings.HasPrefix(what, "`") || strings.HasSuffix(what, "`") {
		what = " " + what + " "
	}
	return fence + what + fence
}

// marks escapes Markdown.
var marks = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`, "]", `\]`)

// plain returns a text with Markdown escaped.
func (s *sheet) plain(what string) string {
	if s.markdown {
		return marks.Replace(what)
	}
	return what
}

// oneLine returns a text with visible signs in place of line breaks.
func oneLine(what string) string {
	return strings.ReplaceAll(strings.TrimSpace(what), "\n", " ⏎ ")
}

// outline returns a text of a step with … in place of expressions.
func outline(step plan.Step, src string) string {
	t, ok := step.Texts[src]
	if !ok {
		return src
	}
	var b strings.Builder
	for _, part := range t {
		if b.WriteString(part.Text); part.Code != nil {
			b.WriteString("…")
		}
	}
	return b.String()
}

// A saying describes a part of an action: the action with the names of arguments, and a text.
type saying struct{ what, text string }

// briefly shortens the description of a step: for an object with more than two values within an
// argument, it keeps only the names.
func briefly(parts []saying) (all []saying) {
	within := func(p saying) (of, name string) {
		if words := strings.SplitN(p.what, " ", 4); len(words) > 2 {
			return words[0] + " " + words[1], words[2]
		}
		return p.what, ""
	}
	many := map[string]int{}
	for _, p := range parts {
		of, _ := within(p)
		many[of]++
	}
	for _, p := range parts {
		of, name := within(p)
		if name == "" || many[of] < 3 {
			all = append(all, p)
			continue
		}
		last := len(all) - 1
		switch {
		case last < 0 || all[last].what != of:
			all = append(all, saying{of, name})
		case !slices.Contains(strings.Split(all[last].text, ", "), name):
			all[last].text += ", " + name
		}
	}
	return all
}

// spoken describes a step: its action with each non-blank text among its arguments.
func spoken(step plan.Step) []saying {
	var all []saying
	var visit func(what string, v gjson.Result)
	visit = func(what string, v gjson.Result) {
		switch {
		case v.Type == gjson.String && strings.TrimSpace(v.String()) == "":
		case v.Type == gjson.String:
			all = append(all, saying{what, oneLine(outline(step, v.String()))})
		case v.IsObject():
			v.ForEach(func(k, item gjson.Result) bool {
				visit(what+" "+k.String(), item)
				return true
			})
			if v.Raw == "{}" {
				all = append(all, saying{what, ""})
			}
		default:
			all = append(all, saying{what, string(files.JSON(v.Value()))})
		}
	}
	visit(step.Action, gjson.ParseBytes(step.Args))
	return all
}
