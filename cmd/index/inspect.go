package index

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"bcrules.dev/cmd/index/code"
)

// A project may have thousands of files in each folder. A folder is opened once, as finding a file
// by its path takes longer than inspecting it.

// inspectAll describes files, sorted by path. It omits those that must not be read.
func inspectAll(project *os.Root, names []string) []entry {
	n := runtime.NumCPU()
	parts := make([][]entry, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { parts[i] = inspectPart(project, names[i*len(names)/n:(i+1)*len(names)/n]) })
	}
	all.Wait()
	return slices.Concat(parts...)
}

func inspectPart(project *os.Root, names []string) (all []entry) {
	var folder *os.Root
	at := ""
	for _, name := range names {
		dir := path.Dir(name)
		if folder == nil || dir != at {
			if folder != nil {
				folder.Close()
			}
			folder, _ = project.OpenRoot(filepath.FromSlash(dir))
			at = dir
		}
		if folder == nil {
			continue
		}
		if e, ok, _ := (entry{path: name, language: code.Of(name)}).inspect(folder, path.Base(name)); ok {
			all = append(all, e)
		}
	}
	if folder != nil {
		folder.Close()
	}
	return all
}
