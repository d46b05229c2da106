package facts

import (
	"fmt"
	"sync"

	"bcrules.dev/engine"
	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// Patterns are JavaScript's: a text, which may begin with flags such as (?i), or an
// object {source, flags}. Those that stand in the rules are translated when the rules are
// compiled (plan.Ready).

// patternOf returns the source and flags of a pattern.
func patternOf(v any) (source, flags string, err error) {
	switch v := v.(type) {
	case string:
		if source, flags, err = ecma.Written(v); err != nil {
			err = faulty(v, "", err)
		}
		return source, flags, err
	case map[string]any:
		source, ok := v["source"].(string)
		flags, _ := v["flags"].(string)
		if ok {
			return source, flags, nil
		}
	}
	return "", "", fmt.Errorf("found %v, want a pattern: a text or {source, flags}", engine.Shown(v))
}

// faulty says of a pattern what is wrong with it.
func faulty(source, flags string, err error) error {
	return fmt.Errorf("pattern /%s/%s: %w", source, flags, err)
}

// readySearch returns a pattern as it is stored, to be searched for.
func readySearch(data any) (string, error) {
	source, flags, err := patternOf(data)
	if err != nil {
		return "", err
	}
	s, err := ecma.TranslateSearch(source, flags)
	if err != nil {
		return "", faulty(source, flags, err)
	}
	c := wire.NewWriter()
	s.Code(c)
	return string(c.Bytes()), c.Err()
}

// readyMatches returns patterns as they are stored, of which one is to match.
func readyMatches(data any) (string, error) {
	var all []ecma.Program
	for _, v := range engine.Listed(data) {
		source, flags, err := patternOf(v)
		if err != nil {
			return "", err
		}
		p, err := ecma.Translate(source, flags)
		if err != nil {
			return "", faulty(source, flags, err)
		}
		all = append(all, p)
	}
	c := wire.NewWriter()
	programs(c, &all)
	return string(c.Bytes()), c.Err()
}

func programs(c *wire.Coder, all *[]ecma.Program) {
	wire.List(c, all, func(c *wire.Coder, p *ecma.Program) { p.Code(c) })
}

// made is what the process has made of data of the rules, each once: by what it is made of.
var made struct {
	sync.Mutex
	finders  map[string]*ecma.Finder
	sets     map[string][]*ecma.Pattern
	lexicons map[string]*lexicon
}

// finder returns what searches for a pattern.
func finder(v any) (*ecma.Finder, error) {
	ready, ok := v.(plan.Ready)
	stored := ready.Made
	if !ok {
		var err error
		if stored, err = readySearch(v); err != nil {
			return nil, err
		}
	}
	made.Lock()
	defer made.Unlock()
	if f := made.finders[stored]; f != nil {
		return f, nil
	}
	var s ecma.Search
	c := wire.NewReader([]byte(stored))
	if s.Code(c); c.Err() != nil {
		return nil, c.Err()
	}
	f, err := s.Compile()
	if err != nil {
		return nil, err
	}
	if made.finders == nil {
		made.finders = map[string]*ecma.Finder{}
	}
	made.finders[stored] = f
	return f, nil
}

// matchers returns patterns that stand in the rules.
func matchers(stored string) ([]*ecma.Pattern, error) {
	made.Lock()
	defer made.Unlock()
	if set, ok := made.sets[stored]; ok {
		return set, nil
	}
	var all []ecma.Program
	c := wire.NewReader([]byte(stored))
	if programs(c, &all); c.Err() != nil {
		return nil, c.Err()
	}
	var set []*ecma.Pattern
	for _, p := range all {
		m, err := p.Compile()
		if err != nil {
			return nil, err
		}
		set = append(set, m)
	}
	if made.sets == nil {
		made.sets = map[string][]*ecma.Pattern{}
	}
	made.sets[stored] = set
	return set, nil
}
