package effects

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rows are the tables in testdata: paragraphs of shell text after $ (its further
// lines after >), followed by what it does, a line each:
//
//	run via > via: program args   with VAR=x, in another folder, on a host
//	named file                    in a word whose use isn't known
//	read, write, delete, … file   of the project, absolute elsewhere; /** with all below;
//	                              of mode, whether rights are kept or lost
//	link path to path
//	package, process name
//	net METHOD host url, pipe program -> program, call name arguments, unknown what text
//
// UPDATE=1 rewrites them.
func TestRows(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	count := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for row := range strings.SplitSeq(strings.TrimRight(string(data), "\n"), "\n\n") {
			text, want := cutRow(row)
			got := ""
			if text != "" {
				count++
				got = tell(effectsOf(text))
			}
			if got != want {
				t.Errorf("%s: %s\ngot:\n%s\nwant:\n%s", file, text, got, want)
			}
			if out.Len() > 0 {
				out.WriteString("\n")
			}
			for line := range strings.Lines(row) {
				if strings.HasPrefix(line, "$") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "#") {
					out.WriteString(strings.TrimSuffix(line, "\n") + "\n")
				}
			}
			out.WriteString(got)
		}
		if os.Getenv("UPDATE") != "" && out.String() != string(data) {
			if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if count < 200 {
		t.Errorf("found %d rows, want 200", count)
	}
}

// cutRow returns the shell text of a row, and its expected effects.
func cutRow(row string) (text, want string) {
	var lines []string
	for line := range strings.Lines(row) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "$ "), strings.HasPrefix(line, "> "):
			lines = append(lines, line[2:])
		case line == ">":
			lines = append(lines, "")
		case !strings.HasPrefix(line, "#"):
			want += line + "\n"
		}
	}
	return strings.Join(lines, "\n"), want
}

const project, home = "/home/me/project", "/home/me"

func effectsOf(text string) Effects {
	return Of(Place{Dir: project, Home: home, Getenv: func(name string) string {
		return map[string]string{"USER": "me"}[name]
	}, Root: func(dir string) string {
		if dir == project || strings.HasPrefix(dir, project+"/") {
			return project
		}
		return ""
	}}, func(yield func(string, string) bool) { yield("shell", text) })
}

// tell returns a call's effects in the words of a row.
func tell(e Effects) string {
	var b strings.Builder
	line := func(kind, format string, args ...any) {
		fmt.Fprintf(&b, "%-8s"+format+"\n", append([]any{kind}, args...)...)
	}
	for _, c := range e.Commands {
		text := shown(c.Path)
		for _, a := range c.Args {
			text += " " + shown(a)
		}
		if len(c.Via) > 0 {
			text = strings.Join(c.Via, " > ") + ": " + text
		}
		var more []string
		for name, value := range c.Env {
			more = append(more, "with "+name+"="+shown(value))
		}
		slices.Sort(more)
		if c.Dir != project {
			more = append(more, "in "+place(c.Dir))
		}
		if c.Host != "" {
			more = append(more, "on "+c.Host)
		}
		if c.Multiplies {
			more = append(more, "multiplies")
		}
		if c.Program == "" {
			more = append(more, "not known")
		}
		if len(more) > 0 {
			text += "   " + strings.Join(more, ", ")
		}
		line("run", "%s", text)
	}
	for _, f := range e.Named {
		line("named", "%s", place(f.Path))
	}
	for _, f := range slices.Concat(e.Reads, e.Writes) {
		path := place(f.Path)
		if f.Deep {
			path += "/**"
		}
		if f.Rights != "" {
			path += "   " + f.Rights
		}
		line(f.How, "%s", strings.TrimSpace(path+map[bool]string{true: "", false: "   on " + f.Host}[f.Host == ""]))
	}
	for _, l := range e.Links {
		line("link", "%s to %s%s", place(l.At), place(l.To.Path), map[bool]string{true: "", false: "   on " + l.To.Host}[l.To.Host == ""])
	}
	for _, x := range e.Things {
		line(x.Is, "%s", strings.TrimSpace(shown(x.Name)+map[bool]string{true: "", false: "   on " + x.Host}[x.Host == ""]))
	}
	for _, h := range e.Network {
		line("net", "%s", strings.Join(strings.Fields(h.Method+" "+h.Name+" "+h.URL+map[bool]string{true: " sends"}[h.Sends]), " "))
	}
	for _, p := range e.Pipes {
		line("pipe", "%s -> %s   %s%s", shown(p.From.Path), shown(p.To.Path), p.Over, map[bool]string{true: ", code"}[p.Code])
	}
	for _, c := range e.Calls {
		line("call", "%s", strings.TrimSpace(c.Name+" "+strings.Join(c.Args, ", ")))
	}
	for _, u := range e.Unknown {
		line("unknown", "%s %s", u.What, shown(u.Text))
	}
	return b.String()
}

// shown returns a word, in quotes if it would not read as one.
func shown(text string) string {
	if text == "" || strings.ContainsAny(text, " \n\t,") {
		return fmt.Sprintf("%q", text)
	}
	return text
}

// place returns a path relative to the project, if it is in it.
func place(path string) string {
	switch {
	case path == project:
		return "."
	case strings.HasPrefix(path, project+"/"):
		return path[len(project)+1:]
	case path == "":
		return "?"
	}
	return path
}
