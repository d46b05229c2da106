package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/testdata/built"

	"github.com/google/licensecheck"
)

// lawful matches names of files with the terms under which a module may be passed on.
var lawful = regexp.MustCompile(`(?i)^(un)?licen[cs]e|^copying|^notice|^patents`)

// taken are parts of the programs that come from elsewhere without a module, by the file with their
// terms.
var taken = map[string]string{
	"../../engine/secrets/LICENSE.gitleaks": "github.com/gitleaks/gitleaks, its list of secrets",
	"../ui/assets/editor.txt":               "libraries of the playground's editor, each with its terms",
}

// TestNotices compares the output of "version --notices" with the programs' parts on any platform:
// each must have all its terms, and only known ones. UPDATE=1 writes it.
func TestNotices(t *testing.T) {
	built.InTurn(t)
	files := linked(t)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	files["Go, its runtime and standard library"] = []string{filepath.Join(strings.TrimSpace(string(root)), "LICENSE")}
	for file, what := range taken {
		files[what] = []string{file}
	}
	under := map[string][]string{} // by the text
	for _, what := range slices.Sorted(maps.Keys(files)) {
		known := false
		for _, file := range files[what] {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, m := range licensecheck.Scan(data).Match {
				if !slices.Contains(names, m.ID) {
					names = append(names, m.ID)
				}
			}
			known = known || len(names) > 0
			text := strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
			under[text] = append(under[text], "* "+strings.Join(append([]string{what}, names...), ", ")+"\n")
		}
		if !known {
			t.Errorf("%s: found no licence that is known in %q", what, files[what])
		}
	}
	var all []string
	for text, of := range under {
		all = append(all, strings.Join(of, "")+"\n"+text+"\n\n")
	}
	slices.Sort(all)
	want := strings.Join(all, "")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("notices.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if notices != want {
		t.Error("notices.txt isn't what the programs are made of: UPDATE=1 go test ./cmd/bcrules -run TestNotices")
	}
}

// linked returns the files with the terms of each module that a command links on a released
// platform, by the module's path and version. They are in the folders from the linked package's up
// to the module's.
func linked(t *testing.T) map[string][]string {
	type pkg struct {
		Dir    string
		Module *struct {
			Path, Version, Dir string
			Main               bool
		}
	}
	found := map[string][]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-json=Dir,Module", "../...")
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		said, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for in := json.NewDecoder(bytes.NewReader(said)); ; {
			var p pkg
			if err := in.Decode(&p); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			name := p.Module.Path + " " + p.Module.Version
			for dir := p.Dir; strings.HasPrefix(dir, p.Module.Dir); dir = filepath.Dir(dir) {
				for _, file := range termsIn(t, dir) {
					if !slices.Contains(found[name], file) {
						found[name] = append(found[name], file)
					}
				}
			}
		}
	}
	return found
}

// termsIn returns the files with terms in dir, but not below.
func termsIn(t *testing.T, dir string) (files []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Type().IsRegular() && lawful.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files
}
