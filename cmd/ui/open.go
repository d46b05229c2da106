package ui

import (
	"errors"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"bcrules.dev/engine/host"
)

// leads is a page that redirects to an address.
var leads = template.Must(template.New("leads").Parse(`<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url={{.}}"><title>bcrules</title><a href="{{.}}">bcrules</a>` + "\n"))

// Open opens an address in the browser, by a temporary file that closed removes: on a command line,
// every user of the machine could read the token.
func Open(address string) (closed func(), err error) {
	nothing := func() {}
	opener := browser()
	if opener == nil {
		return nothing, errors.New("found no browser to open")
	}
	program, err := host.Startable(opener[0])
	if err != nil {
		return nothing, err
	}
	dir, err := host.NewTemp("bcrules-ui-")
	if err != nil {
		return nothing, err
	}
	closed = func() { os.RemoveAll(dir) }
	name := filepath.Join(dir, "open.html")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return closed, err
	}
	if err := errors.Join(leads.Execute(f, address), f.Close()); err != nil {
		return closed, err
	}
	cmd := exec.Command(program, append(opener[1:], name)...)
	cmd.Env = environment()
	if err := cmd.Start(); err != nil {
		return closed, err
	}
	go cmd.Wait()
	return closed, nil
}

// environment returns the opener's environment. A project's tools may set BROWSER to a command line
// that starts a program of theirs, so it is kept only if it is a single program.
func environment() []string {
	return slices.DeleteFunc(host.Environ(), func(set string) bool {
		browser, is := strings.CutPrefix(set, "BROWSER=")
		return is && strings.ContainsAny(browser, " \t\n:%")
	})
}

// browser returns the command that opens a file, nil without a screen.
func browser() []string {
	switch {
	case runtime.GOOS == "darwin":
		return []string{"open"}
	case runtime.GOOS == "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	case os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "":
		return nil
	}
	return []string{"xdg-open"}
}
