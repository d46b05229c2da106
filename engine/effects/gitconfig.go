package effects

import (
	"slices"
	"strconv"
	"strings"
)

// git runs what git is told to run by its configuration: an alias, a pager, an
// editor.
func (a *analysis) git(f *frame, w *world, i int, words []word, env []setting) (ran bool) {
	s := split(words)
	run := func(v *world, via string, code word) {
		if code.text != "" {
			a.flows(code.from, i, "substitution", true)
			a.child(v, func(v *world) worlds { return a.evaluate(f.under(via), v, i, code) })
		}
	}
	sub := 1
	for sub < len(words) && len(s.operands) > 0 && words[sub].text != s.operands[0].text {
		sub++
	}
	for _, c := range configured(s, env) {
		key := strings.ToLower(c.name)
		alias, isAlias := strings.CutPrefix(key, "alias.")
		switch code, shell := strings.CutPrefix(c.value.text, "!"); {
		case isAlias && (len(s.operands) == 0 || strings.ToLower(s.operands[0].text) != alias || s.subs > 0):
		case isAlias && shell:
			line := []word{c.value.with(code)}
			for _, v := range words[min(sub+1, len(words)):] {
				line = append(line, v.with(quote(v)))
			}
			run(w, "git alias", concat(line, " "))
			ran = true
		case isAlias && !slices.Contains(a.running, "git "+alias):
			line := a.parse("git " + c.value.text)
			if len(line) == 1 {
				a.running = append(a.running, "git "+alias)
				inner := a.fields(f, w, callOf(line[0]))
				inner = append(inner, words[min(sub+1, len(words)):]...)
				a.child(w, func(v *world) worlds { return a.start(f.under("git alias"), v, inner, env) })
				a.running = a.running[:len(a.running)-1]
			}
			ran = true
		case !isAlias && runs(key):
			run(w, "git -c "+c.name, c.value.with(code))
		}
	}
	if s.program.name == "git config" {
		if own := s.operands[s.subs:]; len(own) > 1 {
			key := strings.ToLower(own[0].text)
			if code, shell := strings.CutPrefix(own[1].text, "!"); shell || runs(key) {
				run(w, "git config", own[1].with(code))
			}
		}
	}
	if s.program.name == "git filter-branch" {
		for _, g := range s.flags {
			if strings.HasSuffix(g.name, "-filter") && g.valid && g.name != "subdirectory-filter" {
				run(w, "git filter-branch", g.text)
			}
		}
	}
	return ran
}

// configured returns the settings that a command gives git by flags and environment.
func configured(s arguments, env []setting) (list []setting) {
	for _, g := range s.flags {
		if g.name == "c" && g.valid {
			key, value, _ := strings.Cut(g.text.text, "=")
			list = append(list, setting{key, g.text.with(value)})
		}
	}
	value := func(name string) (word, bool) {
		i := slices.IndexFunc(env, func(e setting) bool { return e.name == name })
		if i < 0 {
			return word{}, false
		}
		return env[i].value, true
	}
	for n := range 16 {
		key, ok := value("GIT_CONFIG_KEY_" + strconv.Itoa(n))
		if !ok {
			break
		}
		v, _ := value("GIT_CONFIG_VALUE_" + strconv.Itoa(n))
		list = append(list, setting{key.text, v})
	}
	return list
}

// runs reports whether git runs the value of a setting.
func runs(key string) bool {
	switch key {
	case "core.pager", "core.editor", "core.sshcommand", "core.fsmonitor", "core.gitproxy", "core.askpass", "sequence.editor", "diff.external", "credential.helper", "uploadpack.packobjectshook":
		return true
	}
	section, name := key[:strings.IndexByte(key+".", '.')], key[strings.LastIndexByte(key, '.')+1:]
	switch section {
	case "pager", "filter", "difftool", "mergetool", "diff", "merge", "credential", "trailer", "gpg":
		return section == "pager" || name == "clean" || name == "smudge" || name == "process" || name == "cmd" || name == "textconv" || name == "command" || name == "driver" || name == "helper" || name == "program"
	}
	return false
}
