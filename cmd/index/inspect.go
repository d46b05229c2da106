package index

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"sync"
)

// A project may have thousands of files in each folder. A folder is opened once, as finding a file
// by its path takes longer than inspecting it.

// inspectAll adds the state of files, best sorted by folder.
func inspectAll(project *os.Root, all []entry) {
	n := runtime.NumCPU()
	var each sync.WaitGroup
	for i := range n {
		each.Go(func() { inspectPart(project, all[i*len(all)/n:(i+1)*len(all)/n]) })
	}
	each.Wait()
}

func inspectPart(project *os.Root, all []entry) {
	var folder *os.Root
	var unopened error
	leave := func() {
		if folder != nil {
			folder.Close()
		}
	}
	defer func() { leave() }()
	for i, e := range all {
		dir := path.Dir(e.path)
		if i == 0 || dir != path.Dir(all[i-1].path) {
			leave()
			folder, unopened = project.OpenRoot(filepath.FromSlash(dir))
		}
		switch {
		case e.language == nil:
		case unopened == nil:
			all[i], _, _ = e.inspect(folder, path.Base(e.path))
		case !none(unopened): // which may be another error for a file in the place of a folder
			all[i], _, _ = e.inspect(project, e.path)
		}
	}
}
