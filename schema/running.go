package schema

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
	"github.com/tidwall/gjson"
)

// A startedProgram is one program that a step starts, as far as the rules determine it. Each
// unknown part of its words becomes an unset shell variable with a name of its own.
type startedProgram struct {
	*abilityCollector
	scope   *expr.Scope
	unknown []ast.Node // indexed by the numbers in the variables' names
}

// Stand-ins for the project and the user's home. Rules run the same files wherever these folders
// are, so the disk isn't read.
const (
	someProject = "/bcrules.dev/the/project/of/an/event"
	someHome    = "/bcrules.dev/home"
)

// InFolder describes that a program may run any file of a folder it is given.
func InFolder(folder string) string { return "what is in the folder " + folder }

// runs notes the files that a step runs (plan.Step.Runs and Named), and what it runs that the rules
// don't determine.
func (d *abilityCollector) runs(step *plan.Step, scope *expr.Scope) {
	action, args := d.Library.Actions[step.Action], gjson.ParseBytes(step.Args)
	r := startedProgram{abilityCollector: d, scope: scope}
	d.carried.wrote(r.writes(action, args)...)
	if action.Runs == "" {
		return
	}
	var start effects.Start
	for _, text := range args.Get(gjson.Escape(action.Runs)).Array() {
		start.Words = append(start.Words, r.word(text.String()))
	}
	if len(start.Words) == 0 {
		return
	}
	args.Get(gjson.Escape(action.Sets)).ForEach(func(name, text gjson.Result) bool {
		start.Env = append(start.Env, programs.Setting{Name: name.String(), Value: r.word(text.String())})
		return true
	})
	if in := args.Get(gjson.Escape(action.Feeds)); in.Exists() {
		start.Stdin, start.Feeds = r.word(in.String()), true
	}
	dir := args.Get(gjson.Escape(action.Path))
	got := effects.Started(effects.Place{Dir: r.folder(dir), Home: someHome}, start)
	d.carried.wrote(got.Writes...)
	for _, file := range got.Files {
		d.ran(&step.Runs, file)
	}
	for _, file := range got.Named {
		if d.ran(&step.Named, file); len(step.Named) > 0 && slices.Contains(step.Runs, step.Named[len(step.Named)-1]) {
			step.Named = step.Named[:len(step.Named)-1]
		}
	}
	for _, what := range got.Untold {
		text, whence, files := r.describe(what)
		if !strings.Contains(what, unknownName) { // its words are known, but not its folder or its result
			w := writer{abilityCollector: d, scope: scope}
			if text = w.words(args.Get(gjson.Escape(action.Runs))); dir.Exists() {
				text += " in " + w.words(dir)
			}
			whence = w.whence
		}
		d.note(engine.Untold, withBindings(text, whence))
		d.note(engine.RunsRows, files...)
		step.Runs = append(step.Runs, files...)
	}
	slices.Sort(step.Runs)
	step.Runs = slices.Compact(step.Runs)
}

// ran adds a file to those that a step runs. A folder of the project, or a pattern of files, is
// noted as undetermined instead.
func (d *abilityCollector) ran(to *[]string, file string) {
	if name, ok := outsideProject(file); ok {
		d.carried.ran = append(d.carried.ran, Ability{Verb: engine.Untold, What: name, Hook: d.hook.Name, At: d.hook.Pos})
	}
	switch rel := fromProject(file); {
	case strings.HasPrefix(file, "/dev/") || file == someHome || strings.HasPrefix(file, someHome+"/"):
	case strings.Trim(rel, "./") == "": // a folder that certainly exists
		d.note(engine.Untold, InFolder(rel))
	case strings.ContainsAny(rel, "*?["): // a pattern, whose files aren't known yet
		d.note(engine.Untold, rel)
	default:
		*to = append(*to, rel)
	}
}

// fromProject returns a path relative to the project if it lies there or in a parent folder other
// than the root; other paths are returned clean.
func fromProject(file string) string {
	rel, err := filepath.Rel(filepath.FromSlash(someProject), filepath.FromSlash(file))
	if rel = filepath.ToSlash(rel); err != nil || strings.HasPrefix(rel, strings.Repeat("../", strings.Count(someProject, "/"))) {
		return path.Clean(file)
	}
	if rest, below := strings.CutPrefix(file, someProject+"/"); below {
		return rest // keeps each .. as written
	}
	return rel
}

// writes returns the files that an action writes, as far as known.
func (r *startedProgram) writes(action engine.Action, args gjson.Result) (files []string) {
	for _, name := range action.Writes {
		for _, text := range argument(args, name).Array() {
			if w := r.word(text.String()); w.Known && text.Type == gjson.String {
				file, home := strings.CutPrefix(w.Text, "~/")
				switch {
				case home:
					file = path.Join(someHome, file)
				case !path.IsAbs(file):
					file = path.Join(someProject, file)
				}
				files = append(files, file)
			}
		}
	}
	return files
}

// folder returns the folder where a program runs, "" if it is unknown.
func (r *startedProgram) folder(arg gjson.Result) string {
	dir := r.word(arg.String())
	switch {
	case !dir.Known:
		return ""
	case path.IsAbs(dir.Text):
		return dir.Text
	}
	return path.Join(someProject, dir.Text)
}

// word returns a text, with variables for its unknown parts.
func (r *startedProgram) word(text string) programs.Word {
	w := programs.Word{Known: true}
	for _, p := range r.scope.Pieces(text) {
		if p.Literal {
			w.Text += p.Text
		} else if text, ok := r.constant(p.Tree, nil); ok {
			w.Text += text
		} else {
			w.Text += fmt.Sprintf("${%s%d}", unknownName, len(r.unknown))
			w.Known = false
			r.unknown = append(r.unknown, p.Tree)
		}
	}
	return w
}

// unknownName is the prefix of variables for unknown parts.
const unknownName = "_bcrules_"

// constant returns the text that a tree always gives. It reports false if the text may vary. in are
// the names being resolved, so that recursion ends.
func (r *startedProgram) constant(tree ast.Node, in []string) (string, bool) {
	switch n := tree.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.IntegerNode:
		return strconv.Itoa(n.Value), true
	case *ast.BinaryNode:
		a, ok := r.constant(n.Left, in)
		b, ok2 := r.constant(n.Right, in)
		return a + b, n.Operator == "+" && ok && ok2
	case *ast.CallNode:
		name, ok := n.Callee.(*ast.IdentifierNode)
		if !ok || len(n.Arguments) > 0 || slices.Contains(in, name.Value) {
			return "", false
		}
		switch bound := r.names[name.Value]; {
		case len(bound) == 1 && !bound[0].Item:
			return r.constant(bound[0].Tree, append(in, name.Value))
		case len(bound) == 0 && r.Library.Facts[name.Value].Project:
			return someProject, true
		}
	}
	return "", false
}

// describe returns an undetermined command as its author wrote it, the meaning of the names in it,
// and the project files whose content it includes: the files of tables and settings, and those that
// facts read.
func (r *startedProgram) describe(what string) (text string, whence, files []string) {
	text = strings.ReplaceAll(what, someProject+"/", "")
	for i, tree := range r.unknown {
		name := fmt.Sprintf("${%s%d}", unknownName, i)
		if !strings.Contains(what, name) || tree == nil {
			continue
		}
		text = strings.ReplaceAll(text, name, "${"+tree.String()+"}")
		for _, of := range expr.Whence(tree, r.names) {
			if !slices.Contains(whence, of) {
				whence = append(whence, of)
			}
		}
		files = append(files, r.sources(tree, map[string]bool{})...)
	}
	return text, whence, files
}

// sources returns the project files that a tree's value depends on, including through the names in
// it.
func (r *startedProgram) sources(tree ast.Node, seen map[string]bool) (files []string) {
	add := func(file string) {
		if file != "" && isInside(file) && !strings.Contains(file, "${") && !strings.ContainsAny(file, "*?[") {
			files = append(files, path.Clean(filepath.ToSlash(file)))
		}
	}
	for _, call := range expr.Calls(tree, nil) {
		fact := r.Library.Facts[call.Name]
		if i := fact.Param(fact.Reads); i >= 0 && i < len(call.Args) {
			if path, ok := r.constant(call.Args[i].Tree, nil); ok {
				add(path)
			}
		}
	}
	for _, name := range expr.Names(tree) {
		if seen[name] {
			continue
		}
		seen[name] = true
		add(r.scope.Filled(r.paths[name]))
		if name == expr.SettingsName {
			for _, of := range r.plan.Settings {
				add(of.File)
			}
		}
		for _, b := range r.names[name] {
			files = append(files, r.sources(b.Tree, seen)...)
		}
	}
	return files
}
