package facts

import (
	"fmt"
	"sync"

	"bcrules.dev/engine"
	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// Patterns are JavaScript regular expressions: a text, which may begin with flags such as (?i), or
// an object {source, flags}. Literal patterns are translated when the rules are compiled
// (plan.Ready).

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

// faulty adds a pattern to its error.
func faulty(source, flags string, err error) error {
	return fmt.Errorf("pattern /%s/%s: %w", source, flags, err)
}

// readySearch returns the stored form of a pattern for finder.
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

// readyMatches returns the stored form of patterns for matchOne.
func readyMatches(data any) (string, error) {
	var all []alternative
	for _, v := range engine.Listed(data) {
		source, flags, err := patternOf(v)
		if err != nil {
			return "", err
		}
		p, err := ecma.Translate(source, flags)
		if err != nil {
			return "", faulty(source, flags, err)
		}
		all = append(all, alternative{literals: p.Literals(), program: p})
	}
	c := wire.NewWriter()
	alternatives(c, &all)
	return string(c.Bytes()), c.Err()
}

// An alternative is one of several patterns.
type alternative struct {
	literals ecma.Literals
	program  ecma.Program
	made     *ecma.Pattern // nil until a text has its literals
}

func alternatives(c *wire.Coder, all *[]alternative) {
	wire.List(c, all, func(c *wire.Coder, a *alternative) {
		a.literals.Code(c)
		a.program.Code(c)
	})
}

// made caches what the process has compiled from data of the rules, by the stored form.
var made struct {
	sync.Mutex
	finders  map[string]*ecma.Finder
	sets     map[string][]alternative
	lexicons map[string]*lexicon
}

// finder returns the finder of a pattern, ready or not.
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
	f := s.Finder()
	if made.finders == nil {
		made.finders = map[string]*ecma.Finder{}
	}
	made.finders[stored] = f
	return f, nil
}

// matchOne reports whether one of the stored patterns matches a text.
func matchOne(stored, text string) (bool, error) {
	made.Lock()
	defer made.Unlock()
	set, ok := made.sets[stored]
	if !ok {
		c := wire.NewReader([]byte(stored))
		if alternatives(c, &set); c.Err() != nil {
			return false, c.Err()
		}
		if made.sets == nil {
			made.sets = map[string][]alternative{}
		}
		made.sets[stored] = set
	}
	folded := ecma.Fold(text)
	for i := range set {
		a := &set[i]
		if !a.literals.In(folded) {
			continue
		}
		var err error
		if a.made == nil {
			a.made, err = a.program.Compile()
		}
		if err != nil || a.made.Match(text) {
			return err == nil, err
		}
	}
	return false, nil
}
