package schema

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/load"
	"cuelang.org/go/cue/token"
)

// An errorContext is the context of a CUE error.
type errorContext struct {
	dir  string    // of the layer, the position of faults without one
	root cue.Value // where the error's path, after base, starts
	base []string
	want cue.Value // the definition that was not met, if any
	hook string
}

// cueFault notes the faults that CUE found; errors without a position get at.
func (src *Source) cueFault(err error, at token.Pos, a errorContext) {
	for _, f := range (cueReader{src, a}).faults(err, at) {
		src.Report.Fault(f)
	}
}

// A cueReader turns CUE's errors into faults.
type cueReader struct {
	*Source
	errorContext
}

// faults converts an error of CUE's to faults, one for each path: an error gives way to a deeper
// one below its path, and to a plainer one at it. Faults in packs follow from what authors wrote,
// so they are dropped if authors' own files have faults.
func (r cueReader) faults(err error, at token.Pos) []*plan.Error {
	all := errors.Errors(errors.Promote(err, ""))
	if len(all) == 1 && len(errors.Positions(all[0])) == 0 && len(all[0].Path()) == 0 {
		return []*plan.Error{{Pos: plan.Pos{File: r.dir}, Err: errors.New(strings.Join(strings.Fields(all[0].Error()), " "))}}
	}
	var out []*plan.Error
	told := r.mostSpecific(all)
	for _, e := range told {
		if len(told) == 1 || !r.otherWay(e) {
			out = append(out, r.fault(e, at))
		}
	}
	inPack := func(f *plan.Error) bool { return f.File != "" && !filepath.IsAbs(filepath.FromSlash(f.File)) }
	if causes := slices.DeleteFunc(slices.Clone(out), inPack); len(causes) > 0 {
		return causes
	}
	return out
}

// mostSpecific returns the deepest errors, and of several at one path the plainest.
func (r cueReader) mostSpecific(all []errors.Error) []errors.Error {
	paths := make([]string, len(all))
	for i, e := range all {
		paths[i] = strings.Join(r.path(e), "\x00") + "\x00"
	}
	var best []errors.Error
	at := map[string]int{} // index in best, by path
	for i, e := range all {
		deeper := func(p string) bool { return len(p) > len(paths[i]) && strings.HasPrefix(p, paths[i]) }
		if len(r.path(e)) > 0 && slices.ContainsFunc(paths, deeper) {
			continue
		}
		key := paths[i]
		if len(r.path(e)) == 0 {
			key = e.Error()
		}
		if old, ok := at[key]; !ok {
			at[key], best = len(best), append(best, e)
		} else if plainness(e) > plainness(best[old]) {
			best[old] = e
		}
	}
	return best
}

// fault converts an error to a fault.
func (r cueReader) fault(e errors.Error, at token.Pos) *plan.Error {
	path := r.path(e)
	f := &plan.Error{Hook: cmp.Or(r.hook, r.hookAt(path))}
	if c, ok := r.clash(e); ok {
		f.Pos, f.See, f.Err = c.at, c.see, titled(path, c.err)
		return f
	}
	pos := at
	for _, p := range errors.Positions(e) {
		if own(p) && (pos == at || r.weight(p) > r.weight(pos)) {
			pos = p
		}
	}
	f.Pos, f.Err = Pos(pos), r.message(e)
	if ofPack(pos) {
		r.blame(f, e)
	}
	for _, p := range errors.Positions(e) {
		if other := Pos(p); own(p) && other.File != f.File && !r.refers[other] {
			f.See = other
			break
		}
	}
	return f
}

// plainness ranks errors at one path: the one that ranks highest is reported.
func plainness(e errors.Error) int {
	f, args := e.Msg()
	switch {
	case strings.HasPrefix(fmt.Sprintf(f, args...), "want "):
		return 3
	case strings.HasSuffix(f, "empty disjunction:"), strings.HasPrefix(f, "invalid interpolation"):
		return 0
	case strings.Contains(f, "mismatched types"):
		return 1
	}
	return 2
}

// path returns the path of an error in the rule set.
func (r cueReader) path(e errors.Error) []string { return slices.Concat(r.base, e.Path()) }

// weight ranks the positions of a fault by where its author would fix it: the definition before
// references to it, and packs last.
func (r cueReader) weight(p token.Pos) int {
	switch {
	case ofPack(p):
		return 0
	case r.refers[Pos(p)]:
		return 1
	}
	return 2
}

// hookAt returns the name of the hook that contains a path of a scope, "" for none.
func (src *Source) hookAt(path []string) string {
	if len(path) < 2 || path[0] != "hooks" {
		return ""
	}
	return src.full(unquoted(path[1]))
}

// unquoted returns an element of a path without quotes.
func unquoted(name string) string {
	if plain, err := strconv.Unquote(name); err == nil {
		return plain
	}
	return name
}

// message rewords an error other than a clash, and prefixes the name it is about.
func (r cueReader) message(e errors.Error) error {
	if p := new(load.PackageError); errors.As(e, &p) { // each importing package wraps it once more
		return r.noPackage(strings.Join(strings.Fields(p.Message.Error()), " "))
	}
	if forbidden(e) && r.want.Exists() {
		return r.notAllowed(e.Path())
	}
	f, args := e.Msg()
	text, path := fmt.Sprintf(f, args...), r.path(e)
	switch {
	case text == "unknown escape sequence":
		return errors.New(`found an escape that CUE doesn't know, want #"…"# around the text: a \ in it stands for itself`)
	case strings.HasPrefix(f, "unreferenced alias or let clause") && len(args) == 1:
		return fmt.Errorf("found let %[1]s, which nothing in CUE refers to; expressions see fields alone, want %[1]s: …", args[0])
	case strings.HasPrefix(text, "missing ',' in "):
		if text, ok := r.textWithin(e.Position()); ok {
			return Mistaken(`"`+text+`"`, []string{strings.TrimSuffix("'"+text+"'", "''")}, "found \" within a text that \" begins, want '…' around texts in expressions")
		}
	case strings.HasPrefix(f, "reference %q not found"):
		return titled(path, r.noReference(fmt.Sprint(args[0]), e.Position()))
	case strings.HasPrefix(f, "%s redeclared as imported package name"):
		return fmt.Errorf("found %s as the name of an import and of a field, want one of them; the settings of a pack stand under its name in packs", args[0])
	}
	if n := len(path); n > 0 && !strings.Contains(text, unquoted(path[n-1])) {
		return titled(path, errors.New(text))
	}
	return errors.New(text)
}

// textWithin returns the quoted text that begins right before the position where CUE stops reading,
// "" if its end is unclear; ok is false if no text begins there. The author meant the surrounding
// text to continue.
func (r cueReader) textWithin(at token.Pos) (text string, ok bool) {
	data, err := r.schema.Content(at.Filename())
	i := at.Offset() - 1
	if err != nil || i < 0 || i+1 >= len(data) || data[i] != '"' {
		return "", false
	}
	if next, _ := utf8.DecodeRune(data[i+1:]); next != '_' && !unicode.IsLetter(next) {
		return "", false
	}
	if m := within.FindSubmatch(data[i+1:]); m != nil {
		text = string(m[1])
	}
	return text, true
}

// within matches the rest of a short quoted text, such as an operand of ==.
var within = regexp.MustCompile(`^([\pL\pN_ ./*@+-]+)"`)

// titled puts the last name of a path before an error.
func titled(path []string, err error) error {
	for _, name := range slices.Backward(path) {
		if _, item := strconv.Atoi(name); item != nil { // list indexes have no name
			return fmt.Errorf("%s: %w", unquoted(name), err)
		}
	}
	return err
}

// forbidden reports whether an error says that a field isn't allowed.
func forbidden(e errors.Error) bool {
	f, _ := e.Msg()
	return strings.HasSuffix(f, "field not allowed") && len(e.Path()) > 0
}
