package facts

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

var lock = engine.Fact{
	Doc:    "the lock of a task, whose task_path must match valid (* stands for anything): .held .corrupt .bound .mine .session .task .age .path .seen; none if path is empty",
	Params: "path, valid",
	Reads:  "path",
	Ask:    engine.Func2[string, string, files.Lock](readLock),
}

func readLock(c *engine.Call, name, valid string) (files.Lock, error) {
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
}

var pointer = engine.Fact{
	Doc:    "the path that the first line of a file names, if it matches valid (* stands for anything) and is there; else empty",
	Params: "path, valid",
	Reads:  "path",
	Ask:    engine.Func2[string, string, string](follow),
}

func follow(c *engine.Call, name, valid string) (string, error) {
	p, err := c.Host.Place(name)
	if err != nil {
		return "", err
	}
	root, err := c.Host.Place(".")
	if err != nil {
		return "", err
	}
	return files.Pointer(p, root, valid)
}

var task = engine.Fact{
	Doc:    "what a plan says of its task: .readable .status .phase .phases .phased (it has a folder phases) .path",
	Params: "path",
	Reads:  "path",
	Ask:    engine.Func1[string, files.Task](readTask),
}

func readTask(c *engine.Call, name string) (files.Task, error) {
	if name == "" {
		return files.Task{}, nil
	}
	p, err := c.Host.Place(name)
	if err != nil {
		return files.Task{}, err
	}
	return files.ReadTask(name, p), nil
}
