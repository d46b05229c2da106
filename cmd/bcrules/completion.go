package main

import (
	"embed"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/guide"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/engine/host"
	"bcrules.dev/rules"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

const completionHelp = `Writes the script with which a shell completes the commands of bcrules, their flags,
and the names of events, facts, actions, hooks, recipes and pages of the guide:

   bash         source <(bcrules completion bash)      in ~/.bashrc
   zsh          source <(bcrules completion zsh)       in ~/.zshrc, after compinit
   fish         bcrules completion fish | source       in ~/.config/fish/config.fish
   powershell   bcrules completion powershell | Out-String | Invoke-Expression
                                                       in $PROFILE`

//go:embed completion
var completions embed.FS

var shells = []string{"bash", "fish", "powershell", "zsh"}

func completionCmd() *cli.Command {
	return &cli.Command{
		Name:        "completion",
		Usage:       "write the completion script of a shell",
		UsageText:   "bcrules completion " + strings.Join(shells, "|"),
		Description: completionHelp,
		Action: func(c *cli.Context) error {
			name := c.Args().First()
			if c.NArg() != 1 || !slices.Contains(shells, name) {
				return usageError(c, fmt.Errorf("found %s, want a shell: %s", strings.Join(c.Args().Slice(), " "), strings.Join(shells, ", ")), false)
			}
			_, err := c.App.Writer.Write(rules.Shipped(completions.ReadFile("completion/" + name)))
			return err
		},
	}
}

// completeCmd answers the shells' scripts. The library's own way would run the command if the word
// being typed is "--".
func completeCmd() *cli.Command {
	return &cli.Command{
		Name:            "__complete",
		Usage:           "write what the last of the words after it may become, a line each",
		Hidden:          true,
		HideHelp:        true, // otherwise it would have a command help
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			for _, w := range next(c.App.Commands, c.Args().Slice()) {
				fmt.Fprintln(c.App.Writer, w)
			}
			return nil
		},
	}
}

// next returns the words that may replace the last one, none if that is a file.
func next(commands []*cli.Command, line []string) []string {
	switch len(line) {
	case 0:
		return nil
	case 1:
		return begin(commandNames(commands), line[0])
	}
	i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(line[0]) })
	if i < 0 {
		return nil
	}
	if sub := commands[i].Subcommands; len(sub) > 0 && len(line) > 2 {
		return next(sub, line[1:])
	}
	before, last := line[len(line)-2], strings.Trim(line[len(line)-1], `"`) // how an old PowerShell passes ""
	switch {
	case valued(commands[i])[before]:
		return begin(values(line[0], before), last)
	case strings.HasPrefix(last, "-"):
		return begin(flagNames(commands[i]), last)
	}
	switch {
	case line[0] == "facts" && strings.Contains(last, "."):
		return beneath(last)
	case line[0] == "help" && before == guideWord:
		return begin(guide.Names(), last)
	}
	return begin(arguments(commands, line[0]), last)
}

// begin returns the words that begin with a word.
func begin(all []string, word string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(w string) bool { return !strings.HasPrefix(w, word) })
}

// beneath returns the fields of facts that may come next on a path.
func beneath(way string) (next []string) {
	for _, d := range factFields() {
		if strings.HasPrefix(d.Name, way) && !strings.Contains(d.Name[len(way):], ".") {
			next = append(next, d.Name)
		}
	}
	slices.Sort(next)
	return next
}

// arguments returns the names that may follow a command.
func arguments(commands []*cli.Command, command string) []string {
	var names []string
	switch command {
	case "events":
		names = events()
	case "facts":
		names = slices.Sorted(maps.Keys(full.All().Map()))
	case "actions":
		names = slices.Sorted(maps.Keys(actions.All().Map()))
	case "completion":
		names = shells
	case "new":
		names = []string{"hook"}
	case "docs", "eject":
		names = packs()
	case "help":
		names = append(commandNames(commands), guideWord)
	}
	return names
}

// values returns the names that may follow a flag of a command.
func values(command, flag string) []string {
	switch flag {
	case "--only", "--hook":
		return hooksHere()
	case "--on":
		return events()
	case "--event":
		if command == "log" { // for other commands it is a file
			return events()
		}
	case "--agent":
		return hook.Agents().Names()
	case "--pack":
		return packs()
	case "--format":
		return slices.Sorted(maps.Keys(show.Formats))
	case "--" + fromFlag:
		var names []string
		for _, r := range page.Recipes() {
			names = append(names, r.Name)
		}
		return names
	}
	return nil
}

// events returns the names of the events.
func events() []string {
	var names []string
	s := compile.Schema()
	for _, e := range s.Events.List(s.Library.Actions) {
		names = append(names, e.Name)
	}
	return names
}

// hooksHere returns the hooks in force here by the kept plan, so that nobody waits for a
// compilation.
func hooksHere() []string {
	here, err := os.Getwd()
	if err != nil {
		return nil
	}
	store, err := cache.Open(host.Here(os.Getenv).Folders())
	if err != nil {
		return nil
	}
	p, err := store.Read(layers.Find(nil, here, os.Getenv).Key())
	if err != nil {
		return nil
	}
	defer p.Close()
	names := p.Hooks()
	slices.Sort(names)
	return slices.Compact(names)
}
