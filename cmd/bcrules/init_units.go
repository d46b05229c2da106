package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"bcrules.dev/cmd/rollback"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"

	"github.com/urfave/cli/v2"
)

// Units of systemd or launchd make the system start bcfleet every quarter of an hour. Those that init
// wrote say so, so that uninstall removes no others.

func timerFlag() *cli.StringSliceFlag {
	return &cli.StringSliceFlag{Name: "timer", Usage: "with --managed: have the system run bcfleet `COMMAND` every quarter of an hour, such as \"pull REF --key FILE\""}
}

// ours stands in a comment of each file that init wrote.
const ours = "by bcrules init for the administrator"

const service = `# Written ` + ours + `
[Unit]
Description=bcfleet %[1]s
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=root
EnvironmentFile=-/etc/bcfleet.env
ExecStart=%[2]s
SuccessExitStatus=3
TimeoutStartSec=15min
`

const timer = `# Written ` + ours + `
[Unit]
Description=bcfleet %[1]s, every quarter of an hour

[Timer]
OnCalendar=*:0/15
RandomizedDelaySec=10min
Persistent=true

[Install]
WantedBy=timers.target
`

const daemon = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Written ` + ours + ` -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key><string>dev.bcrules.bcfleet.%[1]s</string>
	<key>ProgramArguments</key><array>%[2]s</array>
	<key>RunAtLoad</key><true/>
	<key>StandardErrorPath</key><string>/var/log/bcfleet.log</string>
	<key>StartInterval</key><integer>900</integer>
</dict>
</plist>
`

// unitFolders are the folders of units by system, with the pattern of our files' names.
var unitFolders = map[string][2]string{"linux": {"/etc/systemd/system", "bcfleet-*"}, "darwin": {"/Library/LaunchDaemons", "dev.bcrules.bcfleet.*"}}

// unitsOf returns the files that make a system run a command line, and the command that starts them.
func unitsOf(system string, words []string) (all map[string]string, next string) {
	name := words[1]
	dir := host.System + unitFolders[system][0]
	if system == "darwin" {
		var args bytes.Buffer
		for _, w := range words {
			args.WriteString("<string>")
			xml.EscapeText(&args, []byte(w)) // to memory, which doesn't fail
			args.WriteString("</string>")
		}
		file := filepath.Join(dir, "dev.bcrules.bcfleet."+name+".plist")
		return map[string]string{file: fmt.Sprintf(daemon, name, args.String())}, "launchctl bootstrap system " + file
	}
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`, `%`, `%%`, `$`, `$$`).Replace(w)+`"`)
	}
	at := filepath.Join(dir, "bcfleet-"+name)
	return map[string]string{at + ".service": fmt.Sprintf(service, name, strings.Join(quoted, " ")), at + ".timer": fmt.Sprintf(timer, name)},
		fmt.Sprintf("systemctl daemon-reload && systemctl enable --now bcfleet-%s.timer", name)
}

// timed returns the command lines that the system is to run by the flags, each command once. Whoever
// could replace a program that the system starts could act as the administrator.
func timed(c *cli.Context) (all [][]string, err error) {
	had := map[string]bool{}
	for _, line := range c.StringSlice("timer") {
		words := append([]string{host.Beside("bcfleet")}, strings.Fields(line)...)
		if len(words) < 2 || words[1] != "pull" && words[1] != "ship" || had[words[1]] {
			return nil, usageError(c, fmt.Errorf("--timer: found %q, want pull or ship, each once", line), false)
		}
		had[words[1]], all = true, append(all, words)
	}
	for _, name := range []string{"bcfleet", "bcrules"} {
		program := host.Beside(name)
		real, err := filepath.EvalSymlinks(program)
		if err != nil {
			return nil, fmt.Errorf("found no %s beside bcrules, want one", program)
		}
		if at := files.Unrooted(real, host.System); at != "" {
			return nil, fmt.Errorf("%s: others than root may change it (%s), want a program that only root may write, as the system starts it", real, at)
		}
	}
	return all, nil
}

// registerUnits writes the units that flags ask for.
func registerUnits(c *cli.Context, back *rollback.Rollback) error {
	if !c.IsSet("timer") {
		return nil
	}
	if _, is := unitFolders[runtime.GOOS]; !is {
		return errors.New("this system has neither systemd nor launchd, want one for --timer")
	}
	lines, err := timed(c)
	if err != nil {
		return err
	}
	for _, words := range lines {
		all, next := unitsOf(runtime.GOOS, words)
		for _, file := range slices.Sorted(maps.Keys(all)) {
			if data, err := os.ReadFile(file); err == nil && !bytes.Contains(data, []byte(ours)) {
				return fmt.Errorf("%s: init didn't write this file, want none there", file)
			}
			fmt.Fprintf(c.App.Writer, "%s:\n%s\n", file, all[file])
			if c.Bool("dry-run") {
				continue
			}
			err := back.Change(func() error {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					return err
				}
				return files.WriteMode(files.At(file), []byte(all[file]), 0o644)
			}, file)
			if err != nil {
				return err
			}
		}
		fmt.Fprintf(c.App.Writer, "to start it: %s\n", next)
	}
	return nil
}

// unregisterUnits removes the units that init wrote.
func unregisterUnits(c *cli.Context) error {
	at := unitFolders[runtime.GOOS]
	all, _ := filepath.Glob(filepath.Join(host.System+at[0], at[1]))
	for _, file := range all {
		data, err := os.ReadFile(file)
		if err != nil || at[0] == "" || !bytes.Contains(data, []byte(ours)) {
			continue
		}
		fmt.Fprintf(c.App.Writer, "removed %s; what it started runs until the next boot\n", file)
		if !c.Bool("dry-run") {
			if err := files.Remove(file); err != nil {
				return err
			}
		}
	}
	return nil
}
