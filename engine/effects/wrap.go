package effects

import (
	"slices"
	"strings"
)

// wrapper runs what a command runs in a way of its own, and reports whether there
// was such.
func (a *analysis) wrapper(f *frame, w *world, i int, words []word, env []setting) bool {
	s := split(words)
	name := s.base
	if s.program != nil {
		name = s.program.name
	}
	switch name {
	case "xargs":
		a.xargs(f, w, s, rest(words), env)
	case "parallel":
		a.parallel(f, w, i, rest(words))
	case "find", "fd":
		return a.found(f, w, s, env)
	case "watch":
		inner := rest(words)
		if slices.ContainsFunc(s.flags, func(g given) bool { return g.name == "exec" }) || inner == nil {
			return false
		}
		a.child(w, func(v *world) worlds { return a.evaluate(f.under(name), v, i, concat(inner, " ")) })
	case "env":
		return a.splitString(f, w, i, s, env)
	case "ssh":
		a.remote(f, w, i, s)
	case "docker exec", "docker run", "docker compose exec", "docker compose run", "kubectl exec", "lxc exec", "machinectl shell", "multipass exec":
		inner := rest(words)
		if inner == nil {
			return false
		}
		g := f.under(name)
		g.host, g.home = s.operands[s.subs].text, ""
		a.child(w, func(v *world) worlds {
			v.dir = ""
			return a.start(g, v, inner, nil)
		})
	case "sudo", "doas", "su", "newgrp", "sg":
		if rest(words) == nil && w.in.over != "" && !slices.ContainsFunc(s.flags, func(g given) bool { return strings.Contains(g.kind, "!") || g.turns == "_" }) && (name == "su" || len(s.flags) > 0) {
			a.child(w, func(v *world) worlds { return a.stdin(f.under(name), v, i) })
			return true
		}
		return false
	case "at", "crontab":
		return a.scheduled(f, w, i, s)
	case "tmux", "screen":
		return a.terminal(f, w, i, s)
	default:
		if strings.HasPrefix(name, "git") && s.base == "git" {
			return a.git(f, w, i, words, env)
		}
		return false
	}
	return true
}

// splitString runs the command that env -S is given in one text.
func (a *analysis) splitString(f *frame, w *world, i int, s arguments, env []setting) bool {
	for _, g := range s.flags {
		if g.name != "split-string" || !g.valid {
			continue
		}
		line := []word{g.text}
		for _, v := range s.operands {
			line = append(line, v.with(quote(v)))
		}
		a.child(w, func(v *world) worlds {
			for _, e := range env {
				v.set(e.name, e.value)
			}
			return a.evaluate(f.under("env -S"), v, i, concat(line, " "))
		})
		return true
	}
	return false
}

// quote returns a word as the shell would have to read it.
func quote(v word) string {
	if !v.known {
		return `"` + v.text + `"`
	}
	return "'" + strings.ReplaceAll(v.text, "'", `'\''`) + "'"
}

// remote runs what ssh runs, on its host.
func (a *analysis) remote(f *frame, w *world, i int, s arguments) {
	if len(s.operands) == 0 {
		return
	}
	g := f.under("ssh")
	host := s.operands[0].text
	host = strings.TrimPrefix(host, "ssh://")
	g.host, g.home = host[strings.LastIndexByte(host, '@')+1:], ""
	a.child(w, func(v *world) worlds {
		v.dir = ""
		if len(s.operands) > 1 {
			code := concat(s.operands[1:], " ")
			a.flows(code.from, i, "substitution", true)
			return a.evaluate(g, v, i, code)
		}
		if v.in.over != "" {
			return a.stdin(g, v, i)
		}
		return worlds{v}
	})
}

// scheduled runs what at and crontab are told to run later.
func (a *analysis) scheduled(f *frame, w *world, i int, s arguments) bool {
	in := w.in
	if s.program.name == "crontab" {
		if slices.ContainsFunc(s.flags, func(g given) bool { return g.name == "l" || g.name == "r" }) {
			return false
		}
		if len(s.operands) > 0 && s.operands[0].text != "-" {
			path, _ := a.where(f, w).absolute(s.operands[0])
			if list := a.contents(w, path); len(list) > 0 {
				in = list[len(list)-1]
			}
		}
	}
	if in.over == "" {
		return false
	}
	a.flows(in.from, i, in.over, true)
	code := in.word
	if s.program.name == "crontab" {
		code.text = crontab(code.text)
	}
	a.child(w, func(v *world) worlds {
		v.in = content{}
		return a.evaluate(f.under(s.base), v, i, code)
	})
	return true
}

// crontab returns the commands of a table of cron, as code.
func crontab(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		skip := 5
		switch {
		case strings.HasPrefix(line, "@"):
			skip = 1
		case line == "" || strings.HasPrefix(line, "#") || assigns(line):
			skip = 0
		case opaque(line): // a table there was before
			continue
		}
		for range skip {
			_, line, _ = strings.Cut(line, " ")
			line = strings.TrimLeft(line, " \t")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// terminal runs what tmux and screen run in their terminals.
func (a *analysis) terminal(f *frame, w *world, i int, s arguments) (ran bool) {
	var code []word
	for k, v := range s.operands {
		switch {
		case k == 0 && (s.base == "tmux" || v.text == "stuff"):
		case v.text == "Enter" || v.text == "C-m":
		case strings.Contains(v.text, " ") || s.base == "screen" || ran:
			code = append(code, v)
			ran = true
		}
	}
	if ran {
		a.child(w, func(v *world) worlds { return a.evaluate(f.under(s.base), v, i, concat(code, " ")) })
	}
	return ran
}
