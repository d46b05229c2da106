package engine

import (
	"fmt"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// asTrusted fails where a file that a step runs is another than its user trusts; see
// plan.Step.Kept. What is found so goes to the user. Who changes the file between this and
// the start of the program is not noticed.
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

// unchanged is asTrusted of one file. It is looked at where the program finds it: from the root of
// this session's project, to where links lead. From a root where nobody looked before, it has
// to be as it was seen from another.
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
		err = fmt.Errorf("%s: found %s%s other than it was trusted, want it as it was", step.Action, k.Path, where)
	}
	s.reply.Tell(fmt.Sprintf("bcrules: %s doesn't run %s, which is not%s as it was when you trusted the rules "+
		"(bcrules trust --diff%s shows the change, bcrules trust%s accepts it)", s.hook.Name, of[0].Path, where, named, named))
	return s.fault(0, step.Pos, err)
}

// allAsTrusted is asTrusted of a rule that is left to be done later, when nobody could be
// told any more.
func (s *scene) allAsTrusted(rule *plan.Rule) error {
	if err := rule.Whole(); err != nil {
		return err
	}
	for i := range rule.Do {
		if err := s.asTrusted(&rule.Do[i]); err != nil {
			return err
		}
	}
	return nil
}
