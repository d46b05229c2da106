package plan

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"

	"bcrules.dev/engine/wire"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/vm"
)

// Kinds of constants: the byte before each constant.
const (
	isNil      = 'n'
	isInt      = 'i'
	isFloat    = 'f'
	isString   = 's'
	isTrue     = 't'
	isFalse    = 'F'
	isRegexp   = 'r'
	isList     = 'l' // []any
	isObject   = 'o' // map[string]any
	isInts     = 'I' // []int
	isStrings  = 'S' // []string
	isNames    = 'N' // map[string]struct{}
	isNumbers  = 'M' // map[int]struct{}
	isFunction = 'c' // a builtin's Safe, by name
	isError    = 'e'
	isReady    = 'R' // Ready
)

// A Ready is data of the rules that a fact compiled when the rules were compiled
// (engine.Fact.Ready).
type Ready struct {
	Made    string
	Written string // the data as JSON, for display
}

// A builtinName stands for a builtin among the constants.
type builtinName string

// constant codes one constant, its kind first.
func constant(c *wire.Coder, v *any) {
	kind := constantKind(*v)
	if !c.Reading() && kind == 0 {
		c.Fail(fmt.Errorf("no stored form for a constant of type %s", reflect.TypeOf(*v)))
		return
	}
	c.Byte(&kind)
	switch kind {
	case isNil:
		*v = nil
	case isTrue, isFalse:
		*v = kind == isTrue
	case isInt:
		codeAs(c, v, (*wire.Coder).Int)
	case isFloat:
		codeAs(c, v, (*wire.Coder).Float)
	case isString:
		codeAs(c, v, (*wire.Coder).String)
	case isList:
		codeAs(c, v, func(c *wire.Coder, l *[]any) { wire.List(c, l, constant) })
	case isObject:
		codeAs(c, v, func(c *wire.Coder, m *map[string]any) { wire.Map(c, m, constant) })
	case isInts:
		codeAs(c, v, func(c *wire.Coder, l *[]int) { wire.List(c, l, (*wire.Coder).Int) })
	case isStrings:
		codeAs(c, v, wire.Strings)
	case isReady:
		codeAs(c, v, func(c *wire.Coder, r *Ready) {
			c.String(&r.Made)
			c.String(&r.Written)
		})
	case isNames:
		codeAs(c, v, func(c *wire.Coder, m *map[string]struct{}) { wire.Map(c, m, nothing) })
	case isNumbers:
		codeAs(c, v, numberSet)
	case isRegexp, isFunction, isError:
		fromText(c, v, kind)
	default:
		c.Fail(errors.New("unknown kind of constant"))
	}
}

func constantKind(v any) byte {
	switch v := v.(type) {
	case nil:
		return isNil
	case bool:
		return map[bool]byte{true: isTrue, false: isFalse}[v]
	case int:
		return isInt
	case float64:
		return isFloat
	case string:
		return isString
	case []any:
		return isList
	case map[string]any:
		return isObject
	case []int:
		return isInts
	case []string:
		return isStrings
	case map[string]struct{}:
		return isNames
	case map[int]struct{}:
		return isNumbers
	case *regexp.Regexp:
		return isRegexp
	case builtinName:
		return isFunction
	case Ready:
		return isReady
	case error:
		return isError
	}
	return 0
}

// codeAs codes a constant of a known type.
func codeAs[T any](c *wire.Coder, v *any, item func(*wire.Coder, *T)) {
	x, _ := (*v).(T)
	item(c, &x)
	*v = x
}

// nothing codes a member of a set, which has no value.
func nothing(*wire.Coder, *struct{}) {}

func numberSet(c *wire.Coder, set *map[int]struct{}) {
	var list []int
	for n := range *set {
		list = append(list, n)
	}
	wire.List(c, &list, (*wire.Coder).Int)
	if c.Reading() {
		*set = map[int]struct{}{}
		for _, n := range list {
			(*set)[n] = struct{}{}
		}
	}
}

// fromText codes constants that are represented by a text.
func fromText(c *wire.Coder, v *any, kind byte) {
	var text string
	switch x := (*v).(type) {
	case *regexp.Regexp:
		text = x.String()
	case builtinName:
		text = string(x)
	case error:
		text = x.Error()
	}
	c.String(&text)
	if !c.Reading() {
		return
	}
	switch kind {
	case isRegexp:
		re, err := regexp.Compile(text)
		if err != nil {
			c.Fail(err)
		}
		*v = re
	case isFunction:
		f, err := function(text)
		if err != nil {
			c.Fail(err)
			return
		}
		*v = vm.SafeFunction(f.Safe)
	case isError:
		*v = errors.New(text)
	}
}

// function returns a builtin of expr by name.
func function(name string) (*builtin.Function, error) {
	i, ok := builtin.Index[name]
	if !ok {
		return nil, fmt.Errorf("compiled expression: unknown function %q", name)
	}
	if of := inOrder(name); of != nil {
		return &builtin.Function{Func: of}, nil
	}
	if of := bounded(name); of != nil {
		return &builtin.Function{Func: of, Safe: func(args ...any) (any, uint, error) {
			v, err := of(args...)
			return v, uint(length([]any{v}, 0)), err
		}}, nil
	}
	return builtin.Builtins[i], nil
}
