package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"time"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/inside"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/schema/test"

	"github.com/jstemmer/go-junit-report/v2/junit"
	"github.com/urfave/cli/v2"
)

const testHelp = `Runs the tests beside rules, in files whose names end in _test.cue: those of the
given folders (a rule file means its folder; DIR/... means all folders below DIR;
bcrules.dev/packs/NAME is a pack of this program), each by itself; or those of the
folders named by --rules, or else of the rules that "bcrules hook" would use here,
all layers together.

A test plays an event to the rules, with the code of the hook, and says in CUE what
the result must be. If rules.cue has

   package rules

   hooks: "no-force-push": {
   	on:    "PreToolUse"
   	match: "Bash"
   	rules: [{
   		when: "event.tool_input.command matches 'git +push .*(--force|-f)'"
   		do: deny: "Force pushes are off here."
   	}]
   }

then push_test.cue beside it may have

   package rules

   _bash: {hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: command: string}

   tests: "a force push is refused": {
   	event: _bash & {tool_input: command: "git push -f"}
   	expect: hookSpecificOutput: {
   		permissionDecision:       "deny"
   		permissionDecisionReason: =~"off here"
   	}
   }

   tests: "any other push is not": {
   	event: _bash & {tool_input: command: "git push"}
   	expect: close({}) // no opinion
   }

The value of expect is a CUE constraint: a field that it names must exist and match;
others may exist, unless it is in close(…).

A test has a project and a home folder of its own, for which $PROJECT and $HOME
stand, and meets only what it says:

   files: {".env": "A=1", "~/seen.json": {json: {n: 1}, age: "2h"}}   made before
   env: CLAUDE_PLUGIN_ROOT: "/opt/p"       the environment
   clock: "2026-02-09T12:00:00Z"           what now() is, and ages count from
   system: "darwin"                        what os() says; linux if nothing is said
   answers: ["http://localhost:11434/"]    servers; there is no network
   running: ["indexer watch"]              processes
   programs: ["indexer"]                   what can be started; nothing is in truth
   hook: "no-force-push"                   only this hook answers
   rule: "force"                           the rule it is about, by its id: it must
                                           hold, or with no opinion must not
   limit: "short: why"                     something the rules can't see, and its id

and may also say what must be true afterwards:

   after: {".env": =~"A=", "~/seen.json": n: >1, "gone.txt": null}
   log: ["WARN [no-force-push] refused"]   entries of the log
   started: [["indexer", "watch", ...]]    programs
   exit: 2, stderr: =~"refused"
   then: [{clock: "+61s", event: {…}, expect: …}]   more events in the same project

With --from it writes on stdout a test of a decision in the log: of the last call
that was refused, of one by its id, or of an entry by its time. If the log keeps
events (log: inputs: true), the test is complete; otherwise fill in the rest.

schema/tests.cue in the source of bcrules is the reference of all fields. Fields of
an event that the agent never sends, an expect that holds for every reply ({}, _)
and misspelt names are faults, as in rules; a rule that fails in a test fails it,
unless the test has log or stderr.

With --json there is one object per line for each test (name, rules, hook, file,
line, col, passed, ms, step, reply, failures, trace; step is the last that ran, to
which reply and trace belong), and with --cover or --cover-min one for each rule
(hook, rule, id, pos, doc, fired, passed: in some test it didn't apply). Faults are
then lines on stderr.

Exit code 0: all tests passed; 1: some didn't, or fewer rules fired than --cover-min
wants, or rules or tests have faults, or there are no tests, or a wrong command
line; 2: it could not be carried out.`

func testCmd() *cli.Command {
	return &cli.Command{
		Name:        "test",
		Usage:       "run the tests of rules",
		UsageText:   "bcrules test [--run REGEXP] [-v] [--json] [--junit FILE] [--cover] [--cover-min PERCENT] [-p N] [--rules DIR | DIR or FILE]… | --from last|ID|TIME",
		Description: testHelp,
		Flags: []cli.Flag{
			rulesFlag(),
			&cli.StringFlag{Name: "from", Usage: "write a test of a logged decision and run none: `last`, the id of a call, or a time"},
			&cli.StringFlag{Name: "run", Usage: "run only tests whose names match `REGEXP`"},
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "list the tests that passed, too"},
			&cli.BoolFlag{Name: "json", Usage: "write one JSON object for each test"},
			&cli.StringFlag{Name: "junit", Usage: "write a JUnit report to `FILE`"},
			&cli.BoolFlag{Name: "cover", Usage: "list rules that no test fired, and those that every test fired"},
			&cli.Float64Flag{Name: "cover-min", Usage: "fail if fewer than `PERCENT` of a folder's own rules fired"},
			&cli.IntFlag{Name: "parallel", Aliases: []string{"p"}, Value: runtime.GOMAXPROCS(0), Usage: "run `N` tests side by side"},
		},
		Action: func(c *cli.Context) error {
			if c.IsSet("from") {
				return beginTest(c)
			}
			time.Local = time.UTC // rules can use it: now().Local()
			r := compile.Runner()
			r.Parallel, r.Traces = c.Int("parallel"), c.Bool("json")
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			if r.Only, err = regexp.Compile(c.String("run")); err != nil {
				return usageError(c, fmt.Errorf("--run: %w", err), false)
			}
			if least := c.Float64("cover-min"); least < 0 || least > 100 {
				return usageError(c, fmt.Errorf("--cover-min: found %v, want 0 to 100", least), false)
			}
			sets, err := ruleSets(c, here)
			if err != nil {
				return err
			}
			return runTests(c, r, sets, here)
		},
	}
}

// beginTest writes a test of a decision in the log.
func beginTest(c *cli.Context) error {
	e, err := logged(c.String("from"))
	if err != nil {
		return err
	}
	_, err = io.WriteString(c.App.Writer, testOf(e, compile.Schema().Events, ""))
	return err
}

// runTests tests rule sets one after the other and reports the results; it names files relative to
// the folder here.
func runTests(c *cli.Context, r test.Runner, sets [][]string, here string) error {
	out := &show.TestReport{Out: c.App.Writer, Err: c.App.ErrWriter, Here: here, JSON: c.Bool("json"),
		Verbose: c.Bool("verbose"), Cover: c.Bool("cover"), CoverMin: c.Float64("cover-min")}
	s := compile.Planned(host.Here(os.Getenv))
	for _, set := range sets {
		var tested test.Set
		var err error
		bounded.Tests.Do(s, set, c.App.ErrWriter, func() { tested, err = test.Read(s, set...) })
		if err != nil {
			faults, err := compile.Faults(err, here)
			if err != nil {
				return err
			}
			out.Faults(set, faults)
			continue
		}
		if err := out.Report(r.Run(tested)); err != nil {
			return err
		}
	}
	return ended(c, out)
}

// ended writes what is about all sets. It fails if a test failed or none ran.
func ended(c *cli.Context, out *show.TestReport) error {
	if name := c.String("junit"); name != "" {
		if err := writeJUnit(name, out.Suites); err != nil {
			return err
		}
	}
	switch {
	case out.Tests == 0:
		return refused(c, errors.New("found no tests, want some in files whose names end in _test.cue; bcrules help test shows one"))
	case out.Ran == 0 && !out.Failed:
		return refused(c, fmt.Errorf("--run: found no test whose name matches %s", c.String("run")))
	case out.Failed:
		return exitCode(exitFaults)
	}
	return nil
}

// writeJUnit writes suites to a file.
func writeJUnit(name string, suites junit.Testsuites) error {
	at, err := inside.Place(name, "")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := suites.WriteXML(&b); err != nil {
		return err
	}
	if info, err := os.Stat(name); err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeCharDevice) != 0 { // such as /dev/stdout, which can't be replaced
		to, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = to.Write(b.Bytes())
		return errors.Join(err, to.Close())
	}
	return files.Locked(at, func(p files.Place) error {
		if was, err := files.Read(p); err == nil && len(was) > 0 && !bytes.Contains(was[:min(len(was), 1024)], []byte("<testsuite")) {
			return fmt.Errorf("%s: found a file that is no report of tests, want another name", name)
		}
		return files.Write(p, b.Bytes())
	})
}
