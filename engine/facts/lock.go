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
			p, err := c.Host.Place(name)
			if err != nil {
				return files.Lock{}, err
			}
			l, err := files.ReadLock(p, valid, c.Event.Session, c.Host.Now())
			if err == nil {
				l.Path = p.Path()
			}
			return l, err
		}).OfPlace()
}

func pointer() engine.Fact {
	return engine.Fact2(
		"the path that the first line of a file names, if it matches valid (* stands for anything) and is there; else empty", "path, valid",
		func(c *engine.Call, name, valid string) (string, error) {
			p, err := c.Host.Place(name)
			if err != nil {
				return "", err
			}
			root, err := c.Host.Place(".")
			if err != nil {
				return "", err
			}
			return files.Pointer(p, root, valid)
		}).OfPlace()
}

func task() engine.Fact {
	return engine.Fact1(
		"what a plan says of its task: .readable .status .phase .phases .phased (it has a folder phases) .path", "path",
		func(c *engine.Call, name string) (files.Task, error) {
			if name == "" {
				return files.Task{}, nil
			}
			p, err := c.Host.Place(name)
			if err != nil {
				return files.Task{}, err
			}
			return files.ReadTask(name, p), nil
		}).OfPlace()
}
