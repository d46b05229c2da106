package facts

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

func lock() engine.Fact {
	return engine.Fact2(
		"the lock of a task, whose task_path must match valid (* stands for anything): .held .corrupt .bound .mine .session .task .age .path .seen; none if path is empty",
		"path, valid",
		func(c *engine.Call, name, valid string) (files.Lock, error) {
			if name == "" {
				return files.Lock{Age: files.Never}, nil
			}
			path, err := c.Host.Path(name)
			if err != nil {
				return files.Lock{}, err
			}
			l, err := files.ReadLock(c.Host.At(path), valid, c.Event.Session, c.Host.Now())
			if err == nil {
				l.Path = path
			}
			return l, err
		})
}

func pointer() engine.Fact {
	return engine.Fact2(
		"the path that the first line of a file names, if it matches valid (* stands for anything) and is there; else empty", "path, valid",
		func(c *engine.Call, name, valid string) (string, error) {
			path, err := c.Host.Path(name)
			if err != nil {
				return "", err
			}
			return files.Pointer(path, c.Host.Dir, valid, c.Host.At)
		})
}

func task() engine.Fact {
	return engine.Fact1(
		"what a plan says of its task: .readable .status .phase .phases .phased (it has a folder phases) .path", "path",
		func(c *engine.Call, name string) (files.Task, error) {
			if name == "" {
				return files.Task{}, nil
			}
			path, err := c.Host.Path(name)
			if err != nil {
				return files.Task{}, err
			}
			return files.ReadTask(name, path, c.Host.At), nil
		})
}
