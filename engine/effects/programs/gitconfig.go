package programs

import (
	"slices"
	"strconv"
	"strings"
)

// gitRuns returns what git runs because of its configuration, such as an alias, a pager or an
// editor, and because of addresses that name the program to reach them by (git-remote-ext(1)).
func gitRuns(c Call, around Surroundings) (list []Run, only bool) {
	add := func(code Word, via string) {
		if code.Text != "" {
			list = append(list, runCode(code, via))
		}
	}
	for _, s := range c.configured(around) {
		key := strings.ToLower(s.Name)
		alias, isAlias := strings.CutPrefix(key, "alias.")
		switch code, shell := strings.CutPrefix(s.Value.Text, "!"); {
		case isAlias && (len(c.Operands) == 0 || strings.ToLower(c.Operands[0].Text) != alias || c.subs > 0):
		case isAlias && shell:
			line := []Word{s.Value.With(code)}
			for _, v := range c.afterFirst() {
				line = append(line, v.With(quote(v)))
			}
			add(Join(line, " "), "git alias")
			only = true
		case isAlias:
			list = append(list, Run{Code: s.Value.With("git " + s.Value.Text), More: c.afterFirst(), Via: "git alias", Once: true})
			only = true
		case configures(key) || shell && strings.HasPrefix(key, "submodule."):
			add(s.Value.With(code), "git -c "+s.Name)
		}
	}
	for _, w := range c.Own() {
		if code, ok := strings.CutPrefix(w.Text, "ext::"); ok {
			add(w.With(code), c.Spelling())
		}
	}
	for i := range list {
		list[i].Dirs = c.dirs()
	}
	return list, only
}

// gitConfigRuns returns what git config sets to be run later.
func gitConfigRuns(c Call, _ Surroundings) (list []Run, only bool) {
	own := c.Own()
	if len(own) < 2 {
		return nil, false
	}
	key := strings.ToLower(own[0].Text)
	code, shell := strings.CutPrefix(own[1].Text, "!")
	switch {
	case code == "" || !shell && !configures(key) && !strings.HasPrefix(key, "alias."):
		return nil, false
	case !shell && strings.HasPrefix(key, "alias."):
		code = "git " + code
	}
	return []Run{runCode(own[1].With(code), "git config")}, false
}

// gitFilterRuns returns the filters of git filter-branch.
func gitFilterRuns(c Call, _ Surroundings) (list []Run, only bool) {
	for _, f := range c.Flags {
		if strings.HasSuffix(f.Name, "-filter") && f.Value.Text != "" && f.Name != "subdirectory-filter" {
			list = append(list, runCode(f.Value, "git filter-branch"))
		}
	}
	return list, false
}

// afterFirst returns the words after the first operand.
func (c Call) afterFirst() []Word {
	i := 1 + slices.IndexFunc(c.words[1:], func(w Word) bool { return w.Text == c.Operands[0].Text })
	return c.words[i+1:]
}

// configured returns the settings that a command gives git through flags and variables.
func (c Call) configured(around Surroundings) (list []Setting) {
	for _, f := range c.Flags {
		if f.Name == "c" && f.Valued {
			key, value, _ := strings.Cut(f.Value.Text, "=")
			list = append(list, Setting{key, f.Value.With(value)})
		}
	}
	if around.Env == nil {
		return list
	}
	for n := range 16 {
		key, ok := around.Env("GIT_CONFIG_KEY_" + strconv.Itoa(n))
		if !ok {
			break
		}
		list = append(list, Setting{key.Text, around.variable("GIT_CONFIG_VALUE_" + strconv.Itoa(n))})
	}
	if all, ok := around.Env("GIT_CONFIG_PARAMETERS"); ok { // 'key=value' or 'key'='value', with spaces between
		for one := range strings.SplitSeq(strings.Trim(all.Text, "' "), "' '") {
			key, value, _ := strings.Cut(strings.ReplaceAll(one, "'='", "="), "=")
			list = append(list, Setting{key, all.With(value)})
		}
	}
	return list
}

// configures reports whether git runs the value of a setting.
func configures(key string) bool {
	switch key {
	case "core.pager", "core.editor", "core.sshcommand", "core.fsmonitor", "core.gitproxy", "core.askpass", "sequence.editor", "diff.external", "credential.helper", "interactive.difffilter", "uploadpack.packobjectshook":
		return true
	}
	section, name := key[:strings.IndexByte(key+".", '.')], key[strings.LastIndexByte(key, '.')+1:]
	switch section {
	case "browser", "man":
		return name == "cmd" || name == "path"
	case "remote":
		return name == "uploadpack" || name == "receivepack"
	case "pager", "filter", "difftool", "mergetool", "diff", "merge", "credential", "trailer", "gpg":
		return section == "pager" || name == "clean" || name == "smudge" || name == "process" || name == "cmd" || name == "textconv" || name == "command" || name == "driver" || name == "helper" || name == "program"
	}
	return false
}
