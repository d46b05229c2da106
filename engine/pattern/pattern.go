// Package pattern reads matchers the way the agent does where Go's regular
// expressions can't: lookaround, JavaScript's classes. Only the full binary has
// it; a plan marks the hooks that need it.
package pattern

import (
	"fmt"
	"regexp"
	"time"

	"bcrules.dev/engine"

	"github.com/dlclark/regexp2"
)

// matchTime bounds one run of a regular expression. It is far above what a sound
// one takes on a busy machine: a matcher that is cut off finds nothing.
const matchTime = 500 * time.Millisecond

// inlineFlags are Go and PCRE syntax that JavaScript refuses.
var inlineFlags = regexp.MustCompile(`\(\?[a-zA-Z]+\)`)

// Check returns what is wrong with a matcher of an event, or nil.
func Check(m engine.Matcher, match string) error {
	if match == "" || match == "*" {
		return nil
	}
	if m.Field == "" {
		return fmt.Errorf("found a matcher, but the event has nothing to match; want none")
	}
	if names, ok := m.Names(match); ok && len(names) == 0 {
		return fmt.Errorf("found matcher %q, which names nothing; want names joined by |", match)
	} else if ok {
		return nil
	}
	_, err := compile(match)
	return err
}

// Match is an engine.Pattern. An expression that is none, or that takes longer
// than matchTime, finds nothing.
func Match(expression, value string) bool {
	re, err := compile(expression)
	if err != nil {
		return false
	}
	ok, err := re.MatchString(value)
	return ok && err == nil
}

func compile(expression string) (*regexp2.Regexp, error) {
	if f := inlineFlags.FindString(expression); f != "" {
		return nil, fmt.Errorf("found %s in matcher %q, which JavaScript's regular expressions lack; want [Bb]oth cases spelt out", f, expression)
	}
	re, err := regexp2.Compile(expression, regexp2.ECMAScript)
	if err != nil {
		return nil, fmt.Errorf("found matcher %q, which is no regular expression (%s); want names joined by | or a JavaScript regular expression", expression, err)
	}
	re.MatchTimeout = matchTime
	return re, nil
}
