package plan

import (
	"fmt"
	"strconv"
	"sync"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/wire"

	"github.com/expr-lang/expr/vm"
)

// expr's matches operator uses RE2. Compiled code calls these functions instead, so that all rules
// have one kind of pattern.

// MatchName returns the name of the function that matches a text against literal pattern n,
// compiled on first use.
func MatchName(n int) string { return matchPrefix + strconv.Itoa(n) }

// Match is the name of the function that matches a text against any pattern.
const (
	Match       = "match"
	matchPrefix = "match:"
)

// A written pattern is a literal of the rules. Most texts lack the literals that a match needs, and
// checking for those costs a hundredth of compiling the pattern. It is decoded when it is first
// matched, as many conditions hold or fail before that.
type written struct {
	program ecma.Program
	needs   ecma.Literals
}

func (w *written) code(c *wire.Coder) {
	w.program.Code(c)
	w.needs.Code(c)
}

func matchOne(stored []byte) vm.Function {
	read := sync.OnceValues(func() (w written, err error) {
		c := wire.NewReader(stored)
		w.code(c)
		return w, c.Err()
	})
	compiled := sync.OnceValues(func() (*ecma.Pattern, error) {
		w, _ := read()
		return w.program.Compile()
	})
	return func(args ...any) (any, error) {
		w, err := read()
		if err != nil {
			return nil, err
		}
		if text, ok := args[0].(string); ok && !w.needs.In(ecma.Refold(text)) {
			return false, nil
		}
		pattern, err := compiled()
		if err != nil {
			return nil, err
		}
		return match(args[0], pattern)
	}
}

// matchAny is the function Match. It fails for an invalid pattern.
func matchAny(args ...any) (any, error) {
	if ready, ok := args[1].(fitter); ok { // a set of words, outside compiled code
		return match(args[0], ready)
	}
	text, ok := args[1].(string)
	if !ok {
		if args[1] == nil {
			return false, nil
		}
		return nil, fmt.Errorf("found %v, want a pattern: a text", args[1])
	}
	source, flags, err := ecma.Written(text)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", text, err)
	}
	pattern, err := ecma.Compile(source, flags)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", text, err)
	}
	return match(args[0], pattern)
}

// A fitter is a pattern, or a set of words.
type fitter interface{ Match(text string) bool }

// match matches a text; nil matches no pattern.
func match(v any, pattern fitter) (any, error) {
	switch v := v.(type) {
	case nil:
		return false, nil
	case string:
		return pattern.Match(v), nil
	}
	return nil, fmt.Errorf("found %v, want a text to match", v)
}

// Matches is Match for callers without compiled code: a text, and a pattern or a set of words.
func Matches(args ...any) (any, error) { return matchAny(args...) }
