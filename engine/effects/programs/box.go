package programs

import (
	"slices"
	"strings"
)

// A Box is a place with files of its own in which a command runs: a container, or another root.
// Only the files in its mounts exist outside.
type Box struct {
	Mounts []Mount
	// Fresh says that the box ends with the command, and with it all files that aren't mounted.
	// What is mounted in an existing container isn't known.
	Fresh bool
}

// A Mount is a path in a box that stands for one outside.
type Mount struct {
	At       string // absolute and clean
	From     File   // of how mount: what it stands for
	ReadOnly bool
}

// Gone reports whether the file vanishes with the box it is in.
func (f File) Gone() bool { return f.gone }

// place returns the file outside that a file in the box stands for.
func (b *Box) place(f File) File {
	var in *Mount
	for i := range b.Mounts {
		m := &b.Mounts[i]
		if within(f.Path, m.At) && (in == nil || len(m.At) > len(in.At)) {
			in = m
		}
	}
	for i := range b.Mounts {
		if m := &b.Mounts[i]; in == nil && f.Deep && within(m.At, f.Path) && !(m.ReadOnly && Writes(f.How)) { // everything below includes the mount
			f.Path, in = m.At, m
		}
	}
	switch {
	case in != nil:
		f.gone = in.ReadOnly && Writes(f.How) || in.From.gone
		f.Path = strings.TrimSuffix(in.From.Path, "/") + "/" + strings.Trim(strings.TrimPrefix(f.Path, in.At), "/")
		if len(f.Path) > 1 {
			f.Path = strings.TrimSuffix(f.Path, "/")
		}
		f.Host, f.Container, f.Known = in.From.Host, in.From.Container, f.Known && in.From.Known
	case b.Fresh:
		f.gone = f.Known || len(b.Mounts) == 0 || strings.HasPrefix(f.Path, "~") && !b.mountsHome()
	default:
		f.Container = true
	}
	return f
}

// mountsHome reports whether something is mounted where home folders are.
func (b *Box) mountsHome() bool {
	return slices.ContainsFunc(b.Mounts, func(m Mount) bool { return within(m.At, "/root") || within(m.At, "/home") || m.At == "/" })
}

// within reports whether a path is a folder's, or lies in that folder.
func within(path, folder string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(folder, "/"))
	return ok && (rest == "" || rest[0] == '/')
}

// box returns the box in which the program runs its command, nil if it runs where the program is.
func (c Call) box(at Site) *Box {
	traits := c.program.traits
	switch {
	case has(traits, "root") && len(c.Own()) > 0:
		return &Box{Mounts: []Mount{{At: "/", From: at.File("mount", c.Own()[0], true, "")}}}
	case has(traits, "fresh"):
		_, others := c.option("volumes-from")
		return &Box{Mounts: c.mounts(at), Fresh: !others}
	case has(traits, "container"):
		return &Box{Mounts: c.mounts(at)}
	}
	return nil
}

// mounts returns the mounts that the flags of a container ask for.
func (c Call) mounts(at Site) (list []Mount) {
	for _, f := range c.Flags {
		if !f.Valued || f.Name != "volume" && f.Name != "mount" {
			continue
		}
		source, target, readOnly := volume(f.Value.Text)
		if f.Name == "mount" {
			source, target, readOnly = mount(f.Value.Text)
		}
		if source == "" || !strings.HasPrefix(target, "/") {
			continue
		}
		m := Mount{At: clean(target), ReadOnly: readOnly}
		if isPath(source) {
			m.From = at.File("mount", Word{Text: source, Known: f.Value.Known || !strings.Contains(source, "$")}, true, "")
		} else {
			m.From = File{Path: m.At, Host: source, Known: true}
		}
		list = append(list, m)
	}
	return list
}

func clean(path string) string {
	if path = strings.TrimRight(path, "/"); path == "" {
		return "/"
	}
	return path
}

// isPath reports whether the source of a mount is a path, and not the name of a volume.
func isPath(source string) bool {
	return strings.ContainsAny(source, "/~$") || strings.HasPrefix(source, ".")
}

// volume splits SOURCE:TARGET:OPTIONS, where ${NAME:-x} has colons of its own. A target alone is an
// anonymous volume.
func volume(text string) (source, target string, readOnly bool) {
	var parts []string
	start, depth := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ':':
			if depth == 0 {
				parts, start = append(parts, text[start:i]), i+1
			}
		}
	}
	if parts = append(parts, text[start:]); len(parts) < 2 {
		return "", text, false
	}
	return parts[0], parts[1], len(parts) > 2 && has(strings.ReplaceAll(parts[2], ",", " "), "ro")
}

// mount splits type=bind,source=SOURCE,target=TARGET,readonly.
func mount(text string) (source, target string, readOnly bool) {
	for part := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "source", "src":
			source = value
		case "target", "dst", "destination":
			target = value
		case "readonly", "ro":
			readOnly = value != "false"
		}
	}
	return source, target, readOnly
}
