// Package settings reads and changes the hooks that an agent's settings files
// register: a user's or a project's settings.json, or a plugin's hooks.json. All
// that isn't ours stays as it is, byte for byte: order, comments, white space. What can't be
// read is not written over.
//
//	file ─ settings.go ─► tree ─ entry.go ─► what is registered
//	                       │
//	          merge.go, edit.go: entries in and out ─► text ─ save.go ─► file, and what it was before
//
// What goes in and out does so by hujson's patches (RFC 6902), which take comments along and
// nothing else: they know no lines and no indent, drop a trailing comma or make one, and of a
// name that stands twice change the first, where agents read the last. edit.go does that around them, and nobody formats
// a file.
//
// word.go says whose word an entry is: which files are the user's, and what of others may be started,
// kept or written. All commands ask it. depth.go bounds what is read.
//
// beyond.go takes out what an agent reads no file with, and misread.go finds values with which
// it reads none. What is to be registered, and
// where, is told it: it knows no rules and no events. matcher.go says in the agent's syntax
// what several hooks match.
package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/aymanbagabas/go-udiff"
	"github.com/tailscale/hujson"
)

// A File is a settings file: how it was read, and how it is to be.
type File struct {
	Name string // as it was asked for
	path string // where links lead
	was  []byte // what it holds, nil if there is none
	is   []byte
	text []byte       // that the tree was made of
	root hujson.Value // as it is to be
	form *Form        // how it has hooks

	mark    []byte // a byte order mark, if it begins with one
	open    bool   // its last line is a comment that no newline ends
	reduced bool   // it is to be without what its agent doesn't take

	place Place    // whose word it has
	given []string // rules that its user gave for its entries, since it was read
}

// Read reads the file of a place: JSON, with comments and trailing commas if it has
// them. One that isn't there, or is empty, has no settings. It is named as seen from folder here.
// An error that is a *plan.Error names the place.
func (p Place) Read(here string) (*File, error) { return p.read(here, nil) }

// read is Read for a file of another form.
func (p Place) read(here string, form *Form) (*File, error) {
	f := &File{Name: schema.Display(p.File, here), form: form, place: p}
	var err error
	if f.path, err = target(f.Name); err != nil {
		return nil, err
	}
	data, err := files.Read(files.At(f.path))
	if err != nil && !files.Absent(err) {
		return nil, err
	}
	if err == nil {
		f.was = append([]byte{}, data...)
	}
	return f, f.parse()
}

// parse makes the tree of what was read.
func (f *File) parse() error {
	f.form = cmp.Or(f.form, &native)
	f.is = f.was
	if f.form.Text != "" { // which holds nothing for this parser
		f.root = hujson.Value{Value: &hujson.Object{}}
		return nil
	}
	f.text = files.Unmarked(f.was)
	f.mark = f.was[:len(f.was)-len(f.text)]
	if len(bytes.TrimSpace(f.text)) == 0 {
		f.text = []byte("{}\n")
	}
	if at := tooDeep(f.text); at >= 0 {
		return &plan.Error{Pos: posIn(f.Name, f.text, at), Err: fmt.Errorf("found more than %d values within each other, want fewer", mostNested)}
	}
	root, err := hujson.Parse(bytes.Clone(f.text)) // the tree holds on to it
	if err != nil {                                // which may be for want of a newline alone
		line := append(bytes.Clone(f.text), '\n')
		if ended, err := hujson.Parse(bytes.Clone(line)); err == nil {
			f.text, f.root, f.open = line, ended, true
			return f.object()
		}
		return f.parseError(err)
	}
	f.root = root
	return f.object()
}

// object fails if the file holds something else.
func (f *File) object() error {
	if _, ok := f.root.Value.(*hujson.Object); !ok {
		return f.fault(f.root, "", "an object")
	}
	return nil
}

// take makes what the tree is now the content to be.
func (f *File) take() error {
	text := f.root.Pack()
	if bytes.Equal(text, f.text) && !f.reduced {
		f.is = f.was
		return nil
	}
	if _, err := hujson.Parse(bytes.Clone(text)); err != nil {
		return fmt.Errorf("%s: can't be changed without harm: %w", f.Name, err)
	}
	if f.open && !f.reduced {
		text = bytes.TrimSuffix(text, []byte("\n"))
	}
	f.is = slices.Concat(f.mark, text)
	return nil
}

// target returns where a name leads, absolute. The file need not be there, nor its
// folder, but a link must lead to one.
func target(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err == nil {
		return real, nil
	}
	if info, statErr := os.Lstat(abs); statErr == nil && info.Mode()&fs.ModeSymlink != 0 {
		return "", fmt.Errorf("%s: found a link that leads nowhere, want a file", name)
	}
	if files.Absent(err) {
		folder, err := target(filepath.Dir(abs)) // or it would have another name once it is there
		return filepath.Join(folder, filepath.Base(abs)), err
	}
	var at *fs.PathError
	if !errors.As(err, &at) { // a file where a folder should be
		err = fmt.Errorf("%s: %w", name, err)
	}
	return "", err
}

func (f *File) parseError(err error) error {
	at := plan.Pos{File: f.Name}
	fmt.Sscanf(err.Error(), "hujson: line %d, column %d", &at.Line, &at.Col)
	return &plan.Error{Pos: at, Err: fmt.Errorf("%w; want JSON", errors.Unwrap(err))}
}

// pos is where a value of the tree was read.
func (f *File) pos(v hujson.Value) plan.Pos { return posIn(f.Name, f.text, v.StartOffset) }

// posIn is a place in a text.
func posIn(file string, text []byte, offset int) plan.Pos {
	before := text[:min(offset, len(text))]
	return plan.Pos{File: file, Line: 1 + bytes.Count(before, []byte("\n")), Col: len(before) - bytes.LastIndexByte(before, '\n')}
}

// fault says that a value is of another kind than the agent takes.
func (f *File) fault(v hujson.Value, what string, want string) error {
	found := map[hujson.Kind]string{'n': "null", 'f': "false", 't': "true", '"': "a string", '0': "a number", '{': "an object", '[': "a list"}[v.Value.Kind()]
	if what != "" {
		what += ": "
	}
	return &plan.Error{Pos: f.pos(v), Err: fmt.Errorf("%sfound %s, want %s", what, found, want)}
}

// Path is where the file is, absolute and through links.
func (f *File) Path() string { return f.path }

// Was returns the file as it was read, nil if there was none.
func (f *File) Was() []byte { return f.was }

// Is returns the file as it is to be, nil if it is to be gone.
func (f *File) Is() []byte { return f.is }

// Changed reports whether there is something to write.
func (f *File) Changed() bool { return !bytes.Equal(f.was, f.is) || (f.was == nil) != (f.is == nil) }

// Diff returns what is to be changed as a unified diff, "" if nothing is.
func (f *File) Diff() string {
	from, to := f.Name, f.Name
	if f.was == nil {
		from = os.DevNull
	}
	if f.is == nil {
		to = os.DevNull
	}
	return udiff.Unified(from, to, string(f.was), string(f.is))
}

// Off returns where files of an agent, the nearest last, have it start no hook, and whether they
// do: of those that set the switch the nearest counts. A nil switch is never set.
func Off(files []*File, by *schema.Switch) (at plan.Pos, off bool) {
	if by == nil {
		return at, false
	}
	for _, f := range files {
		v := f.root
		for name := range strings.SplitSeq(by.Setting, ".") {
			v = member(v.Value, name)
		}
		if l, ok := v.Value.(hujson.Literal); ok && (l.Kind() == 't' || l.Kind() == 'f') {
			at, off = f.pos(v), l.Bool() == by.Is
		}
	}
	return at, off
}

// Slows returns where the file sets a variable of the runtime that programs in Go start with, by
// which a hook may not have begun when its time is up (GOMAXPROCS=30000 takes it 10 s) or end
// with a stack trace, and which; whether it does.
func (f *File) Slows() (at plan.Pos, name string, ok bool) {
	for _, m := range members(member(f.root.Value, "env").Value) {
		if name := named(m); slices.Contains([]string{"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT", "GOTRACEBACK"}, name) {
			return f.pos(m.Value), name, true
		}
	}
	return plan.Pos{}, "", false
}

// Enables returns where the file says of a plugin, by its name, whether the agent takes it
// up, and what; said is false where it doesn't.
func (f *File) Enables(plugin string) (at plan.Pos, on, said bool) {
	for _, m := range members(member(f.root.Value, "enabledPlugins").Value) {
		if strings.HasPrefix(named(m), plugin+"@") {
			at, on, said = f.pos(m.Value), m.Value.Value.Kind() == 't', true
		}
	}
	return at, on, said
}

// Enabled returns where the settings that the agent reads in a folder take up a plugin, by its
// name. Of several files the last that says so counts, and one that is no JSON says nothing to the agent either; it fails if one can't
// be read.
func Enabled(here, plugin string) (at plan.Pos, enabled bool, err error) {
	places, err := Places(here)
	for _, p := range places {
		f, fault := p.Read("")
		var unread *fs.PathError
		if errors.As(fault, &unread) {
			err = errors.Join(err, fault)
		} else if fault != nil {
			continue
		} else if pos, on, said := f.Enables(plugin); said {
			at, enabled = pos, on
		}
	}
	return at, enabled, err
}
