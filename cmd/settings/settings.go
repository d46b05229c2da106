// Package settings reads and changes the hooks that an agent's settings files register: a user's or
// a project's settings.json, or a plugin's hooks.json. Everything that isn't ours stays as it is,
// byte for byte: order, comments, white space. A file that can't be read is not overwritten.
//
//	file ─ settings.go ─► tree ─ entry.go ─► what is registered
//	                       │
//	          merge.go, edit.go: entries in and out ─► text ─ save.go ─► file, and what it was before
//
// Entries come and go by hujson's patches (RFC 6902), which keep comments with their values and do
// no more: they know no lines or indentation, drop or add a trailing comma, and change the first of
// several members with one name, while agents read the last. edit.go corrects that around the
// patches, and nothing formats a file.
//
// word.go says whose word an entry is: which files are the user's, and what of other files may be
// started, kept or written. All commands ask it. depth.go limits what is read. beyond.go removes
// what keeps an agent from reading a file, and misread.go finds values that do. The caller says what
// to register and where: the package knows no rules and no events. matcher.go says in the agent's
// syntax what several hooks match.
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

// A File is a settings file, as it was read and as it is to be.
type File struct {
	Name string // as the caller named it
	path string // with links resolved
	was  []byte // its content, nil if it doesn't exist
	is   []byte
	text []byte       // that the tree was parsed from
	root hujson.Value // the tree as it is to be
	form *Form        // how it registers hooks

	mark    []byte // a byte order mark, if it starts with one
	open    bool   // its last line is a comment without a newline
	reduced bool   // it is to lose what its agent doesn't take

	place Place    // says whose word the file is
	given []string // rules that the user gave for its entries, after it was read
}

// Read reads the file of a place: JSON that may have comments and trailing commas. A missing or
// empty file has no settings. It is named relative to the folder here. A *plan.Error has the
// position of the fault.
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

// parse makes the tree from what was read.
func (f *File) parse() error {
	f.form = cmp.Or(f.form, &native)
	f.is = f.was
	if f.form.Text != "" { // not JSON: nothing to parse
		f.root = hujson.Value{Value: &hujson.Object{}}
		return nil
	}
	f.text = files.Unmarked(f.was)
	f.mark = f.was[:len(f.was)-len(f.text)]
	if len(bytes.TrimSpace(f.text)) == 0 {
		f.text = []byte("{}\n")
	}
	if at := tooDeep(f.text); at >= 0 {
		return &plan.Error{Pos: posIn(f.Name, f.text, at), Err: fmt.Errorf("found more than %d nested values, want fewer", mostNested)}
	}
	root, err := hujson.Parse(bytes.Clone(f.text)) // the tree refers to the text
	if err != nil {                                // perhaps only a newline is missing
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

// object fails if the file isn't an object.
func (f *File) object() error {
	if _, ok := f.root.Value.(*hujson.Object); !ok {
		return f.fault(f.root, "", "an object")
	}
	return nil
}

// take makes the tree the new content.
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

// target returns the absolute path of a name, with links resolved. Neither the file nor its folder
// needs to exist, but a link must lead to something.
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
		folder, err := target(filepath.Dir(abs)) // otherwise its path would change once it exists
		return filepath.Join(folder, filepath.Base(abs)), err
	}
	var at *fs.PathError
	if !errors.As(err, &at) { // a file instead of a folder
		err = fmt.Errorf("%s: %w", name, err)
	}
	return "", err
}

func (f *File) parseError(err error) error {
	at := plan.Pos{File: f.Name}
	fmt.Sscanf(err.Error(), "hujson: line %d, column %d", &at.Line, &at.Col)
	return &plan.Error{Pos: at, Err: fmt.Errorf("%w; want JSON", errors.Unwrap(err))}
}

// pos returns the position of a value of the tree.
func (f *File) pos(v hujson.Value) plan.Pos { return posIn(f.Name, f.text, v.StartOffset) }

// posIn returns the position of an offset in a text.
func posIn(file string, text []byte, offset int) plan.Pos {
	before := text[:min(offset, len(text))]
	return plan.Pos{File: file, Line: 1 + bytes.Count(before, []byte("\n")), Col: len(before) - bytes.LastIndexByte(before, '\n')}
}

// fault reports a value of a kind that the agent doesn't accept.
func (f *File) fault(v hujson.Value, what string, want string) error {
	found := map[hujson.Kind]string{'n': "null", 'f': "false", 't': "true", '"': "a string", '0': "a number", '{': "an object", '[': "a list"}[v.Value.Kind()]
	if what != "" {
		what += ": "
	}
	return &plan.Error{Pos: f.pos(v), Err: fmt.Errorf("%sfound %s, want %s", what, found, want)}
}

// Path returns the file's path, absolute and with links resolved.
func (f *File) Path() string { return f.path }

// Was returns the content as it was read, nil if there was none.
func (f *File) Was() []byte { return f.was }

// Is returns the content as it is to be, nil if the file is to be removed.
func (f *File) Is() []byte { return f.is }

// Changed reports whether there is something to write.
func (f *File) Changed() bool { return !bytes.Equal(f.was, f.is) || (f.was == nil) != (f.is == nil) }

// Diff returns the changes as a unified diff, "" if there are none.
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

// Off reports whether files of an agent, nearest last, turn off all hooks, and where: the nearest
// that sets the switch decides. A nil switch is never set.
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

// Slows returns where the file sets a variable of Go's runtime, and which; ok if it does. With one,
// a hook may run out of time before it starts (GOMAXPROCS=30000 takes 10 s) or end with a stack
// trace.
func (f *File) Slows() (at plan.Pos, name string, ok bool) {
	for _, m := range members(member(f.root.Value, "env").Value) {
		if name := named(m); slices.Contains([]string{"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT", "GOTRACEBACK"}, name) {
			return f.pos(m.Value), name, true
		}
	}
	return plan.Pos{}, "", false
}

// Enables returns where the file turns a plugin, by its name, on or off, and which; set is false if
// it does neither.
func (f *File) Enables(plugin string) (at plan.Pos, on, set bool) {
	for _, m := range members(member(f.root.Value, "enabledPlugins").Value) {
		if strings.HasPrefix(named(m), plugin+"@") {
			at, on, set = f.pos(m.Value), m.Value.Value.Kind() == 't', true
		}
	}
	return at, on, set
}

// Enabled returns whether the settings that the agent reads in a folder turn on a plugin, by its
// name, and where. The last file that says so decides; like the agent, it ignores a file that isn't
// JSON. It fails if a file can't be read.
func Enabled(here, plugin string) (at plan.Pos, enabled bool, err error) {
	places, err := Places(here)
	for _, p := range places {
		f, fault := p.Read("")
		var unread *fs.PathError
		if errors.As(fault, &unread) {
			err = errors.Join(err, fault)
		} else if fault != nil {
			continue
		} else if pos, on, set := f.Enables(plugin); set {
			at, enabled = pos, on
		}
	}
	return at, enabled, err
}
