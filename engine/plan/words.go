package plan

import (
	"errors"
	"strconv"
	"sync"

	"bcrules.dev/engine/words"

	"github.com/expr-lang/expr/vm"
)

// WordsName is the name of a function that says whether a set of words fits a text: the
// data of a number, which is the set's Text.
func WordsName(n int) string { return wordsPrefix + strconv.Itoa(n) }

const wordsPrefix = "words:"

// fitting is such a function, whose set is made ready when the code comes to it.
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
