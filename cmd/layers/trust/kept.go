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

// A Kept is a file of the project that rules run, or run commands of, as it was when they
// were trusted.
type Kept struct {
	Path string `json:"path"`           // from Root, or absolute, as the rules have it
	Root string `json:"root,omitempty"` // that of a project's sessions, without links; "" where Path is absolute
	Size int64  `json:"size"`           // bytes, as files.Content has it
	Sum  string `json:"sum"`            // SHA-256, hex
	Data []byte `json:"data"`           // the content, if people can read it; nil if not
	Word bool   `json:"word,omitempty"` // Path is a word that may name something else
}

// mostShown is how much of a file is kept for people, bytes: as much as a rule file may have.
const mostShown = 1 << 20

// A ran is a file that one hook runs.
type ran struct{ hook, file string }

// ranBy returns the files that hooks of a plan run, and false of those that may be none.
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

// asked returns the files of the project that hooks of a plan run, and those of others, which
// hold without it, don't.
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

// nowhere is an environment without anything.
func nowhere(string) string { return "" }

// has reports whether a file is one of the project whose root is given, or of the rest of its
// repository. One that is named from the project may be in there for a session that begins in
// a folder below, also where it leads out of the root.
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

// at is where the file is.
func (k Kept) at() string { return plan.Kept{Path: k.Path}.At(k.Root) }

// keep returns a file as it is now. One that can't be read is none that could ever be the
// same.
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

// text is what people are shown of a file; nil where there is none, or a folder.
func (k Kept) text() []byte {
	switch {
	case k.Size < 0:
		return nil
	case k.Data == nil:
		return fmt.Appendf(nil, "(%d bytes, SHA-256 %s)\n", k.Size, k.Sum)
	}
	return k.Data
}

// same reports whether two have the same content.
func (k Kept) same(o Kept) bool { return k.Size == o.Size && k.Sum == o.Sum }

// Absent returns the paths of files that rules run and that weren't there.
func (r *Record) Absent() (all []string) {
	for _, k := range r.Runs {
		if k.Size == files.NoContent.Size && !k.Word {
			all = append(all, k.at())
		}
	}
	return all
}

// Ran returns what is not as it was trusted of the files that rules run, by path: of those of
// another record of the same folder. Where nobody looked before, what was trusted elsewhere
// under the same name counts.
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

// sealed is the file as a plan has it. It is read at each start, however large: who changes what
// is mapped into memory needn't leave a trace of it in the file's times.
func (k Kept) sealed() plan.Kept {
	return plan.Kept{Path: k.Path, Root: k.Root, Content: files.Content{Size: k.Size, Sum: k.Sum}}
}

// seal has the steps of a plan run files only as they were trusted, those that are asked for.
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
				s.Kept = append(s.Kept, plan.Kept{Path: file}) // of which nothing is known, and so none is the same
			}
		}
	})
}
