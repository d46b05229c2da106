package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"bcrules.dev/engine/files"
)

// Exit codes.
const (
	exitDone    = 0
	exitRefused = 1 // what was found is not accepted, or the command line is wrong
	exitFailed  = 2 // the command could not be carried out
	exitOffline = 3 // nobody answered, or a server said to try later: the rules stay as they were
)

// A command is one of bcfleet's commands.
type command struct {
	name, args, does, help string
	flags                  func(f *flag.FlagSet)
	run                    func(ctx context.Context, out io.Writer, args []string) error
}

const help = `bcfleet keeps an organisation's machines on its rules.

%s
Keys are minisign's. REF is HOST/REPOSITORY[:TAG], with "latest" as the default tag. Logins
for registries are taken from docker's and podman's files. "bcfleet COMMAND --help" describes
a command, and "bcrules help organisation" the folder of the rules and their rank.

Exit code 0: done; 1: refused, or a wrong command line; 2: it could not be carried out;
3: no server answered, and nothing changed.
`

func commands() []*command {
	return []*command{publishCmd(), channelCmd(), pullCmd(), backCmd(), statusCmd(), shipCmd(), dashboardCmd()}
}

// Run runs a command line and returns the exit code.
func Run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Stdout, args[1:])
	var no *refusal
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case errors.As(err, &no):
		if no.text != "" {
			say(err)
		}
		return exitRefused
	}
	say(err)
	if unreached(err) {
		return exitOffline
	}
	return exitFailed
}

func say(err error) { fmt.Fprintln(os.Stderr, "bcfleet:", files.VisibleLines(err.Error())) }

// run finds the command and its flags, which may stand anywhere after its name, and runs it.
func run(ctx context.Context, out io.Writer, args []string) error {
	all := commands()
	if len(args) == 0 || slices.Contains([]string{"help", "--help", "-h"}, args[0]) {
		var list strings.Builder
		for _, c := range all {
			fmt.Fprintf(&list, "   bcfleet %-9s %s\n", c.name, c.does)
		}
		fmt.Fprintf(out, help, list.String())
		return nil
	}
	at := slices.IndexFunc(all, func(c *command) bool { return c.name == args[0] })
	if at < 0 {
		return refuse("found the command %q, want one that \"bcfleet help\" lists", args[0])
	}
	c, rest := all[at], args[1:]
	set := flag.NewFlagSet(c.name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	c.flags(set)
	var named []string
	for {
		if err := set.Parse(rest); errors.Is(err, flag.ErrHelp) {
			fmt.Fprintf(out, "bcfleet %s %s\n\n%s\n\n", c.name, c.args, c.help)
			set.SetOutput(out)
			set.PrintDefaults()
			return err
		} else if err != nil {
			return refuse("%v (bcfleet %s --help)", err, c.name)
		}
		if set.NArg() == 0 {
			return c.run(ctx, out, named)
		}
		named, rest = append(named, set.Arg(0)), set.Args()[1:]
	}
}

// A refusal says what was found and is not accepted. Its text is empty if the command printed the
// reason already.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// wants fails unless a command has as many arguments as it takes.
func wants(args []string, names ...string) error {
	if len(args) != len(names) {
		return refuse("found %d arguments, want %s", len(args), strings.Join(append(names, "no more"), " and "))
	}
	return nil
}

// several holds the values of a flag that may be repeated.
type several []string

func (s *several) String() string     { return strings.Join(*s, ", ") }
func (s *several) Set(v string) error { *s = append(*s, v); return nil }

// digestOf returns the digest of data as registries write it.
func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}
