package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a command before its arguments, where the cli library reads them.
// Whatever follows -- is an argument.
func flagsFirst(commands []*cli.Command, line []string) []string {
	at, command := 0, (*cli.Command)(nil)
	for at+1 < len(line) {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(line[at+1]) })
		if i < 0 {
			break
		}
		command, commands = commands[i], commands[i].Subcommands
		at++
	}
	if command == nil || command.SkipFlagParsing {
		return line
	}
	ordered, rest, arguments := slices.Clone(line[:at+1]), line[at+1:], []string{}
	takes := valued(command)
	for len(rest) > 0 {
		word := rest[0]
		rest = rest[1:]
		switch {
		case word == "--":
			arguments = append(arguments, rest...)
			rest = nil
		case !strings.HasPrefix(word, "-") || word == "-":
			arguments = append(arguments, word)
		case takes[word] && len(rest) > 0:
			ordered = append(ordered, word, rest[0])
			rest = rest[1:]
		case takes[word]:
			return append(ordered, word) // the library would take an argument for its value
		default:
			ordered = append(ordered, word)
		}
	}
	return append(append(ordered, "--"), arguments...)
}

// valued returns, by flag with its dashes, whether a value follows.
func valued(command *cli.Command) map[string]bool {
	takes := map[string]bool{}
	for _, f := range command.Flags {
		d, ok := f.(cli.DocGenerationFlag)
		for _, name := range f.Names() {
			takes["-"+name] = ok && d.TakesValue()
			takes["--"+name] = ok && d.TakesValue()
		}
	}
	return takes
}

// flagNames returns the names of a command's flags as people write them. The library adds --help
// when the command runs.
func flagNames(command *cli.Command) []string {
	all := []string{"--help"}
	for _, f := range command.Flags {
		for _, name := range f.Names() {
			all = append(all, strings.Repeat("-", min(2, len(name)))+name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// commandNames returns the names of the commands that are for people.
func commandNames(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// What the cli library says before the name of a flag that doesn't exist, or that lacks its value.
const (
	undefined = "flag provided but not defined: -"
	valueless = "flag needs an argument: -"
)

// misread matches what the cli library says of a value that doesn't have its flag's type.
var misread = regexp.MustCompile(`^invalid (?:boolean )?value "(.*)" for (?:flag )?-?-(\S+): `)

// wanted says what a flag of a command takes.
func wanted(command *cli.Command, name string) string {
	for _, f := range command.Flags {
		if slices.Contains(f.Names(), name) {
			switch f.(type) {
			case *cli.BoolFlag:
				return "no value"
			case *cli.DurationFlag:
				return "a duration such as 90s"
			}
		}
	}
	return "a number"
}

// usageError prints on stderr what is wrong with a command line. The exit code isn't 2, which would
// block if the line is a hook's command.
func usageError(c *cli.Context, err error, _ bool) error {
	help := "bcrules help"
	if words := strings.Fields(c.Command.HelpName); len(words) > 1 && words[1] != "help" {
		help += " " + words[1]
	}
	if name, ok := strings.CutPrefix(err.Error(), undefined); ok {
		name = strings.Repeat("-", min(2, len(strings.TrimLeft(name, "-")))) + strings.TrimLeft(name, "-")
		err = schema.Unknown("flag", name, flagNames(c.Command))
		if help == "bcrules help" && ofCommand(c.App.Commands, name) {
			err = fmt.Errorf("found %s before the command, want it after: bcrules COMMAND %s", name, name)
		}
	} else if name, ok := strings.CutPrefix(err.Error(), valueless); ok {
		err = fmt.Errorf("found no value after --%s, want one", strings.TrimLeft(name, "-"))
	} else if m := misread.FindStringSubmatch(err.Error()); m != nil {
		err = fmt.Errorf("%s%s: found %s, want %s", strings.Repeat("-", min(2, len(m[2]))), m[2], m[1], wanted(c.Command, m[2]))
	}
	show.Note(c.App.ErrWriter, fmt.Sprintf("%v (%s)", err, help))
	return exitCode(exitFaults)
}

// ofCommand reports whether one of the commands, or one below them, has a flag.
func ofCommand(commands []*cli.Command, flag string) bool {
	return slices.ContainsFunc(commands, func(c *cli.Command) bool {
		return slices.Contains(flagNames(c), flag) || ofCommand(c.Subcommands, flag)
	})
}

// misspelt reports an unknown name, and suggests one.
func misspelt(c *cli.Context, what, name string, known []string) error {
	var err error = schema.Unknown(what, name, known)
	if word := otherWords[name]; what == "command" && word != "" {
		err = fmt.Errorf("unknown command %s, want %s", name, word)
	}
	return usageError(c, err, false)
}

// flagsOnly rejects arguments.
func flagsOnly(c *cli.Context) error {
	if !c.Args().Present() {
		return nil
	}
	return usageError(c, fmt.Errorf("found %s, want flags only", c.Args().First()), false)
}

// oneName returns the only argument of a command.
func oneName(c *cli.Context) (string, error) {
	switch c.NArg() {
	case 0:
		return "", fmt.Errorf("found no name, want %s", c.Command.UsageText)
	case 1:
		return c.Args().First(), nil
	}
	return "", fmt.Errorf("found %s, want %s", c.Args().Get(1), c.Command.UsageText)
}
