package engine

import (
	"fmt"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// asTrusted fails if a file that a step runs differs from the one the user trusted (see
// plan.Step.Kept), and tells the user. A change between this check and the start of the program
// goes unnoticed.
func (s *scene) asTrusted(step *plan.Step) error {
	for all := step.Kept; len(all) > 0; {
		n := slices.IndexFunc(all, func(k plan.Kept) bool { return k.Path != all[0].Path })
		if n < 0 {
			n = len(all)
		}
		if err := s.unchanged(step, all[:n]); err != nil {
			return err
		}
		all = all[n:]
	}
	return nil
}

// unchanged is asTrusted for one file. The file is checked where the program will find it: below
// the root of this session's project, with links followed. Under a root that was never inspected it
// must equal a version seen under another root.
func (s *scene) unchanged(step *plan.Step, of []plan.Kept) error {
	root, err := filepath.EvalSymlinks(s.host.Dir)
	if err != nil {
		root = s.host.Dir
	}
	path, where, named := of[0].At(root), "", ""
	if of[0].Root != "" {
		if i := slices.IndexFunc(of, func(k plan.Kept) bool { return k.Root == root }); i >= 0 {
			of = of[i : i+1]
		} else {
			where, named = " in "+s.host.Dir, " "+s.host.Dir
		}
	}
	for _, k := range of {
		var is bool
		if is, err = k.Is(path); is {
			return nil
		}
	}
	switch k := of[0]; {
	case err != nil:
		err = fmt.Errorf("%s: %w; want it as it was trusted", step.Action, err)
	case k.Size == files.NoContent.Size:
		err = fmt.Errorf("%s: found %s%s there, want nothing, as it was when the rules were trusted", step.Action, k.Path, where)
	default:
		err = fmt.Errorf("%s: found %s%s changed since it was trusted, want it as it was", step.Action, k.Path, where)
	}
	s.reply.Tell(fmt.Sprintf("bcrules: %s doesn't run %s, which is not%s as it was when you trusted the rules "+
		"(bcrules trust --diff%s shows the change, bcrules trust%s accepts it)", s.hook.Name, of[0].Path, where, named, named))
	return s.fault(0, step.Pos, err)
}

// allAsTrusted is asTrusted for a background rule, checked now because nobody can be told later.
func (s *scene) allAsTrusted(rule *plan.Rule) error {
	if err := rule.LoadSteps(); err != nil {
		return err
	}
	for i := range rule.Do {
		if err := s.asTrusted(&rule.Do[i]); err != nil {
			return err
		}
	}
	return nil
}
