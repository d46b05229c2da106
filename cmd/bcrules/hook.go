package main

import (
	"fmt"
	"os"
	"path/filepath"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"

	"github.com/urfave/cli/v2"
)

const hookHelp = `Reads one event on stdin and writes one JSON object to stdout, nothing else.

Rules come from --rules, else from two layers that must agree: your own in
~/.config/bcrules, and the project's in its .claude/bcrules, or the nearest above in
its repository, or the folder that $BCRULES_RULES names in its place. The project is the folder that the agent was started in
($CLAUDE_PROJECT_DIR) if the event's cwd lies in it; else the nearest upwards with
rules, or the root of the repository; else again the one that the agent was started
in. A linked worktree is a project of its own; where a folder of it has no rules, those
of the same folder in the main one are its, unless the repository keeps its files apart
(a submodule's, or one of --separate-git-dir). Rules count once you trust them, in any
of its worktrees ("bcrules help trust"). Where there are none, nothing is in force.

How it fails; nothing on stdout is no opinion:

   no rule matches, or the input is no event        nothing, exit code 0
   a fault in a rule                                that rule says nothing; 0
   the same in a hook with onError: "closed"        the event is refused; 2
   no plan, or no event, and a closed hook that it  the event is refused; 2
      may be for
   nothing says what the rules are                  nothing, and you are told; 0
   the same with --closed                           the event is refused; 2
   no rules, with --closed, or where the agent's    nothing, and you are told; 0
      settings name the hook command
   rules that don't compile                         the last good ones hold, or else your
                                                    own alone, and you are told; 0
   time is up: 8 s, or within what the rules say    what whole rules have said by then; closed
      (timeout), or --within                        hooks that have not ended refuse; 0 or 2
   a wrong command line                             nothing, 1; with --closed refused, 2
   --only of no hook, or an event that its agent    nothing, 0; with --closed refused, 2
      doesn't have

--closed says that closed hooks are registered by this command line; "bcrules init"
puts it at their events. It counts where the rules can't be known: there is no plan,
nor what is kept of closed hooks beside it, and bcrules isn't there, is killed or has
no time to make one. The reason says which, and "bcrules doctor", in a shell of yours,
what to do. An event that can't be refused goes on all the same; so does a stop that
was refused before, as what can't be decided would hold the agent for ever.
--own names the folder of your own rules where that is not ~/.config/bcrules; "bcrules
init --user" puts it there. No variable, which a project's settings may set, names others
then.

Where bchook doesn't start at all, only the agent can refuse. "bcrules init" registers
"onFailure": "block" at events that nobody but closed hooks is on, and that don't come
again: Claude Code since 2.1.295 refuses them then. Older ones ignore it, and other
agents have no such thing: there the event goes on.

No hook command runs with less than 1 GB of addresses (ulimit -v), 8 open files
(ulimit -n) or, all that its user runs counted, 4 processes (ulimit -u, or pids of a
container). The runtime then ends it with 2 and says "runtime:" or "fatal error:", which
agents take for a refusal, at every event and whatever the rules are. With less than
16 KB of stack (ulimit -s) or 500 KB of data (ulimit -d) the system ends it before it
begins (exit code 139): agents go on then, past closed hooks, too. Raise the limit where
the agent is started; compiling rules takes more of each.

What ends the hook command from outside, such as a container's limit of memory or
kill -9, leaves no answer (exit code 137): agents go on then, past closed hooks, too.
Some refuse where their own settings of the hook say so: Claude Code since 2.1.295 by
onFailure: "block", Cursor by failClosed, Goose by on_failure, Qwen Code by failMode.
OpenCode's plugin, which init writes, refuses with --closed.

Faults go to stderr and to the log: where the rules say (log: file), else bcrules/hook.log
in the user's cache folder. Beside it decisions.jsonl has a line on every event, which
"bcrules log" shows: which hooks and rules, what was decided, how long it took; of what
was refused, asked about or let through also what it was about (programs with their
subcommands, paths, hosts) and the reason that was said, without what looks like a
secret; else nothing of what the event or the reply holds.`

func hookCmd() *cli.Command {
	return &cli.Command{
		Name:        "hook",
		Usage:       "answer the event on stdin",
		UsageText:   "bcrules hook [--closed] [--managed] [--own DIR] [--agent NAME] [--event NAME] [--rules DIR]… [--only NAME] [--within DURATION] < event.json",
		Description: hookHelp,
		Flags: []cli.Flag{
			rulesFlag(),
			&cli.BoolFlag{Name: "closed", Usage: "refuse where nothing says what the rules are"},
			&cli.StringFlag{Name: "own", Usage: "your rules are in folder `DIR`, and closed hooks refuse where they aren't found; where the account has them if not given"},
			&cli.BoolFlag{Name: "managed", Usage: "answer by the organisation's rules alone, as in settings that the administrator wrote"},
			&cli.BoolFlag{Name: "inner", Hidden: true},
			senderFlag(),
			calledFlag("event"),
			&cli.StringFlag{Name: "only", Usage: "answer by the hook called `NAME` alone"},
			&cli.BoolFlag{Name: "behind", Hidden: true},
			&cli.DurationFlag{Name: "within", Usage: "how long the answer may take, `DURATION`; what the rules say if not given"},
		},
		OnUsageError: func(c *cli.Context, err error, _ bool) error {
			fmt.Fprintf(c.App.ErrWriter, "bcrules hook: %v\n", err)
			o := hook.Options{Agent: c.String("agent"), Event: c.String("event"), Closed: hook.SaysClosed(os.Args[1:])}
			return exitCode(compile.Command().Misused(o, err, c.App.Reader, c.App.Writer, c.App.ErrWriter))
		},
		Action: func(c *cli.Context) error {
			o := hook.Options{Rules: c.StringSlice("rules"), Only: c.String("only"), Agent: c.String("agent"), Event: c.String("event"), Within: c.Duration("within"),
				Closed: c.Bool("closed"), Own: c.String("own"), Inner: c.Bool("inner"), Managed: c.Bool("managed"), Behind: c.Bool("behind")}
			answer := compile.Command()
			if c.IsSet("own") && !filepath.IsAbs(o.Own) {
				return exitCode(answer.Misused(o, fmt.Errorf("found %s %q, want the full path of a folder", hook.OwnFlag, o.Own), c.App.Reader, c.App.Writer, c.App.ErrWriter))
			}
			answer.Exit = os.Exit
			if code := answer.Run(o, c.App.Reader, os.Stdout, os.Stderr); code != 0 {
				return exitCode(code)
			}
			return nil
		},
	}
}

func senderFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "agent", Usage: "the event comes from the agent called `NAME`; told by the event if not given"}
}

func calledFlag(name string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Usage: "the agent calls the event `NAME`, where it doesn't say so itself"}
}
