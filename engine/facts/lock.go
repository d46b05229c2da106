package facts

import (
	"fmt"
	"regexp"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

var lock = engine.Fact2(
	"the lock of a task, whose task_path must match valid: .held .corrupt .bound .mine .session .task .age .path .seen; none if path is empty",
	"path, valid",
	func(c *engine.Call, name, valid string) (files.Lock, error) {
		if name == "" {
			return files.Lock{Age: files.Never}, nil
		}
		re, err := compile(valid)
		if err != nil {
			return files.Lock{}, err
		}
		path, err := c.Host.Path(name)
		if err != nil {
			return files.Lock{}, err
		}
		return files.ReadLock(path, re, c.Event.Session, c.Host.Now())
	})

var pointer = engine.Fact2(
	"the path that the first line of a file names, if it matches valid and is there; else empty", "path, valid",
	func(c *engine.Call, name, valid string) (string, error) {
		re, err := compile(valid)
		if err != nil {
			return "", err
		}
		path, err := c.Host.Path(name)
		if err != nil {
			return "", err
		}
		return files.Pointer(path, c.Host.Dir, re)
	})

var task = engine.Fact1(
	"what a plan says of its task: .readable .status .phase .phases .phased (it has a folder phases) .path", "path",
	func(c *engine.Call, name string) (files.Task, error) {
		if name == "" {
			return files.Task{}, nil
		}
		path, err := c.Host.Path(name)
		if err != nil {
			return files.Task{}, err
		}
		return files.ReadTask(name, path), nil
	})

func compile(pattern string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("found pattern %q: %w", pattern, err)
	}
	return re, nil
}
