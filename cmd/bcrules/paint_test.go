//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"bcrules.dev/testdata/built"

	"github.com/creack/pty"
)

// paint is text from others that a terminal obeys: erase a line, go to its beginning, set a title,
// a colour that isn't ours, a sequence of one character, directions, and invisible characters. It
// names nothing, so it may be part of a name.
const paint = "x\x1b[2K\x1b[1G\x1b[35m\x1b]0;t\a\u009b2J\u202e\u2066\u200b\b\r\x7fy"

// A painted world is a project, a home, and files for commands, with paint wherever possible.
type painted struct {
	dir, home string
	bin       string
}

func paintedWorld(t *testing.T) painted {
	root := t.TempDir()
	p := painted{filepath.Join(root, "p"+paint), filepath.Join(root, "home"), built.Commands(t)}
	quoted := string(must(json.Marshal(paint))) // as CUE and JSON write it
	hook := func(name, more string) string {
		return fmt.Sprintf(`hooks: %[1]s: {on: "PreToolUse", match: "Bash", doc: %[2]s, %[3]s}`+"\n", name, quoted, more)
	}
	rules := "// " + strings.NewReplacer("\r", "", "\b", "").Replace(paint) + "\npackage r\n" + hook(quoted, fmt.Sprintf(`rules: [
	{id: "a", doc: %[1]s, when: "event.tool_input.command contains 'push'", do: [{deny: %[1]s}, {inject: message: %[1]s}]},
	{when: "event.tool_input.command contains 'none'", do: [{run: {run: ["sh", "-c", %[1]s], timeout: "1s"}}, {touch: %[1]s}]},
]`, quoted))
	test := "package r\ntests: " + quoted + `: {event: {hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: command: "git push ` + strings.Trim(quoted, `"`) + `"}, expect: `
	event := fmt.Sprintf(`{"hook_event_name":"PreToolUse","session_id":%[1]s,"cwd":%[2]s,"tool_name":"Bash","tool_input":{"command":"git push %[3]s"}}`,
		quoted, must(json.Marshal(p.dir)), strings.Trim(quoted, `"`))
	entry := func(event string) string {
		return fmt.Sprintf(`{"time":"2026-02-09T12:00:00.000Z","session":%[1]s,"project":%[1]s,"event":%[3]s,"tool":%[1]s,"rules":%[2]s,"ms":1,"hooks":[{"hook":%[1]s,"rules":[1],"ids":[%[1]s]}],"said":[%[1]s],"refused":true,"errors":[%[1]s],"input":%[4]s}`+"\n",
			quoted, must(json.Marshal(filepath.Join(p.dir, ".claude/bcrules"))), event, event)
	}
	for name, text := range map[string]string{
		".git/HEAD":                              "ref: refs/heads/main\n",
		".claude/bcrules/a" + paint + ".cue":     rules,
		".claude/settings.json":                  `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": ` + quoted + `}]}], ` + quoted + `: []}}`,
		"good/r.cue":                             rules,
		"good/r_test.cue":                        test + "hookSpecificOutput: permissionDecision: \"deny\"}\n",
		"bad" + paint + "/r.cue":                 "package r\n" + hook(quoted, `rules: [{when: "nope", do: deny: "x"}], `+quoted+`: 1`),
		"odd/r.cue":                              "package r\n\"" + strings.NewReplacer("\r", "").Replace(paint) + "\": }\n",
		"failing/r.cue":                          rules,
		"failing/r" + paint + "_test.cue":        test + "close({other: " + quoted + "})}\n",
		"event.json":                             event,
		"odd.json":                               "{" + paint,
		"events.jsonl":                           entry(`"PreToolUse"`) + event + "\n",
		"../home/.cache/bcrules/decisions.jsonl": entry(quoted) + entry(`"PreToolUse"`),
	} {
		file := filepath.Join(p.dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// must returns a value without an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// paintings are command lines for each command, one for each form of its output.
var paintings = map[string][]string{
	"actions":    {"", paint, "--json"},
	"compile":    {"", "--rules bad*"},
	"completion": {"bash", paint},
	"convert":    {"", "--user", "--as claude other.json", "--as " + paint, paint},
	"__complete": {"explain --only |", "docs |", paint},
	"docs":       {"good", "--markdown good", "--html site good", "--html " + paint + " bad*", "bad*", paint},
	"doctor":     {"", "--json"},
	"eject":      {"guard --dir ejected*", paint},
	"events":     {"", "PreToolUse", paint},
	"except":     {"--event event.json", "--event odd.json", "--event nope" + paint, "last", paint},
	"explain": {"--event event.json", "--event event.json --all", "--event event.json --json", "--event odd.json", "--event event.json --rules bad*", "--event nope" + paint,
		"--event event.json --only " + paint},
	"facts":     {"", "call", paint},
	"help":      {"", "vet", paint},
	"hook":      {"--nope" + paint},
	"index":     {"--status", "--status --json", "--query " + paint, paint},
	"init":      {"", "--user", paint},
	"lift":      {"any --for 1h --reason " + paint, paint + " --for 1h --reason x", "any --end"},
	"list":      {"", "--json", "--rules bad*", "--rules good", "--rules odd"},
	"log":       {"", "--json", "--since " + paint, "--errors"},
	"new":       {"hook " + paint, "hook fine", "hook --from", "hook other --from " + paint},
	"replay":    {"--all events.jsonl", "--all --json events.jsonl", "nope" + paint},
	"stats":     {"", "--json"},
	"suggest":   {"", "--transcripts", "--since " + paint, paint},
	"test":      {"-v good", "failing", "--json failing", "--cover failing", "bad*", "--run " + paint + " good"},
	"trust":     {"", "--list", "--diff", paint},
	"lsp":       {paint},
	"ui":        {paint},
	"__check":   {""},
	"__look":    {"", "--rules bad*", "--rules good", "--rules odd"},
	"__try":     {"", "--samples", paint},
	"uninstall": {"", "--user", paint},
	"untrust":   {"", paint},
	"version":   {"", "--json", paint},
	"vet":       {"good", "bad*", "odd", "--format json bad*", "--format sarif bad*", "--format github bad*", "", paint},
}

// TestNothingPaints runs every command in a project of somebody who wants to say something in the
// command's name. Output goes to files, to a terminal with colours, or both.
func TestNothingPaints(t *testing.T) {
	for _, c := range app().Commands {
		if paintings[c.Name] == nil {
			t.Errorf("%s: found no command line of it in paintings, want some", c.Name)
		}
	}
	for i, terminal := range []bool{false, true} {
		n := uint64(i) + built.Seed(t)
		t.Run(fmt.Sprintf("terminal %t", terminal), func(t *testing.T) {
			t.Parallel()
			paintsNothing(t, terminal, func() bool { n++; return built.Thorough || n%2 == 0 })
		})
	}
}

// paintsNothing runs the drawn command lines.
func paintsNothing(t *testing.T, terminal bool, drawn func() bool) {
	p := paintedWorld(t)
	shown := 0
	for _, name := range slices.Sorted(maps.Keys(paintings)) {
		for _, line := range paintings[name] {
			if !drawn() {
				continue
			}
			out := p.run(t, terminal, append([]string{name}, p.words(line)...))
			if what := paintIn(out, terminal); what != "" {
				t.Errorf("bcrules %s %q: found %q in what it said:\n%q", name, line, what, out)
			}
			if bytes.ContainsAny(out, "␛") {
				shown++
			}
		}
	}
	if shown < 12 { // else the world is not as it should be
		t.Errorf("%d command lines showed what was painted, want 12 at least", shown)
	}
}

// words splits a command line into arguments: * is a name with paint, | an empty word.
func (p painted) words(line string) []string {
	var words []string
	for _, w := range strings.Split(line, " ") {
		switch {
		case w == "|":
			words = append(words, "")
		case w != "":
			words = append(words, strings.ReplaceAll(w, "*", paint))
		}
	}
	return words
}

// run returns the whole output of bcrules.
func (p painted) run(t *testing.T, terminal bool, args []string) []byte {
	cmd := exec.Command(filepath.Join(p.bin, "bcrules"), args...)
	cmd.Dir = p.dir
	cmd.Env = []string{"HOME=" + p.home, "XDG_CACHE_HOME=" + filepath.Join(p.home, ".cache"), "XDG_CONFIG_HOME=" + filepath.Join(p.home, ".config"),
		"PATH=" + p.bin + ":" + os.Getenv("PATH"), "TERM=xterm", "GOGC=" + os.Getenv("GOGC"), "CUE_REGISTRY=localhost:1+insecure", "CUE_CACHE_DIR=" + filepath.Join(p.home, ".cache/cue")}
	if !terminal {
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return out
	}
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 100})
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	io.WriteString(tty, "no\n\x04")
	out, _ := io.ReadAll(tty) // ends in an error if the terminal is gone
	cmd.Wait()
	out, _ = bytes.CutPrefix(out, []byte("no\r\n^D\b\b")) // the typed text
	return bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n"))
}

// looks are this program's own styles.
var looks = regexp.MustCompile("\x1b\\[(0|1|2|31|32|33|36|39|91)m")

// paintIn returns what a terminal would obey in an output, except styles if these are allowed.
func paintIn(out []byte, looked bool) string {
	text := string(out)
	if looked {
		text = looks.ReplaceAllString(text, "")
	}
	for i, r := range text {
		if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf) || r == utf8.RuneError {
			return text[i:min(len(text), i+40)]
		}
	}
	return ""
}
