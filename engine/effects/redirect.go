package effects

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A redirection is what the redirects of one statement change.
type redirection struct {
	in    content
	out   word
	moved bool     // what is printed goes elsewhere
	files []target // where it goes
	fed   int      // process substitutions there were before
}

type target struct {
	path   string
	append bool
}

// redirect does one redirect.
func (a *analysis) redirect(f *frame, w *world, d *syntax.Redirect, r *redirection) {
	n := a.descriptor(w, d.N)
	switch d.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		if d.Hdoc != nil {
			a.feed(w, n, content{Word: a.heredoc(f, w, d), Over: "file"})
		}
		return
	case syntax.WordHdoc:
		text := a.in(f, w).text(d.Word)
		over := "file"
		if text.From != nil {
			over = "substitution"
		}
		a.feed(w, n, content{Word: text.With(text.Text + "\n"), Over: over})
		return
	}
	to := a.in(f, w).text(d.Word)
	if f.cmdlets != nil {
		to = unixPath(f.home, to)
	}
	switch d.Op {
	case syntax.DplIn, syntax.DplOut:
		a.duplicate(f, w, d.Op, n, to, r)
	case syntax.RdrIn:
		a.opened(f, w, "read", to)
		a.input(f, w, n, to)
	case syntax.RdrInOut:
		a.opened(f, w, "read", to)
		a.opened(f, w, "write", to)
		a.input(f, w, n, to)
	case syntax.AppOut, syntax.AppClob, syntax.AppAll, syntax.AppAllClob:
		a.opened(f, w, "append", to)
		a.output(f, w, d.Op, n, to, true, r)
	default:
		a.opened(f, w, "write", to)
		a.output(f, w, d.Op, n, to, false, r)
	}
}

// descriptor returns the number of a descriptor as given, -1 for none.
func (a *analysis) descriptor(w *world, lit *syntax.Lit) int {
	if lit == nil {
		return -1
	}
	if name, ok := strings.CutPrefix(lit.Value, "{"); ok { // {fd}>file
		a.handed++
		n := 9 + a.handed
		w.set(strings.TrimSuffix(name, "}"), word{Text: strconv.Itoa(n), Known: true})
		return n
	}
	n, _ := strconv.Atoi(lit.Value)
	return n
}

// heredoc returns what a here-document gives to read.
func (a *analysis) heredoc(f *frame, w *world, d *syntax.Redirect) word {
	body := a.in(f, w).document(d.Hdoc)
	if d.Op == syntax.DashHdoc {
		lines := strings.Split(body.Text, "\n")
		for i, line := range lines {
			lines[i] = strings.TrimLeft(line, "\t")
		}
		body.Text = strings.Join(lines, "\n")
	}
	return body
}

// duplicate does n>&to and n<&to.
func (a *analysis) duplicate(f *frame, w *world, op syntax.RedirOperator, n int, to word, r *redirection) {
	number, err := strconv.Atoi(to.Text)
	switch {
	case to.Text == "-":
	case op == syntax.DplOut && n == 0: // from what is written to, such as a host
		w.in = content{Word: word{Text: "$(…)"}, Over: "file"}
	case op == syntax.DplIn:
		if list := a.contents(w, "/dev/fd/"+to.Text); n <= 0 && len(list) > 0 {
			w.in = list[0]
		}
	case a.handles[number] != "" && (n == 1 || n < 0):
		r.moved = true
		r.files = append(r.files, target{a.handles[number], true})
	case a.handles[number] != "":
		a.handles[n] = a.handles[number]
	case err != nil && to.Known: // >&file
		a.opened(f, w, "write", to)
		a.output(f, w, syntax.RdrAll, n, to, false, r)
	case n == 1 || n < 0:
		r.moved = to.Text != "1"
	}
}

// input makes a file what is read.
func (a *analysis) input(f *frame, w *world, n int, from word) {
	c := content{Word: word{Text: "$(…)"}, Over: "file"}
	path, _ := a.site(f, w).Absolute(from)
	if list := a.contents(w, path); len(list) > 0 {
		c = list[len(list)-1]
	}
	a.feed(w, n, c)
}

// feed makes a content what a descriptor gives to read.
func (a *analysis) feed(w *world, n int, c content) {
	if n <= 0 {
		w.in = c
	} else {
		a.put("/dev/fd/"+strconv.Itoa(n), c)
	}
}

// output makes a file where it is printed to.
func (a *analysis) output(f *frame, w *world, op syntax.RedirOperator, n int, to word, more bool, r *redirection) {
	if path, known := a.site(f, w).Absolute(to); known && n > 2 {
		a.handle(n, path)
	}
	if n < 0 || n == 1 || op == syntax.RdrAll || op == syntax.AppAll || op == syntax.RdrAllClob || op == syntax.AppAllClob {
		r.moved = true
		if path, known := a.site(f, w).Absolute(to); known && path != "/dev/null" {
			r.files = append(r.files, target{path, more})
		}
	}
}

// fill notes what was written to the target of a redirect.
func (a *analysis) fill(t target, c content) {
	if strings.HasPrefix(t.path, "/dev/fd/") {
		c.Over = "substitution"
	}
	if t.append {
		a.extend(t.path, c)
	} else {
		a.put(t.path, c)
	}
}

// opened notes a file that the shell itself opens.
func (a *analysis) opened(f *frame, w *world, how string, file word) {
	at := a.site(f, w)
	path, known := at.Absolute(file)
	switch {
	case held(path):
		return
	case strings.HasPrefix(path, "/dev/tcp/") || strings.HasPrefix(path, "/dev/udp/"):
		host, _, _ := strings.Cut(path[len("/dev/tcp/"):], "/")
		a.hosts(Host{Name: host, By: "shell", Sends: how != "read"})
		return
	}
	if !known {
		a.unknown("path", file.Text, "shell")
	}
	if touched := at.File(how, file, false, "shell"); how == "read" {
		a.reads(touched)
	} else {
		a.writes(touched)
	}
}
