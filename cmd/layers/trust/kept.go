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
	Path string `json:"path"` // from the project, or absolute, as the rules have it
	Size int64  `json:"size"` // bytes, -1 where there was none
	Sum  string `json:"sum"`  // SHA-256, hex
	Data []byte `json:"data"` // the content, if people can read it; nil if not
}

// mostShown is how much of a file is kept for people, bytes: as much as a rule file may have.
const mostShown = 1 << 20

// A ran is a file that one hook runs.
type ran struct{ hook, file string }

// ranBy returns the files that hooks of a plan run.
func ranBy(p *plan.Plan) map[ran]bool {
	all := map[ran]bool{}
	eachStep(p, func(hook string, s *plan.Step) {
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
func (r *Record) asked(others []*plan.Plan, p *plan.Plan) map[ran]bool {
	all := ranBy(p)
	for _, other := range others {
		for of := range ranBy(other) {
			delete(all, of)
		}
	}
	maps.DeleteFunc(all, func(of ran, _ bool) bool { return !r.has(of.file) })
	return all
}

// project is the root of the project whose rules the record is of.
func (r *Record) project() string {
	if up := filepath.Dir(r.Dir); filepath.Base(up) == ".claude" {
		return filepath.Dir(up)
	}
	return cmp.Or(host.FindProject(r.Dir, nowhere).Root, r.Dir)
}

// nowhere is an environment without anything.
func nowhere(string) string { return "" }

// has reports whether a file is one of the project or of the rest of its repository.
func (r *Record) has(file string) bool {
	top := cmp.Or(host.FindProject(r.project(), nowhere).Repository(), r.project())
	for _, path := range []string{r.at(file), filepath.Join(Real(filepath.Dir(r.at(file))), filepath.Base(file))} {
		if rel, err := filepath.Rel(top, path); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// at returns where a file is that rules run.
func (r *Record) at(file string) string {
	if file = filepath.FromSlash(file); filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(r.project(), file)
}

// keep returns a file as it is now. One that can't be read is none that could ever be the
// same.
func (r *Record) keep(file string) Kept {
	k := Kept{Path: file}
	is, err := files.ContentOf(r.at(file))
	if err != nil {
		k.Sum = err.Error()
		return k
	}
	if k.Size, k.Sum = is.Size, is.Sum; is.Size < 0 || is.Size > mostShown {
		return k
	}
	data, err := files.Read(files.At(r.at(file)))
	if sum := sha256.Sum256(data); err == nil && hex.EncodeToString(sum[:]) == k.Sum && utf8.Valid(data) && !strings.Contains(string(data), "\x00") {
		k.Data = append([]byte{}, data...)
	}
	return k
}

// text is what people are shown of a file; nil where there is none.
func (k Kept) text() []byte {
	switch {
	case k.Size < 0:
		return nil
	case k.Data == nil:
		return fmt.Appendf(nil, "(%d bytes, SHA-256 %s)\n", k.Size, k.Sum)
	}
	return k.Data
}

// Absent returns the files that rules run and that weren't there; a folder in the place of one
// is meant, as those are among the arguments of programs that aren't known.
func (r *Record) Absent() (all []string) {
	for _, k := range r.Runs {
		if folder, _, _ := files.Folder(r.at(k.Path)); k.Size < 0 && !folder {
			all = append(all, k.Path)
		}
	}
	return all
}

// Ran returns what is not as it was trusted of the files that rules run, by path: of those of
// another record of the same folder.
func (r *Record) Ran(now []Kept) (all []Change) {
	for _, k := range now {
		was := Kept{Size: -1}
		if i := slices.IndexFunc(r.Runs, func(o Kept) bool { return o.Path == k.Path }); i >= 0 {
			was = r.Runs[i]
		}
		if was.Size != k.Size || was.Sum != k.Sum {
			all = append(all, Change{r.at(k.Path), was.text(), k.text()})
		}
	}
	return all
}

// RunNow returns the files that rules run as they are now.
func (r *Record) RunNow() (all []Kept) {
	for _, k := range r.Runs {
		all = append(all, r.keep(k.Path))
	}
	return all
}

// seal has the steps of a plan run files only as they were trusted, those that are asked for.
func (r *Record) seal(p *plan.Plan, asked map[ran]bool) {
	eachStep(p, func(hook string, s *plan.Step) {
		for _, file := range s.Runs {
			if !asked[ran{hook, file}] {
				continue
			}
			k := plan.Kept{Path: file} // of which nothing is known, and so none is the same
			if i := slices.IndexFunc(r.Runs, func(o Kept) bool { return o.Path == file }); i >= 0 {
				k.Content = files.Content{Size: r.Runs[i].Size, Sum: r.Runs[i].Sum}
			}
			s.Kept = append(s.Kept, k)
		}
	})
}
