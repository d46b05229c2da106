package plan

import (
	"errors"
	"strconv"
	"sync"

	"bcrules.dev/engine/words"

	"github.com/expr-lang/expr/vm"
)

// WordsName returns the name of the function that matches a text against a set of words: data item
// n, which is the set's Text.
func WordsName(n int) string { return wordsPrefix + strconv.Itoa(n) }

const wordsPrefix = "words:"

// fitting returns the function that WordsName names. It decodes its set on first use.
func fitting(read func() (any, error)) vm.Function {
	set := sync.OnceValues(func() (*words.Set, error) {
		v, err := read()
		if err != nil {
			return nil, err
		}
		text, ok := v.(string)
		if !ok {
			return nil, errors.New("found no set of words in the plan, want one")
		}
		return words.Read(text)
	})
	return func(args ...any) (any, error) {
		s, err := set()
		if err != nil {
			return nil, err
		}
		return match(args[0], s)
	}
}
