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

// inspectAll adds the state of files, best sorted by folder. Those that must not be read, or can't
// be, aren't there.
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
	at := ""
	for i, e := range all {
		dir := path.Dir(e.path)
		if folder == nil || dir != at {
			if folder != nil {
				folder.Close()
			}
			folder, _ = project.OpenRoot(filepath.FromSlash(dir))
			at = dir
		}
		if folder != nil && e.language != nil {
			all[i], _, _ = e.inspect(folder, path.Base(e.path))
		}
	}
	if folder != nil {
		folder.Close()
	}
}
