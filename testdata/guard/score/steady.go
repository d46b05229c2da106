package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"

	"bcrules.dev/testdata/guard"
)

// steady asks that many hooks at once about the cases in turn, and compares each verdict with that
// of a hook that ran alone.
func (a *asker) steady(cases []guard.Case, processes, parallel, quota int) (bool, error) {
	alone := make([]guard.Verdict, min(len(cases), processes))
	for i := range alone {
		v, err := a.ask(cases[i])
		if err != nil {
			return false, err
		}
		alone[i] = v
	}
	if quota > 0 {
		leave, err := hold(quota)
		if err != nil {
			return false, err
		}
		defer leave()
	}
	var wait sync.WaitGroup
	var differ atomic.Int64
	errs := make([]error, processes)
	free := make(chan struct{}, max(1, parallel))
	for n := range processes {
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }()
			i := n % len(alone)
			v, err := a.ask(cases[i])
			if errs[n] = err; err == nil && v != alone[i] {
				differ.Add(1)
				fmt.Printf("%s: found %v, alone %v: %.200s\n", cases[i].Source, v, alone[i], cases[i].Command)
			}
		})
	}
	wait.Wait()
	fmt.Printf("%d processes, %d at once, %s: %d verdicts differ from those of %d cases asked alone\n", processes, parallel,
		map[bool]string{true: "no quota", false: fmt.Sprintf("%d %% of a processor", quota)}[quota == 0], differ.Load(), len(alone))
	return differ.Load() == 0, errors.Join(errs...)
}

// hold limits this process and its children to a percentage of one processor, by a control group.
// It returns a function that undoes that.
func hold(percent int) (leave func(), err error) {
	const period = 100_000 // µs
	root, file := "/sys/fs/cgroup/cpu", "cpu.cfs_quota_us"
	limit := strconv.Itoa(period * percent / 100)
	if _, err := os.Stat("/sys/fs/cgroup/cgroup.controllers"); err == nil {
		root, file, limit = "/sys/fs/cgroup", "cpu.max", limit+" "+strconv.Itoa(period)
	}
	group := filepath.Join(root, "bcrules-"+strconv.Itoa(os.Getpid()))
	pid := []byte(strconv.Itoa(os.Getpid()))
	leave = func() {
		os.WriteFile(filepath.Join(root, "cgroup.procs"), pid, 0)
		os.Remove(group)
	}
	if err := os.Mkdir(group, 0o755); err != nil {
		return nil, fmt.Errorf("%w: a quota needs a control group that may be made here", err)
	}
	err = errors.Join(os.WriteFile(filepath.Join(group, file), []byte(limit), 0), os.WriteFile(filepath.Join(group, "cgroup.procs"), pid, 0))
	if err != nil {
		leave()
	}
	return leave, err
}
