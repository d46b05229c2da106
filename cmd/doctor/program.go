package doctor

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// programs checks the programs that command lines start, each once.
func (in *Installation) programs() {
	var seen []string
	for _, r := range in.entries() {
		if named, _ := r.Line(); r.site.Kind == "shared" && filepath.IsAbs(named) {
			in.warn("own-path", r.Pos, fmt.Sprintf("found %s, which lies there on this machine, in settings that others share", named),
				"bcrules init --shared, or bcrules uninstall --shared and bcrules init to have it for you alone")
		}
		if program := r.line()[0]; !slices.Contains(seen, program) {
			seen = append(seen, program)
			in.program(r, program)
		}
	}
}

func (in *Installation) program(r registered, name string) {
	path, err := exec.LookPath(name)
	bare := !strings.ContainsAny(name, `/\`)
	switch {
	case bare && err == nil && !r.site.Moves():
		in.warn("relative-path", r.Pos, fmt.Sprintf("found %s, which is %s here; the agent's PATH may be another, want an absolute path", name, path), r.init())
	case bare && err != nil && r.site.Moves():
		in.fault("not-found", r.Pos, fmt.Sprintf("found %s, which is not on the PATH here; want it there for whoever has these settings", name), "make install, with its folder on the PATH")
		return
	case bare && err != nil:
		in.fault("not-found", r.Pos, fmt.Sprintf("found %s, which is not on the PATH; want an absolute path", name), r.init())
		return
	case !bare && !filepath.IsAbs(name):
		in.fault("relative-path", r.Pos, fmt.Sprintf("found %s, which depends on the folder the agent is in; want an absolute path", name), r.init())
		return
	case err != nil:
		in.missing(r, name)
		return
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	beside := filepath.Join(filepath.Dir(path), "bcrules"+exeSuffix())
	if filepath.Base(path) == filepath.Base(beside) {
		return
	}
	if _, err := exec.LookPath(beside); err != nil {
		in.fault("alone", plan.Pos{File: path}, "found no bcrules beside it: it can't compile rules that changed", "make install, which puts both in one folder")
		return
	}
	in.storekeeper(path)
	hook, err1 := buildinfo.ReadFile(path)
	full, err2 := buildinfo.ReadFile(beside)
	if err1 != nil || err2 != nil {
		in.fault("versions", plan.Pos{File: path}, "found something that is no Go program, want bchook and bcrules as they were built", "make install")
		return
	}
	if a, b := version(hook), version(full); a != b {
		in.fault("versions", plan.Pos{File: path}, fmt.Sprintf("found bchook of %s beside bcrules of %s, want both of one version", a, b), "make install, which builds both")
	}
}

// storekeeper checks that bcstore is beside a bchook if rules have stores, and bcindex if one of
// them is the code index.
func (in *Installation) storekeeper(bchook string) {
	if in.Plan == nil || len(in.Plan.Stores) == 0 {
		return
	}
	in.helper(bchook, "bcstore", "ask the stores that rules have")
	for _, s := range in.Plan.Stores {
		if s.Index {
			in.helper(bchook, "bcindex", "keep the code index that rules ask")
			return
		}
	}
}

// helper checks a program that bchook starts.
func (in *Installation) helper(bchook, name, does string) {
	beside := filepath.Join(filepath.Dir(bchook), name+exeSuffix())
	if _, err := exec.LookPath(beside); err != nil {
		in.fault("alone", plan.Pos{File: bchook}, fmt.Sprintf("found no %s beside it: it can't %s", name, does), "make install, which puts all in one folder")
		return
	}
	hook, err1 := buildinfo.ReadFile(bchook)
	other, err2 := buildinfo.ReadFile(beside)
	if err1 != nil || err2 != nil {
		in.fault("versions", plan.Pos{File: beside}, fmt.Sprintf("found something that is no Go program, want %s as it was built", name), "make install")
	} else if a, b := version(hook), version(other); a != b {
		in.fault("versions", plan.Pos{File: beside}, fmt.Sprintf("found %s of %s beside bchook of %s, want both of one version", name, b, a), "make install, which builds all")
	}
}

// missing reports why a path can't be started.
func (in *Installation) missing(r registered, path string) {
	info, err := os.Stat(path)
	switch {
	case files.Absent(err):
		in.fault("not-found", r.Pos, fmt.Sprintf("found %s, where there is no such file", path), r.init()+", after make install")
	case err != nil:
		in.fault("not-found", r.Pos, fmt.Sprintf("found a program that can't be looked at: %v", err), "let the agent's user reach it")
	case info.IsDir():
		in.fault("not-found", r.Pos, fmt.Sprintf("found %s, which is a folder", path), r.init())
	default:
		in.fault("not-executable", r.Pos, fmt.Sprintf("found %s, which may not be executed (mode %s)", path, info.Mode().Perm()), "chmod +x "+path)
	}
}

// version describes the sources that a program was built from.
func version(b *debug.BuildInfo) string {
	all := []string{b.Main.Path, b.Main.Version}
	for _, s := range b.Settings {
		switch {
		case s.Key == "vcs.revision":
			all = append(all, s.Value[:min(12, len(s.Value))])
		case s.Key == "vcs.modified" && s.Value == "true":
			all = append(all, "changed")
		}
	}
	return strings.Join(all, " ")
}

func exeSuffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}
