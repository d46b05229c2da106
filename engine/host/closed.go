package host

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
)

// Of which folders of the user's own rules hooks were closed is noted beside the key, where no
// variable leads elsewhere: those who look where a variable says find no rules there, nor the
// plans, and would take it for having none. One folder a line. Each of the places counts, as a
// note that shouldn't be there refuses too much, and says how to let go of it.

const closedFile = "closed"

// Closed returns the folders of the user's own rules that had closed hooks when they were last
// compiled, nil for none.
func (f *Folders) Closed() (folders []string) {
	for _, dir := range f.keyFolders(false) {
		if dir := dir(); dir != "" {
			for _, folder := range closedIn(dir) {
				if !slices.Contains(folders, folder) {
					folders = append(folders, folder)
				}
			}
		}
	}
	return folders
}

// closedIn returns those that are noted in a folder.
func closedIn(dir string) []string {
	h, err := files.OpenOwn(filepath.Join(dir, closedFile))
	if err != nil {
		return nil
	}
	defer h.Close()
	data := make([]byte, min(h.Size, files.MaxRead))
	n, _ := h.ReadAt(data, 0) // it may have become shorter
	return slices.DeleteFunc(strings.Split(string(data[:n]), "\n"), func(line string) bool { return line == "" })
}

// NoteClosed notes whether a folder of the user's own rules has closed hooks.
func (f *Folders) NoteClosed(folder string, has bool) error {
	if slices.Contains(f.Closed(), folder) == has {
		return nil
	}
	return f.change(has, func(noted []string) []string {
		noted = slices.DeleteFunc(noted, func(other string) bool { return other == folder })
		if has {
			noted = append(noted, folder)
		}
		return noted
	})
}

// ForgetClosed forgets them all.
func (f *Folders) ForgetClosed() error {
	return f.change(false, func([]string) []string { return nil })
}

// change changes what is noted: more in the first place that takes it, less in each.
func (f *Folders) change(more bool, to func(noted []string) []string) error {
	var faults []error
	for _, dir := range f.keyFolders(more) {
		dir := dir()
		if dir == "" || !more && len(closedIn(dir)) == 0 {
			continue
		}
		err := files.Locked(files.NewRoot(dir).Place(closedFile), func(p files.Place) error {
			return files.WriteMode(p, []byte(strings.Join(to(closedIn(dir)), "\n")), 0o600)
		})
		if more && err == nil {
			return nil
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}
