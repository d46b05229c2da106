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

Rules come from --rules, or else from two layers that must agree: your own in
~/.config/bcrules, and the project's in its .claude/bcrules, or the nearest above in
its repository, or the folder that $BCRULES_RULES names instead. The project is the
folder that the agent was started in ($CLAUDE_PROJECT_DIR) if the event's cwd is
inside; otherwise the nearest folder upwards with rules, or the root of the
repository; otherwise again the one that the agent was started in. A linked worktree
is a project of its own; a folder of it without rules uses those of the same folder
in the main one, unless the repository keeps its files separately (a submodule's, or
one made with --separate-git-dir). Rules count once you trust them, in any of its
worktrees ("bcrules help trust"). Without rules nothing is in force.

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

--closed says that this command line is for closed hooks; "bcrules init" adds it at
their events. It matters when the rules are unknown: there is no plan and nothing
kept about closed hooks beside it, and bcrules is missing, is killed or has no time
to make a plan. The reason says which, and "bcrules doctor", in a shell of yours,
what to do. An event that can't be refused goes on anyway; so does a stop that was
refused before, since otherwise the agent could never stop. --own names the folder
of your own rules if that isn't ~/.config/bcrules; "bcrules init --user" adds it.
Then no variable, which a project's settings may set, names another.

If bchook doesn't start at all, only the agent can refuse. "bcrules init" registers
"onFailure": "block" at events that have only closed hooks and that don't come
again: Claude Code since 2.1.295 then refuses them. Older versions ignore it, and
other agents have no such setting: there the event goes on.

No hook command runs with less than 1 GB of address space (ulimit -v), 8 open files
(ulimit -n) or 4 processes, including all others of its user (ulimit -u, or pids of
a container). The runtime then ends it with 2 and says "runtime:" or "fatal error:",
which agents take for a refusal, at every event and whatever the rules are. With
less than 16 KB of stack (ulimit -s) or 500 KB of data (ulimit -d) the system ends
it before it starts (exit code 139): agents then go on, past closed hooks, too.
Raise the limit where the agent is started; compiling rules needs more of each.

If something ends the hook command from outside, such as a container's memory limit
or kill -9, there is no answer (exit code 137): agents then go on, past closed
hooks, too. Some refuse if their own settings of the hook say so: Claude Code since
2.1.295 with onFailure: "block", Cursor with failClosed, Goose with on_failure, Qwen
Code with failMode. OpenCode's plugin, which init writes, refuses with --closed.

Faults go to stderr and to the log: the file that the rules name (log: file), or
else bcrules/hook.log in the user's cache folder. Beside it decisions.jsonl has a
line for every event, which "bcrules log" shows: which hooks and rules, what was
decided, how long it took; for events that were refused, asked about or allowed also
their subject (programs with their subcommands, paths, hosts) and the reason given,
without what looks like a secret. It has nothing else of the event or the reply.`

func hookCmd() *cli.Command {
	return &cli.Command{
		Name:        "hook",
		Usage:       "answer the event on stdin",
		UsageText:   "bcrules hook [--closed] [--managed] [--own DIR] [--agent NAME] [--event NAME] [--rules DIR]… [--only NAME] [--within DURATION] < event.json",
		Description: hookHelp,
		Flags: []cli.Flag{
			rulesFlag(),
			&cli.BoolFlag{Name: "closed", Usage: "refuse if nothing says what the rules are"},
			&cli.StringFlag{Name: "own", Usage: "your rules are in folder `DIR`, and closed hooks refuse if it has none; by default where the account has them"},
			&cli.BoolFlag{Name: "managed", Usage: "answer only by the organisation's rules, as in settings that the administrator wrote"},
			&cli.BoolFlag{Name: "inner", Hidden: true},
			senderFlag(),
			calledFlag("event"),
			&cli.StringFlag{Name: "only", Usage: "answer only by the hook called `NAME`"},
			&cli.BoolFlag{Name: "behind", Hidden: true},
			&cli.DurationFlag{Name: "within", Usage: "how long the answer may take, `DURATION`; by default the rules' limit"},
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
	return &cli.StringFlag{Name: "agent", Usage: "the event comes from the agent called `NAME`; by default the event says it"}
}

func calledFlag(name string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Usage: "the agent calls the event `NAME`, if it doesn't say so itself"}
}
