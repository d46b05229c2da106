package programs

import (
	"path/filepath"
	"slices"
	"strings"
)

// Absolute returns the path that a word names in a place; known is false if a part of it isn't
// known.
func (at Site) Absolute(w Word) (path string, known bool) {
	text := undriven(w.Text)
	switch {
	case at.Home != "" && (text == "~" || strings.HasPrefix(text, "~/")):
		text = at.Home + text[1:]
	case strings.HasPrefix(text, "~") || strings.HasPrefix(text, "$") && !w.Known:
		return text, false
	case strings.HasPrefix(text, onPath):
		return text, w.Known
	case filepath.IsAbs(text) || strings.HasPrefix(text, "/"):
	case at.Dir == "":
		return "${PWD}/" + filepath.Clean(text), false
	default:
		text = at.Dir + "/" + text
	}
	if !w.Known && strings.Contains(text, "..") {
		return text, false // ${NAME}/.. may be anywhere
	}
	if at.Links && filepath.Separator == '/' {
		return physical(text), w.Known
	}
	path = filepath.Clean(text)
	if at.Dots != nil && filepath.Separator == '/' && strings.Contains(text, "..") {
		if written := physical(text); written != path {
			at.Dots[path] = written
		}
	}
	return path, w.Known
}

// undriven returns a Windows path, C:\a\b, as one of this machine: the drive of the system is the
// root, and another drive the folder of its letter.
func undriven(path string) string {
	if len(path) < 3 || path[1] != ':' || path[2] != '\\' && path[2] != '/' || filepath.Separator != '/' {
		return path
	}
	drive := path[0] | 0x20
	if drive < 'a' || drive > 'z' {
		return path
	}
	rest := strings.ReplaceAll(path[2:], `\`, "/")
	if drive == 'c' {
		return rest
	}
	return "/" + string(drive) + rest
}

// physical cleans an absolute path but keeps each .., so that it leads to the same place whatever
// in it is a link.
func physical(path string) string {
	parts := slices.DeleteFunc(strings.Split(path, "/"), func(part string) bool { return part == "" || part == "." })
	return "/" + strings.Join(parts, "/")
}

// looksLikePath reports whether a word of unknown use looks like a path.
func looksLikePath(text string) bool {
	switch {
	case text == "" || strings.ContainsAny(text, " \t\n|<>\"'`"), strings.Contains(text, "://"):
		return false
	case strings.ContainsAny(text, `/\`), text[0] == '~', text == ".", text == "..":
		return true
	}
	dot := strings.LastIndexByte(text, '.')
	if dot < 0 || dot == len(text)-1 || len(text)-dot > 12 {
		return false
	}
	letter := text[dot+1] | 0x20
	return letter >= 'a' && letter <= 'z'
}

// base returns the last part of a path as written, "" if that can be any name (., .. or ~).
func base(text string) string {
	text = strings.TrimRight(text, "/")
	name := text[strings.LastIndexByte(text, '/')+1:]
	if name == "." || name == ".." || name == "~" {
		return ""
	}
	return name
}

// isFolder reports whether a path as written can only be that of a folder.
func (at Site) isFolder(w Word) bool {
	if strings.HasSuffix(w.Text, "/") {
		return true
	}
	if name := w.Text[strings.LastIndexByte(w.Text, '/')+1:]; name == "." || name == ".." || name == "~" {
		return true
	}
	path, _ := at.Absolute(w)
	return path == "/" || path == "/tmp" || path == "${HOME}" || path != "" && (strings.HasPrefix(at.Dir+"/", path+"/") || strings.HasPrefix(at.Home+"/", path+"/"))
}
