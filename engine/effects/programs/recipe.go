package programs

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
)

// recipes returns the recipes that make or just runs, as code, if the call itself has written their
// file. They belong to the targets that are named, or to the first one, and to the targets that
// these need. It also returns what the call sets as the shell for them.
func recipes(c Call, around Surroundings) (list []Run, only bool) {
	in, ok := c.buildFile(around)
	if c.IsDry() {
		return nil, false
	}
	rules := rulesOf(in.Text)
	var goals []string
	for _, w := range c.Operands {
		name, value, sets := strings.Cut(w.Text, "=")
		switch {
		case !sets:
			goals = append(goals, name)
		case name == "SHELL":
			list = append(list, runCode(w.With(value), c.Base))
		default:
			rules.set(name, value)
		}
	}
	if !ok {
		return list, false
	}
	if len(goals) == 0 {
		goals = rules.order[:min(1, len(rules.order))]
	}
	for _, goal := range goals {
		rules.make(goal)
	}
	in.Text = strings.Join(append(rules.sets, rules.code...), "\n")
	r := runInput(in, c.Base)
	r.Dirs = c.dirs()
	return append(list, r), false
}

// packageScripts returns the scripts of a package that are run by their names, each with those
// before and after it, if the call itself has written their file. Installing runs some of them.
func packageScripts(c Call, around Surroundings) (list []Run, only bool) {
	const installing = " install i ci add "
	in, ok := c.buildFile(around)
	if !ok || c.IsDry() {
		return nil, false
	}
	goal := ""
	for _, w := range c.Operands {
		if goal = w.Text; goal != c.Base && goal != "run" && goal != "run-script" {
			break
		}
	}
	names := []string{"pre" + goal, goal, "post" + goal}
	if goal == "" || strings.Contains(installing, " "+goal+" ") {
		names = []string{"preinstall", "install", "postinstall", "prepare"}
	}
	all := gjson.Get(in.Text, "scripts").Map()
	for _, name := range names {
		for _, one := range all[name].Array() {
			r := runCode(in.With(one.String()), c.Spelling())
			r.Dirs, r.Alone = c.dirs(), true
			list = append(list, r)
		}
	}
	return list, false
}

// Keeps returns the file in which the command keeps scripts under names, with its new text, which
// says only these: npm pkg set scripts.x=CODE.
func (c Call) Keeps(around Surroundings) (file Word, text string, ok bool) {
	own := c.Own()
	if c.program == nil || c.program.special != "package scripts" || len(own) < 3 || own[0].Text != "pkg" || own[1].Text != "set" {
		return Word{}, "", false
	}
	all := map[string]string{}
	if in, ok := c.buildFile(around); ok {
		gjson.Get(in.Text, "scripts").ForEach(func(name, code gjson.Result) bool {
			all[name.Str] = code.String()
			return true
		})
	}
	for _, w := range own[2:] {
		key, code, _ := strings.Cut(w.Text, "=")
		if name, is := strings.CutPrefix(key, "scripts."); is {
			all[name], ok = code, true
		}
	}
	raw, err := json.Marshal(map[string]any{"scripts": all})
	return Word{Text: strings.Fields(c.program.finds)[0], Known: true}, string(raw), ok && err == nil
}

// buildFile returns the file that the flags name or the program finds, if the call has written it.
func (c Call) buildFile(around Surroundings) (Input, bool) {
	names := []Word{}
	for _, f := range c.Flags {
		if f.Valued && f.is("run") {
			names = append(names, f.Value)
		}
	}
	if len(names) > 0 && names[0].Text == "-" {
		return around.In, around.In.Over != ""
	}
	if len(names) == 0 {
		for name := range strings.FieldsSeq(c.program.finds) {
			names = append(names, Word{Text: name, Known: true})
		}
	}
	for _, dir := range c.dirs() {
		for i, name := range names {
			if !strings.HasPrefix(name.Text, "/") {
				names[i] = dir.With(strings.TrimSuffix(dir.Text, "/") + "/" + name.Text)
			}
		}
	}
	for _, name := range names {
		if around.Contents == nil {
			break
		}
		if in, ok := around.Contents(name); ok {
			return in, true
		}
	}
	return Input{}, false
}

// A buildText is what a makefile says: its variables, as code, and its rules.
type buildText struct {
	sets  []string
	order []string            // targets, but those that begin with a dot
	needs map[string][]string // what a target needs
	lines map[string][]string // its recipe
	made  map[string]bool
	code  []string
}

// rulesOf reads a makefile or a justfile, which are alike in what is read here.
func rulesOf(text string) *buildText {
	b := &buildText{needs: map[string][]string{}, lines: map[string][]string{}, made: map[string]bool{}}
	var targets []string
	add := func(line string) {
		for _, t := range targets {
			b.lines[t] = append(b.lines[t], inShell(strings.TrimLeft(line, " \t@-+"), t))
		}
	}
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		line = strings.TrimRight(line, "\n")
		if rest := strings.TrimLeft(line, " \t"); rest != line && targets != nil {
			add(rest)
			continue
		}
		if name, value, ok := strings.Cut(line, "="); ok && !strings.ContainsAny(strings.TrimRight(name, ":?+! \t"), ": \t") {
			b.set(strings.TrimRight(name, ":?+! \t"), strings.TrimSpace(value))
			continue
		}
		head, rest, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(rest, "=") || strings.HasPrefix(line, "#") { // := sets an exported variable or an alias
			continue
		}
		needs, recipe, _ := strings.Cut(strings.TrimLeft(rest, ":"), ";")
		targets = strings.Fields(head)
		for _, t := range targets {
			if !strings.HasPrefix(t, ".") && b.lines[t] == nil {
				b.order = append(b.order, t)
			}
			b.needs[t] = append(b.needs[t], strings.Fields(needs)...)
		}
		add(recipe)
	}
	return b
}

// set gives a variable a value.
func (b *buildText) set(name, value string) {
	b.sets = append(b.sets, name+`="`+strings.ReplaceAll(inShell(value, ""), `"`, `\"`)+`"`)
}

// make adds the recipes of a target and of what it needs, each once.
func (b *buildText) make(target string) {
	if b.made[target] {
		return
	}
	b.made[target] = true
	for _, t := range b.needs[target] {
		b.make(t)
	}
	b.code = append(b.code, b.lines[target]...)
}

// inShell translates a line of a recipe into shell code. What make or just fills in becomes a
// variable, or the output of a command.
func inShell(line, target string) string {
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		open, end := "$(", ")"
		switch rest := line[i:]; {
		case strings.HasPrefix(rest, "{{"):
			open, end = "{{", "}}"
		case strings.HasPrefix(rest, "$$"):
			b.WriteByte('$')
			i++
			continue
		case strings.HasPrefix(rest, "$@"):
			b.WriteString(target)
			i++
			continue
		case len(rest) > 1 && rest[0] == '$' && strings.IndexByte("<^?*%+|", rest[1]) >= 0:
			b.WriteString("${made}")
			i++
			continue
		case !strings.HasPrefix(rest, open):
			b.WriteByte(line[i])
			continue
		}
		inner, _, ok := strings.Cut(line[i+len(open):], end)
		if !ok {
			b.WriteByte(line[i])
			continue
		}
		i += len(open) + len(inner) + len(end) - 1
		name := strings.TrimSpace(inner)
		if known := map[string]string{"MAKE": "make", "RM": "rm -f"}[name]; known != "" {
			b.WriteString(known)
		} else if code, ok := strings.CutPrefix(name, "shell "); ok {
			b.WriteString("$(" + code + ")")
		} else if strings.ContainsAny(name, " ,:(") {
			b.WriteString("${made}")
		} else {
			b.WriteString("${" + name + "}")
		}
	}
	return b.String()
}
