package facts

import (
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/host"

	"github.com/tidwall/gjson"
)

// call is the fact that rules about commands and files are made of.
var call = engine.Fact{
	Doc: "what the event's tool call does, whichever tool it is: .commands run, files in .reads and .writes, hosts in .network, what flows into what in .pipes; .complete if all of it is known, .reading if it is and the call only looks. " +
		"Nothing is run, and nothing looked at but which repository a folder is in, and whether a path outside of the project goes through a link to it; else it goes by what the call says. Of a tool that neither runs commands nor touches files or hosts, and of one of an MCP server, not all is known",
	Field: "tool_input",
	Ask:   engine.Func0[effects.Effects](effectsOf),
}

// effectsOf returns what the call does, with paths in the project as the project's, by whichever name of
// it they are given.
func effectsOf(c *engine.Call) (effects.Effects, error) {
	does, err := spelt(c)
	does.Reads, does.Writes = owned(c, does.Reads), owned(c, does.Writes)
	return does, err
}

// owned returns files with their paths as the project's own, but those of other machines and in
// containers.
func owned(c *engine.Call, list []effects.File) []effects.File {
	cloned := false
	for i, f := range list {
		if f.Host != "" || f.Container {
			continue
		}
		if own := c.Host.Own(f.Path); own != f.Path {
			if !cloned {
				list, cloned = slices.Clone(list), true
			}
			list[i].Path = own
		}
	}
	return list
}

// spelt returns what the call does, with paths as it spells them.
func spelt(c *engine.Call) (effects.Effects, error) {
	name, input, does, err := c.Tool()
	if err != nil {
		return effects.Effects{}, err
	}
	if name != "" && !does.Known() {
		return effects.Effects{}, nil // what it does is of no note
	}
	at := effects.Place{Dir: c.Host.Cwd, Home: c.Host.Home, Getenv: c.Host.Getenv, Folds: folds(c), Root: func(dir string) string { return rootOf(c, dir) }}
	if does.Loose {
		return effects.Of(at, served(name, input, does)), nil
	}
	all := effects.Of(at, func(yield func(verb, text string) bool) {
		input.ForEach(func(field, value gjson.Result) bool { // before what is done there
			return does.Verb(field.String()) != "folder" || value.String() == "" || yield("folder", value.String())
		})
		input.ForEach(func(field, value gjson.Result) bool {
			verb := does.Verb(field.String())
			if verb == "patch" && err == nil {
				err = programs.Readable(value.String())
			}
			return verb == "" || verb == "folder" || each(verb, value, yield)
		})
	})
	return all, err
}

// each yields what a field says: a text, each text of a list, or a command's words.
func each(verb string, value gjson.Result, yield func(verb, text string) bool) bool {
	switch {
	case value.Type == gjson.String:
		return yield(verb, value.String())
	case value.IsArray() && verb == "shell":
		return yield(verb, line(value.Array()))
	case value.IsArray():
		for _, v := range value.Array() {
			if v.Type == gjson.String && !yield(verb, v.String()) {
				return false
			}
		}
	}
	return true
}

// rootOf returns the root of the repository that a folder lies in; where there is none, the
// project's, if it lies in that; "" if it can't be told.
func rootOf(c *engine.Call, dir string) string {
	if !filepath.IsAbs(dir) {
		return ""
	}
	if g, err := c.Host.Git(dir); err != nil || g.Root != "" {
		return g.Root
	}
	if !host.Within(c.Host.Dir, c.Host.Led(dir)) || c.Host.Everything() {
		return ""
	}
	return c.Host.Dir
}

// line returns a command of words.
func line(words []gjson.Result) string { return programs.Line(itemsOf(words)) }

// quoted returns words as the shell would have to read them.
func quoted(words []gjson.Result) string { return programs.Quoted(itemsOf(words)) }

func itemsOf(words []gjson.Result) (all []string) {
	for _, w := range words {
		all = append(all, w.String())
	}
	return all
}

// runs and the other functions below make rules about calls short.
var runs = engine.Fact{
	Doc:    "whether a command, such as .commands of call() has, is of a program and begins with the operands given: runs(#, 'git', 'push')",
	Params: "command, program, operands…",
	Words:  []engine.Word{{Param: "program", Form: "program"}, {Param: "operands…", Form: "operand"}},
	Ask:    engine.Many2[effects.Command, string, string, bool](begins),
}

func begins(c effects.Command, program string, operands ...string) (bool, error) {
	return c.Program == program && len(c.Operands) >= len(operands) && slices.Equal(c.Operands[:len(operands)], operands), nil
}

var hasFlag = engine.Fact{
	Doc:    "whether a command has one of the flags, named without dashes: hasFlag(#, 'f', 'force')",
	Params: "command, flags…",
	Words:  []engine.Word{{Param: "flags…", Form: "flag"}},
	Ask:    engine.Many1[effects.Command, string, bool](flagged),
}

func flagged(c effects.Command, flags ...string) (bool, error) {
	return slices.ContainsFunc(flags, func(f string) bool { return slices.Contains(c.Flags, f) }), nil
}

var under = engine.Fact{
	Doc: "whether a path is a folder or lies in it, by their words, on macOS and Windows in either case; ~/ is the home folder, and a relative path one from the project, in which nothing lies if it is the root of all files. A path that begins with what is not known, ${NAME} or $(…), lies nowhere\n" +
		"A path whose folder leads into the project by links from outside is one of the project's, too. Links in the project, and a path that is itself a link, are not followed: ask it of followed() for these.",
	Params: "path, folder",
	Words:  []engine.Word{{Param: "path", Form: "place"}, {Param: "folder", Form: "place"}},
	Ask:    engine.Func2[string, string, bool](liesIn),
}

func liesIn(c *engine.Call, path, folder string) (bool, error) {
	if folder == "." && c.Host.Everything() || strings.HasPrefix(path, "${") || strings.HasPrefix(path, "$(") || strings.HasPrefix(folder, "$") {
		return false, nil
	}
	path, folder = absolute(c, path), absolute(c, folder)
	if within(c, path, folder) {
		return true, nil
	}
	if path == c.Host.Dir { // which may lie in a folder by another name
		led := c.Host.Own(folder)
		return led != folder && within(c, path, led), nil
	}
	led := c.Host.Led(path)
	return led != path && within(c, led, folder), nil
}

// within reports whether a path is a folder or lies in it, by their words.
func within(c *engine.Call, path, folder string) bool {
	if folds(c) {
		path, folder = strings.ToLower(path), strings.ToLower(folder)
	}
	return host.Within(folder, path)
}

// folds reports whether files are found here by names in either case, as is usual on the
// system; that a disk may be set up otherwise is not looked at.
func folds(c *engine.Call) bool {
	name, _ := systemName(c)
	return name == "darwin" || name == "windows"
}

// absolute returns a path as a clean one from the root.
func absolute(c *engine.Call, path string) string {
	switch {
	case path == "~" || strings.HasPrefix(path, "~/"):
		return filepath.Join(c.Host.Home, path[1:])
	case strings.HasPrefix(path, "~"): // another user's home, wherever it is
		return filepath.FromSlash("/" + path)
	case !filepath.IsAbs(path):
		return filepath.Join(c.Host.Dir, path)
	}
	return filepath.Clean(path)
}
