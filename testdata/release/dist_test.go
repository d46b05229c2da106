package main

import (
	"archive/zip"
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// programs are those of each platform.
var programs = []string{"bcrules", "bchook", "bcindex", "bcstore", "bcfleet"}

// binaries is their number, for three systems and two processors each.
var binaries = 3 * 2 * len(programs)

// Every platform has an archive with all programs and the completions, and Linux packages.
func TestArchives(t *testing.T) {
	shells := []string{"completion/bash", "completion/fish", "completion/powershell", "completion/zsh"}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, processor := range []string{"amd64", "arm64"} {
			suffix, exe := ".tar.gz", ""
			if system == "windows" {
				suffix, exe = ".zip", ".exe"
			}
			archive := one(t, "bcrules_*_"+system+"_"+processor+suffix)
			files := listed(t, archive)
			wanted := append([]string{"README.md", "NOTICES.txt"}, shells...)
			for _, name := range programs {
				wanted = append(wanted, name+exe)
			}
			for _, want := range wanted {
				if !slices.ContainsFunc(files, func(name string) bool { return strings.HasSuffix(name, "/"+want) }) {
					t.Errorf("%s: found %q, want %s as well", archive, files, want)
				}
			}
			if system == "linux" {
				one(t, "bcrules_*_linux_"+processor+".deb")
				one(t, "bcrules_*_linux_"+processor+".rpm")
			}
		}
	}
}

// The archive of this machine is unpacked and says which commit it was built from.
func TestUnpacked(t *testing.T) {
	p := newPerson(t, "tar", "gzip", "git")
	p.run("tar", "-xzf", one(t, "bcrules_*_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz"), "--strip-components=1")
	p.firstRule(p.project + "/bcrules")
	said := p.run(p.project+"/bcrules", "version")
	t.Logf("%s", said)
	commit, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	check(t, err)
	if !strings.Contains(said, strings.TrimSpace(string(commit))) {
		t.Errorf("found no %s in it, want the commit, of which make release is to be run", commit)
	}
}

// Every file to publish is in a list of hashes, with its own.
func TestChecksums(t *testing.T) {
	sums := map[string]string{}
	for _, dir := range []string{dist, dist + "/npm"} {
		f, err := os.Open(dir + "/checksums.txt")
		check(t, err)
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			sum, name, _ := strings.Cut(s.Text(), "  ")
			sums[filepath.Join(dir, name)] = sum
		}
	}
	published := 0
	for _, pattern := range []string{"*.tar.gz", "*.zip", "*.deb", "*.rpm", "*.cdx.json", "npm/*.tgz"} {
		files, err := filepath.Glob(filepath.Join(dist, pattern))
		check(t, err)
		for _, name := range files {
			data, err := os.ReadFile(name)
			check(t, err)
			if sum := sha256.Sum256(data); sums[name] != hex.EncodeToString(sum[:]) {
				t.Errorf("%s: found %q, want its hash, %x", name, sums[name], sum)
			}
			published++
		}
	}
	if published != len(sums) || published < 6+4+binaries+7 {
		t.Errorf("%d files are to be published, %d have hashes", published, len(sums))
	}
}

// The bill of materials of each binary names it by its hash, and the modules in it; only that of
// bcrules has CUE.
func TestSBOM(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(dist, "*.cdx.json"))
	check(t, err)
	if len(files) != binaries {
		t.Errorf("found %d, want one for each of %d binaries", len(files), binaries)
	}
	for _, name := range files {
		var doc bom
		check(t, decode(name, &doc))
		var cue bool
		refs := map[string]bool{}
		for _, c := range doc.Components {
			cue = cue || strings.HasPrefix(c.PURL, "pkg:golang/cuelang.org/go@v")
			if refs[c.Ref] || c.Version == "" || c.Name != "std" && len(c.Hashes) != 1 {
				t.Errorf("%s: %+v", name, c)
			}
			refs[c.Ref] = true
		}
		if full := strings.HasPrefix(filepath.Base(name), "bcrules_"); cue != full {
			t.Errorf("%s: CUE is in it: %t", name, cue)
		}
		if c := doc.Metadata.Component; len(c.Hashes) != 1 || c.Name == "" || doc.Metadata.Timestamp == "" {
			t.Errorf("%s: %+v", name, doc.Metadata)
		}
	}
}

// listed returns the names of the files in an archive.
func listed(t *testing.T, archive string) []string {
	t.Helper()
	if strings.HasSuffix(archive, ".zip") {
		z, err := zip.OpenReader(archive)
		check(t, err)
		defer z.Close()
		var names []string
		for _, f := range z.File {
			names = append(names, f.Name)
		}
		return names
	}
	out, err := exec.Command("tar", "-tzf", archive).Output()
	check(t, err)
	return strings.Fields(string(out))
}
