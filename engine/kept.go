package engine

import (
	"fmt"
	"path/filepath"

	"bcrules.dev/engine/plan"
)

// asTrusted fails where a file that a step runs is another than its user trusts; see
// plan.Step.Kept. What is found so goes to the user. Who changes the file between this and
// the start of the program is not noticed.
func (s *scene) asTrusted(step *plan.Step) error {
	for _, k := range step.Kept {
		path := filepath.FromSlash(k.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(s.host.Dir, path)
		}
		is, err := k.Is(path)
		switch {
		case is:
			continue
		case err != nil:
			err = fmt.Errorf("%s: %w; want it as it was trusted", step.Action, err)
		case k.Size < 0:
			err = fmt.Errorf("%s: found a file %s, want none, as it was when the rules were trusted", step.Action, k.Path)
		default:
			err = fmt.Errorf("%s: found %s other than it was trusted, want it as it was", step.Action, k.Path)
		}
		s.reply.Tell(fmt.Sprintf("bcrules: %s doesn't run %s, which is not as it was when you trusted the rules "+
			"(bcrules trust --diff shows the change, bcrules trust accepts it)", s.hook.Name, k.Path))
		return s.fault(0, step.Pos, err)
	}
	return nil
}

// allAsTrusted is asTrusted of a rule that is left to be done later, when nobody could be
// told any more.
func (s *scene) allAsTrusted(rule *plan.Rule) error {
	for i := range rule.Do {
		if err := s.asTrusted(&rule.Do[i]); err != nil {
			return err
		}
	}
	return nil
}
