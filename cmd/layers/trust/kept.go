package trust

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// A Kept is a file of the project that rules run, or run commands from, as it was when they were
// trusted.
type Kept struct {
	Path string `json:"path"`           // relative to Root, or absolute, as in the rules
	Root string `json:"root,omitempty"` // of a project's sessions, without links; "" if Path is absolute
	Size int64  `json:"size"`           // bytes, as in files.Content
	Sum  string `json:"sum"`            // SHA-256, hex
	Data []byte `json:"data"`           // the content if people can read it, otherwise nil
	Word bool   `json:"word,omitempty"` // Path is a word that may name something else
}

// mostShown limits the content kept for people, in bytes: the limit of a rule file.
const mostShown = 1 << 20

// A ran is a file that a hook runs.
type ran struct{ hook, file string }

// ranBy returns the files that hooks of a plan run, with false for those that may not be files.
func ranBy(p *plan.Plan) map[ran]bool {
	all := map[ran]bool{}
	eachStep(p, func(hook string, s *plan.Step) {
		for _, file := range s.Named {
			if of := (ran{hook, file}); !all[of] {
				all[of] = false
			}
		}
		for _, file := range s.Runs {
			all[ran{hook, file}] = true
		}
	})
	return all
}

func eachStep(p *plan.Plan, do func(hook string, s *plan.Step)) {
	for _, a := range p.Events {
		for _, h := range a.Hooks {
			for _, r := range h.Rules {
				for i := range r.Do {
					do(h.Name, &r.Do[i])
				}
			}
		}
	}
}

// asked returns the files of the project that hooks of a plan run, without the files that hooks of
// the other plans run, which apply anyway.
func asked(root string, others []*plan.Plan, p *plan.Plan) map[ran]bool {
	all := ranBy(p)
	for _, other := range others {
		for of := range ranBy(other) {
			delete(all, of)
		}
	}
	maps.DeleteFunc(all, func(of ran, _ bool) bool { return !has(root, of.file) })
	return all
}

// nowhere is an empty environment.
func nowhere(string) string { return "" }

// has reports whether a file is in the project with that root, or in the rest of its repository. A
// relative path counts even if it leads out of the root, as a session may start in a folder below.
func has(root, file string) bool {
	if file = filepath.FromSlash(file); !filepath.IsAbs(file) {
		return true
	}
	top := cmp.Or(host.FindProject(root, nowhere).Repository(), root)
	for _, path := range []string{file, filepath.Join(Real(filepath.Dir(file)), filepath.Base(file))} {
		if rel, err := filepath.Rel(top, path); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// at returns the path of the file.
func (k Kept) at() string { return plan.Kept{Path: k.Path}.At(k.Root) }

// keep returns the current state of a file. One that can't be read is never the same as another.
func keep(root, file string) Kept {
	k := Kept{Path: file, Root: root}
	if filepath.IsAbs(filepath.FromSlash(file)) {
		k.Root = ""
	}
	is, err := files.ContentOf(k.at())
	if err != nil {
		k.Sum = err.Error()
		return k
	}
	if k.Size, k.Sum = is.Size, is.Sum; is.Size < 0 || is.Size > mostShown {
		return k
	}
	data, err := files.Read(files.At(k.at()))
	if sum := sha256.Sum256(data); err == nil && hex.EncodeToString(sum[:]) == k.Sum && utf8.Valid(data) && !strings.Contains(string(data), "\x00") {
		k.Data = append([]byte{}, data...)
	}
	return k
}

// text returns what people are shown of a file; nil if it is a folder or doesn't exist.
func (k Kept) text() []byte {
	switch {
	case k.Size < 0:
		return nil
	case k.Data == nil:
		return fmt.Appendf(nil, "(%d bytes, SHA-256 %s)\n", k.Size, k.Sum)
	}
	return k.Data
}

// same reports whether both have the same content.
func (k Kept) same(o Kept) bool { return k.Size == o.Size && k.Sum == o.Sum }

// Absent returns the paths of files that rules run and that didn't exist.
func (r *Record) Absent() (all []string) {
	for _, k := range r.Runs {
		if k.Size == files.NoContent.Size && !k.Word {
			all = append(all, k.at())
		}
	}
	return all
}

// Ran returns what changed of the files that rules run, by path; now are those of another record of
// the same folder. For a new root, a trusted content under the same path from any root counts.
func (r *Record) Ran(now []Kept) (all []Change) {
	for _, k := range now {
		was := Kept{Size: -1}
		of := slices.DeleteFunc(slices.Clone(r.Runs), func(o Kept) bool { return o.Path != k.Path })
		if i := slices.IndexFunc(of, func(o Kept) bool { return o.Root == k.Root }); i >= 0 {
			was = of[i]
		} else if slices.ContainsFunc(of, k.same) {
			continue
		} else if len(of) > 0 {
			was = of[0]
		}
		if !was.same(k) {
			all = append(all, Change{k.at(), was.text(), k.text()})
		}
	}
	return all
}

// sealed returns the file for a plan. It is read at each start, however large: a change through
// mapped memory may leave no trace in the file's times.
func (k Kept) sealed() plan.Kept {
	return plan.Kept{Path: k.Path, Root: k.Root, Content: files.Content{Size: k.Size, Sum: k.Sum}}
}

// seal lets the steps of a plan run the asked files only as they were trusted.
func (r *Record) seal(p *plan.Plan, asked map[ran]bool) {
	eachStep(p, func(hook string, s *plan.Step) {
		for i, file := range slices.Concat(s.Runs, s.Named) {
			if _, is := asked[ran{hook, file}]; !is {
				continue
			}
			n := len(s.Kept)
			for _, k := range r.Runs {
				if k.Path == file {
					s.Kept = append(s.Kept, k.sealed())
				}
			}
			if len(s.Kept) == n && i < len(s.Runs) {
				s.Kept = append(s.Kept, plan.Kept{Path: file}) // nothing matches an unknown content
			}
		}
	})
}
