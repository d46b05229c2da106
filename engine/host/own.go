package host

import (
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// A Stand is something that the hooks rely on.
type Stand struct {
	Path string // absolute
	Is   Standing
}

// A Standing is a kind of thing that the hooks rely on.
type Standing uint8

const (
	Program  Standing = iota // a program that starts
	Record                   // a folder with all its content
	Settings                 // a file that says what starts
)

// installed are the programs that are installed side by side.
var installed = [...]string{"bchook", "bcrules", "bcstore", "bcindex", "bcfleet"}

// Installed returns the names of the programs that are installed side by side. The package has the
// name of one of them.
func Installed() []string { return installed[:] }

// Stands returns what the hooks rely on, as registered: the program that answers, as it was started
// and with links resolved, and those beside it; the folders of plans, the log and trust; the named
// settings files, and what commands of hooks in them start. In a test its records are in their
// default places, and no program answers. The result is cached for each list of names.
func (h *Host) Stands(settings []string) []Stand {
	key := strings.Join(settings, "\x00")
	if found, ok := h.stands[key]; ok {
		return found
	}
	list := h.itself()
	for _, name := range settings {
		path := h.Spelt(name)
		if path == "" {
			continue
		}
		list = append(list, Stand{path, Settings})
		if h.missing(path) {
			continue
		}
		p, err := h.Named(path)
		if err != nil {
			continue
		}
		data, err := files.Read(p)
		if err != nil {
			continue
		}
		registered(gjson.GetBytes(data, "hooks"), 0, func(word string) {
			if path := h.Spelt(word); path != "" && !strings.HasPrefix(path, "/dev/") {
				list = append(list, Stand{path, Program})
			}
		})
	}
	if h.stands == nil {
		h.stands = map[string][]Stand{}
	}
	h.stands[key] = list
	return list
}

// itself returns what this process relies on.
func (h *Host) itself() (list []Stand) {
	if h.Staged() {
		return []Stand{{h.Spelt("~/.config/bcrules"), Record}, {h.Spelt("~/.cache/bcrules"), Record}}
	}
	if path := os.Args[0]; filepath.IsAbs(path) {
		list = append(list, Stand{filepath.Clean(path), Program})
	}
	for _, name := range installed {
		if path := Beside(name); path != "" {
			list = append(list, Stand{path, Program})
		}
	}
	own := h.Folders()
	for _, dir := range []string{Bcrules(own.Cache), own.Rules, Bcrules(own.Config), cacheAt(accountHome()), Held(false)} {
		if dir != "" {
			list = append(list, Stand{dir, Record})
		}
	}
	return list
}

// missing reports whether no file exists at a path. It takes one system call where following the
// path takes eight, and few of the settings in which agents may have hooks exist.
func (h *Host) missing(path string) bool {
	if h.Staged() || h.Overlay != nil {
		return false
	}
	_, err := os.Lstat(path)
	return files.Absent(err)
}

// deepestHook bounds how many levels of hooks are read in an agent's settings; agents use 6 at
// most. A project may bring settings of any depth, and each level reads all below it.
const deepestHook = 16

// registered yields the words of commands anywhere below the hooks of settings.
func registered(v gjson.Result, depth int, yield func(word string)) {
	v.ForEach(func(key, value gjson.Result) bool {
		switch {
		case (value.IsObject() || value.IsArray()) && depth > deepestHook:
		case value.IsObject() || value.IsArray() && key.String() != "args":
			registered(value, depth+1, yield)
		case value.IsArray():
			value.ForEach(func(_, arg gjson.Result) bool {
				yield(arg.String())
				return true
			})
		case key.String() == "command":
			for word := range strings.FieldsFuncSeq(value.String(), apart) {
				yield(strings.Trim(word, `"'`))
			}
		}
		return true
	})
}

// apart reports whether a character separates words of a shell.
func apart(c rune) bool { return strings.ContainsRune(" \t\n;|&<>()", c) }
