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

// call is what rules about commands and files ask.
var call = engine.Fact{
	Doc: "what the event's tool call does, whichever tool it is: the .commands it runs, the files in .reads and .writes, the hosts in .network, the data flow between commands in .pipes; .complete says that all of it is known, .reading that all of it is known and only reads. " +
		"It is computed from the call's text alone: nothing is run, and only a folder's repository and links from outside into the project are looked up on the disk. .complete is false for a tool that neither runs commands nor touches files or hosts, and for tools of MCP servers",
	Field: "tool_input",
	Ask:   engine.Func0[effects.Effects](effectsOf),
}

// effectsOf returns what the call does. Paths into the project are given below the project's own
// path, by whatever links the call reaches it.
func effectsOf(c *engine.Call) (effects.Effects, error) {
	does, err := spelt(c)
	does.Reads, does.Writes = owned(c, does.Reads), owned(c, does.Writes)
	return does, err
}

// owned returns files with their paths below the project's own path, except those on other machines
// and in containers.
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

// spelt returns what the call does, with paths as the call spells them.
func spelt(c *engine.Call) (effects.Effects, error) {
	name, input, does, err := c.Tool()
	if err != nil {
		return effects.Effects{}, err
	}
	if name != "" && !does.Known() {
		return effects.Effects{}, nil // its effects don't matter
	}
	at := effects.Place{Dir: c.Host.Cwd, Home: c.Host.Home, Getenv: c.Host.Getenv, Folds: folds(c), Root: func(dir string) string { return rootOf(c, dir) }}
	if does.Loose {
		return effects.Of(at, served(name, input, does)), nil
	}
	all := effects.Of(at, func(yield func(verb, text string) bool) {
		input.ForEach(func(field, value gjson.Result) bool { // before the verbs that apply there
			return does.Verb(field.String()) != "folder" || value.String() == "" || yield("folder", value.String())
		})
		input.ForEach(func(field, value gjson.Result) bool {
			verb := does.Verb(field.String())
			if verb == "patch" && err == nil {
				err = programs.Readable(value.String())
			}
			return verb == "" || verb == "folder" || verb == "content" || verb == "was" || each(verb, value, yield)
		})
	})
	return all, err
}

// each yields a field's texts: one text, each text of a list, or the words of a command as one
// line.
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

// rootOf returns the root of a folder's repository, or the project's folder if that contains the
// folder and no repository does; "" if neither is known.
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

// line returns words as a command line.
func line(words []gjson.Result) string { return programs.Line(itemsOf(words)) }

// quoted returns words quoted for the shell.
func quoted(words []gjson.Result) string { return programs.Quoted(itemsOf(words)) }

func itemsOf(words []gjson.Result) (all []string) {
	for _, w := range words {
		all = append(all, w.String())
	}
	return all
}

// runs and the facts below keep rules about calls short.
var runs = engine.Fact{
	Doc:    "whether a command, one of call().commands, runs a program and its first operands are these: runs(#, 'git', 'push')",
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
	Doc: "whether a path is a folder or lies in it, judged by their texts; on macOS and Windows the case of letters doesn't matter. ~/ is the home folder, a relative path starts at the project, and nothing lies in a project that is the root of the file system. A path that begins with an unknown part, ${NAME} or $(…), lies nowhere\n" +
		"If links outside the project lead into it, a path through them lies in the project, too, and so does such a link itself unless the call only removes or moves it. Links in the project are not followed: use followed() for these.",
	Params: "path, folder",
	Words:  []engine.Word{{Param: "path", Form: "place"}, {Param: "folder", Form: "place"}},
	Within: true,
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
	if path == c.Host.Dir { // a link may lead to the folder it lies in
		led := c.Host.Own(folder)
		return led != folder && within(c, path, led), nil
	}
	if led := c.Host.Led(path); led != path {
		return within(c, led, folder), nil
	}
	to := c.Host.Target(path)
	return to != "" && within(c, to, folder) && !parted(c, path), nil
}

// parted reports whether the event's call only removes or moves a path. What a link leads to then
// stays.
func parted(c *engine.Call, path string) bool {
	does, _ := spelt(c)
	var all []effects.File
	for _, f := range slices.Concat(does.Reads, does.Writes) {
		if f.Host == "" && !f.Container && absolute(c, f.Path) == path {
			all = append(all, f)
		}
	}
	return len(all) > 0 && !slices.ContainsFunc(all, func(f effects.File) bool { return !parts(f) })
}

// within reports whether a path is a folder or lies in it, judged by their texts.
func within(c *engine.Call, path, folder string) bool {
	if folds(c) {
		path, folder = strings.ToLower(path), strings.ToLower(folder)
	}
	return host.Within(folder, path)
}

// folds reports whether the case of file names doesn't matter. It goes by what is usual on the
// system; a disk may be set up otherwise.
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
