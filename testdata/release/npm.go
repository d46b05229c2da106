package main

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	mainPackage = "bcrules"
	scope       = "@bcrules/"
)

//go:embed npm
var launcher embed.FS

// A manifest is a package.json.
type manifest struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	Homepage    string            `json:"homepage"`
	OS          []string          `json:"os,omitempty"`
	CPU         []string          `json:"cpu,omitempty"`
	Bin         map[string]string `json:"bin,omitempty"`
	Engines     map[string]string `json:"engines,omitempty"`
	Optional    map[string]string `json:"optionalDependencies,omitempty"`
}

// An artifact is a row of goreleaser's artifacts.json.
type artifact struct {
	Name, Path, Type string
	GOOS, GOARCH     string
}

// A packet is an npm package before it is packed.
type packet struct {
	manifest
	files []file
}

// A file is a file of a package; its name is a slash-separated path in it.
type file struct {
	name string
	mode int64
	data []byte
}

// npm's names of platforms, by Go's.
var (
	systems    = map[string]string{"linux": "linux", "darwin": "darwin", "windows": "win32"}
	processors = map[string]string{"amd64": "x64", "arm64": "arm64"}
)

// writePackages makes the packages of the binaries in goreleaser's folder.
func writePackages(dist string) error {
	var built []artifact
	var release struct{ Version string }
	err := errors.Join(decode(filepath.Join(dist, "artifacts.json"), &built), decode(filepath.Join(dist, "metadata.json"), &release))
	if err != nil {
		return err
	}
	all, err := platforms(built, filepath.Dir(dist), release.Version)
	if err != nil {
		return err
	}
	people, err := front(all, filepath.Dir(dist), release.Version)
	if err != nil {
		return err
	}
	return write(append(all, people), filepath.Join(dist, "npm"))
}

// platforms returns a package for each platform with binaries, which are below root.
func platforms(built []artifact, root, version string) ([]packet, error) {
	terms, err := os.ReadFile(filepath.Join(root, "cmd/bcrules/notices.txt"))
	if err != nil {
		return nil, err
	}
	var all []packet
	for _, a := range built {
		if a.Type != "Binary" {
			continue
		}
		system, processor := systems[a.GOOS], processors[a.GOARCH]
		if system == "" || processor == "" {
			return nil, fmt.Errorf("found %s for %s/%s, want what npm calls that platform", a.Name, a.GOOS, a.GOARCH)
		}
		data, err := os.ReadFile(filepath.Join(root, a.Path))
		if err != nil {
			return nil, err
		}
		name := scope + system + "-" + processor
		i := slices.IndexFunc(all, func(p packet) bool { return p.Name == name })
		if i < 0 {
			i = len(all)
			m := about(name, version, fmt.Sprintf("The programs of bcrules for %s on %s.", system, processor))
			m.OS, m.CPU = []string{system}, []string{processor}
			all = append(all, packet{manifest: m, files: []file{{"NOTICES.txt", 0o644, terms}}})
		}
		all[i].files = append(all[i].files, file{"bin/" + a.Name, 0o755, data})
	}
	if len(all) == 0 {
		return nil, errors.New("found no binaries, want those of goreleaser")
	}
	slices.SortFunc(all, func(a, b packet) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

// front returns the package that people name.
func front(platforms []packet, root, version string) (packet, error) {
	p := packet{manifest: about(mainPackage, version, "Answers the hook events of coding agents from rules that are data.")}
	p.Bin = map[string]string{}
	p.Engines = map[string]string{"node": ">=18"}
	p.Optional = map[string]string{}
	for _, of := range platforms {
		p.Optional[of.Name] = version
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return p, err
	}
	p.files = append(p.files, file{"README.md", 0o644, readme})
	err = fs.WalkDir(launcher, "npm", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := launcher.ReadFile(name)
		name, mode := strings.TrimPrefix(name, "npm/"), int64(0o644)
		if program, ok := strings.CutPrefix(name, "bin/"); ok {
			p.Bin[strings.TrimSuffix(program, ".js")], mode = name, 0o755
		}
		p.files = append(p.files, file{name, mode, data})
		return err
	})
	return p, err
}

func about(name, version, description string) manifest {
	return manifest{Name: name, Version: version, Description: description, Homepage: "https://bcrules.dev"}
}

// write packs packages into an otherwise empty folder, with a list of their hashes.
func write(all []packet, dir string) error {
	err := os.RemoveAll(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, p := range all {
		data, err := p.pack()
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		name := strings.NewReplacer("@", "", "/", "-").Replace(p.Name) + "-" + p.Version + ".tgz" // npm pack's name
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "checksums.txt"), []byte(sums.String()), 0o644)
}

func decode(name string, v any) error {
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	return err
}
