package main

import (
	"cmp"
	"strings"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/page"
	"bcrules.dev/schema/test/sandbox"
)

// excepted adds an exception to each rule of a name on a page: one for the first event of its tests
// for which the rule holds, and whose key has no folder of the tests in it.
func excepted(of *page.Page, p *plan.Plan, name string) error {
	for i := range of.Hooks {
		h := &of.Hooks[i]
		for j := range h.Rules {
			r := &h.Rules[j]
			if !h.Calls(r, name) || len(r.Under) == 0 {
				continue
			}
			for _, x := range r.Holds {
				key, err := keyOf(p, h.Name, r.ID, x)
				if err != nil {
					return err
				}
				if key != "" && !strings.Contains(key, "$") { // the path of a test's folder is of no use elsewhere
					r.Frees = append([]string{page.Exception{Pack: h.Pack, Under: r.Under, Key: key}.Line()}, r.Frees...)
					break
				}
			}
		}
	}
	return nil
}

// keyOf returns the key of an exception that lets an example through, "" if there is none.
func keyOf(p *plan.Plan, hook, rule string, x page.Example) (string, error) {
	box, err := sandbox.New()
	if err != nil {
		return "", err
	}
	defer box.Close()
	came, err := compile.Runner().As(x.Step.Agent, x.Step.Called).Play(p, nil, hook, x.Step.Stdin(box), x.Step.World, box)
	if err != nil {
		return "", err
	}
	for _, a := range p.Events {
		for _, h := range answer.Holds(came.Trace, a) {
			if h.Hook != hook || h.Rule != rule {
				continue
			}
			key := box.Shown(h.Key)
			if h.Path { // in the form of rules
				key = strings.TrimPrefix(strings.Replace(strings.Replace(key+"/", "$PROJECT/", "./", 1), "$HOME", "~", 1), "./")
				key = cmp.Or(strings.TrimSuffix(key, "/"), ".")
			}
			return key, nil
		}
	}
	return "", nil
}
