package effects

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A redirection collects what the redirects of one statement change.
type redirection struct {
	expansion
	in    content
	out   word
	moved bool     // the output goes elsewhere
	files []target // where it goes
	fed   int      // process substitutions that were waiting before
}

type target struct {
	path   string
	append bool
}

// redirect applies one redirect.
func (r *redirection) redirect(d *syntax.Redirect) {
	n := r.descriptor(d.N)
	switch d.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		if d.Hdoc != nil {
			r.feed(n, content{Word: r.heredoc(d), Over: "file"})
		}
		return
	case syntax.WordHdoc:
		text := r.text(d.Word)
		over := "file"
		if text.From != nil {
			over = "substitution"
		}
		r.feed(n, content{Word: text.With(text.Text + "\n"), Over: over})
		return
	}
	to := r.text(d.Word)
	if r.f.cmdlets != nil {
		to = unixPath(r.f.home, to)
	}
	switch d.Op {
	case syntax.DplIn, syntax.DplOut:
		r.duplicate(d.Op, n, to)
	case syntax.RdrIn:
		r.opened("read", to)
		r.input(n, to)
	case syntax.RdrInOut:
		r.opened("read", to)
		r.opened("write", to)
		r.input(n, to)
	case syntax.AppOut, syntax.AppClob, syntax.AppAll, syntax.AppAllClob:
		r.opened("append", to)
		r.output(d.Op, n, to, true)
	default:
		r.opened("write", to)
		r.output(d.Op, n, to, false)
	}
}

// descriptor returns the number of the descriptor that a redirect names, -1 for none.
func (r *redirection) descriptor(lit *syntax.Lit) int {
	if lit == nil {
		return -1
	}
	if name, ok := strings.CutPrefix(lit.Value, "{"); ok { // {fd}>file
		r.sh.handed++
		n := 9 + r.sh.handed
		r.w.set(strings.TrimSuffix(name, "}"), word{Text: strconv.Itoa(n), Known: true})
		return n
	}
	n, _ := strconv.Atoi(lit.Value)
	return n
}

// heredoc returns the text of a here-document.
func (r *redirection) heredoc(d *syntax.Redirect) word {
	body := r.document(d.Hdoc)
	if d.Op == syntax.DashHdoc {
		lines := strings.Split(body.Text, "\n")
		for i, line := range lines {
			lines[i] = strings.TrimLeft(line, "\t")
		}
		body.Text = strings.Join(lines, "\n")
	}
	return body
}

// duplicate applies n>&to or n<&to.
func (r *redirection) duplicate(op syntax.RedirOperator, n int, to word) {
	number, err := strconv.Atoi(to.Text)
	switch {
	case to.Text == "-":
	case op == syntax.DplOut && n == 0: // it reads from where it writes to, such as a host
		r.w.in = content{Word: word{Text: "$(…)"}, Over: "file"}
	case op == syntax.DplIn:
		if list := r.sh.contents(r.w, "/dev/fd/"+to.Text); n <= 0 && len(list) > 0 {
			r.w.in = list[0]
		}
	case r.sh.handles[number] != "" && (n == 1 || n < 0):
		r.moved = true
		r.files = append(r.files, target{r.sh.handles[number], true})
	case r.sh.handles[number] != "":
		r.sh.handles[n] = r.sh.handles[number]
	case err != nil && to.Known: // >&file
		r.opened("write", to)
		r.output(syntax.RdrAll, n, to, false)
	case n == 1 || n < 0:
		r.moved = to.Text != "1"
	}
}

// input makes a file the input of a descriptor.
func (r *redirection) input(n int, from word) {
	c := content{Word: word{Text: "$(…)"}, Over: "file"}
	path, _ := r.site().Absolute(from)
	if list := r.sh.contents(r.w, path); len(list) > 0 {
		c = list[len(list)-1]
	}
	r.feed(n, c)
}

// feed makes a content the input of a descriptor.
func (r *redirection) feed(n int, c content) {
	if n <= 0 {
		r.w.in = c
	} else {
		r.sh.put("/dev/fd/"+strconv.Itoa(n), c)
	}
}

// output makes a file the output of a descriptor.
func (r *redirection) output(op syntax.RedirOperator, n int, to word, more bool) {
	if path, known := r.site().Absolute(to); known && n > 2 {
		r.sh.handle(n, path)
	}
	if n < 0 || n == 1 || op == syntax.RdrAll || op == syntax.AppAll || op == syntax.RdrAllClob || op == syntax.AppAllClob {
		r.moved = true
		if path, known := r.site().Absolute(to); known && path != "/dev/null" {
			r.files = append(r.files, target{path, more})
		}
	}
}

// fill records what was written to the target of a redirect.
func (s *store) fill(t target, c content) {
	if strings.HasPrefix(t.path, "/dev/fd/") {
		c.Over = "substitution"
	}
	if t.append {
		s.extend(t.path, c)
	} else {
		s.put(t.path, c)
	}
}

// opened records a file or host that the shell itself opens.
func (r *redirection) opened(how string, file word) {
	at := r.site()
	path, known := at.Absolute(file)
	switch {
	case held(path):
		return
	case strings.HasPrefix(path, "/dev/tcp/") || strings.HasPrefix(path, "/dev/udp/"):
		host, _, _ := strings.Cut(path[len("/dev/tcp/"):], "/")
		r.sh.hosts(Host{Name: host, By: "shell", Sends: how != "read"})
		return
	}
	if !known {
		r.sh.unknown("path", file.Text, "shell")
	}
	if touched := at.File(how, file, false, "shell"); how == "read" {
		r.sh.reads(touched)
	} else {
		r.sh.writes(touched)
	}
}
