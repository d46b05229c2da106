package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/shapes"
)

// init, doctor and uninstall with settings of each shape: doctor finds what keeps the client from
// reading them, init refuses these and changes nothing, and after uninstall all bytes are as they
// were. The tests of testdata/e2e try the client itself.
func TestShapes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links want rights there")
	}
	bin := built.Commands(t)
	for _, shape := range shapes.All {
		t.Run(shape.Name, func(t *testing.T) { t.Parallel(); lives(t, bin, shape) })
	}
}

// lives takes a shape through init, doctor and uninstall.
func lives(t *testing.T, bin string, shape shapes.Shape) {
	home, project := t.TempDir(), t.TempDir()
	rules := filepath.Join(home, ".config", "bcrules")
	check(t, os.MkdirAll(rules, 0o755))
	check(t, os.WriteFile(filepath.Join(rules, "r.cue"), []byte("package r\nhooks: a: {on: \"Stop\", rules: [{do: inject: message: \"hi\"}]}\n"), 0o600))
	_, err := shape.Lay(project)
	check(t, err)
	was := wholeOf(t, project)
	run := func(args ...string) (string, bool) {
		cmd := exec.Command(filepath.Join(bin, "bcrules"), args...)
		cmd.Dir, cmd.Env = project, []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
		out, err := cmd.CombinedOutput()
		return strings.Join(strings.Fields(string(out)), " "), err == nil
	}
	faults := 1 // nothing is registered
	if shape.Fault != "" {
		faults++
	}
	if said, _ := run("doctor"); !strings.Contains(said, shape.Fault) || strings.Count(said, "fault:") != faults {
		t.Errorf("doctor says %s, want a fault, %q, and that nothing is registered", said, shape.Fault)
	}
	said, done := run("init")
	if done != (shape.Refused == "") || !strings.Contains(said, shape.Refused) {
		t.Fatalf("init (%t): %s, want it refused by %q", done, said, shape.Refused)
	}
	if is := wholeOf(t, project); !done && is != was {
		t.Errorf("init was refused and left %s, want %s", is, was)
	} else if done && is == was {
		t.Error("init changed nothing")
	}
	if !done {
		return
	}
	if said, well := run("doctor"); well != (shape.Fault == "") {
		t.Errorf("doctor after init: %s", said)
	}
	if said, done := run("uninstall", "--unattended"); !done || wholeOf(t, project) != was {
		t.Errorf("uninstall left %s, want %s: %s", wholeOf(t, project), was, said)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wholeOf returns everything in a folder: names, modes, and bytes or the targets of links.
func wholeOf(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	check(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		b.WriteString("\n" + path + " " + info.Mode().String() + " ")
		switch {
		case d.Type().IsRegular():
			data, err := os.ReadFile(path)
			b.Write(data)
			return err
		case d.Type() == fs.ModeSymlink:
			to, err := os.Readlink(path)
			b.WriteString(to)
			return err
		}
		return nil
	}))
	return b.String()
}
