// Package code is the stored form of a compiled expression.
//
// Compiling a condition costs 20 to 60 µs in a fresh process, running it one or
// two. So rules are compiled when they are vetted, and a plan holds the program
// of expr's virtual machine: opcodes, their arguments, the constants, and the
// names of the builtin functions that are called. Nothing in it depends on a Go
// type's layout. It is read by the very version of expr that wrote it; Version
// stands in every plan, so that no other one tries.
package code

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"bcrules.dev/engine/wire"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// Version names this form and the expr it is for; a test compares it with go.mod.
const Version = "1 expr v1.17.8"

// Kinds of constants, a byte each before the constant.
const (
	isNil      = 'n'
	isInt      = 'i'
	isFloat    = 'f'
	isString   = 's'
	isTrue     = 't'
	isFalse    = 'F'
	isRegexp   = 'r'
	isList     = 'l' // []any
	isInts     = 'I' // []int
	isStrings  = 'S' // []string
	isNames    = 'N' // map[string]struct{}
	isNumbers  = 'M' // map[int]struct{}
	isFunction = 'c' // a builtin's Safe, by name
	isError    = 'e'
)

// A program is what is stored of a vm.Program.
type program struct {
	ops       []vm.Opcode
	args      []int
	constants []any
	functions []string // names of builtins
	variables int
}

// code codes the program; see package wire.
func (p *program) code(c *wire.Coder) {
	n := len(p.ops)
	c.Len(&n)
	if c.Reading() {
		p.ops, p.args = make([]vm.Opcode, n), make([]int, n)
	}
	for i := range n {
		op := byte(p.ops[i])
		c.Byte(&op)
		p.ops[i] = vm.Opcode(op)
		c.Int(&p.args[i])
	}
	c.Int(&p.variables)
	wire.List(c, &p.constants, constant)
	wire.Strings(c, &p.functions)
}

// Encode writes a program. It fails for programs with constants that have no
// stored form, such as fields of a Go struct.
func Encode(p *vm.Program) ([]byte, error) {
	out := program{ops: p.Bytecode, args: p.Arguments, constants: append([]any{}, p.Constants...)}
	names := disassembled(p)
	for i, op := range p.Bytecode {
		arg := p.Arguments[i]
		switch op {
		case vm.OpStore:
			out.variables = max(out.variables, arg+1)
		case vm.OpLoadFunc, vm.OpCall0, vm.OpCall1, vm.OpCall2, vm.OpCall3:
			for len(out.functions) <= arg {
				out.functions = append(out.functions, "")
			}
			out.functions[arg] = names[i]
		case vm.OpPush:
			if _, ok := out.constants[arg].(vm.SafeFunction); ok {
				out.constants[arg] = builtinName(names[i])
			}
		case vm.OpCallTyped, vm.OpLoadField, vm.OpFetchField, vm.OpLoadMethod, vm.OpMethod:
			return nil, fmt.Errorf("found a method or field of a Go type (opcode %d), want functions and operators only", op)
		}
	}
	c := wire.NewWriter()
	out.code(c)
	return c.Bytes(), c.Err()
}

// disassembled returns the last word of each instruction's line, which is the
// name of the function where it calls one. Constants are left out of it, as a
// text may have lines of its own.
func disassembled(p *vm.Program) []string {
	constants := p.Constants
	p.Constants = make([]any, len(constants))
	defer func() { p.Constants = constants }()
	names := make([]string, len(p.Bytecode))
	for i, line := range strings.Split(strings.TrimSpace(p.Disassemble()), "\n") {
		if f := strings.Fields(line); i < len(names) && len(f) > 0 {
			names[i] = f[len(f)-1]
		}
	}
	return names
}

// A builtinName stands for a builtin among the constants.
type builtinName string

// Decode reads what Encode wrote. It fails on anything else.
func Decode(data []byte) (*vm.Program, error) {
	c := wire.NewReader(data)
	var p program
	p.code(c)
	if len(c.Rest()) > 0 {
		c.Fail(errors.New("found more than a program"))
	}
	functions := make([]vm.Function, len(p.functions))
	for i, name := range p.functions {
		f, err := function(name)
		if err != nil {
			return nil, err
		}
		functions[i] = f.Func
	}
	if p.variables < 0 || p.variables > len(p.ops) {
		c.Fail(errors.New("found more variables than opcodes"))
	}
	if err := c.Err(); err != nil {
		return nil, fmt.Errorf("compiled expression: %w", err)
	}
	return vm.NewProgram(file.Source{}, nil, make([]file.Location, len(p.ops)), p.variables, p.constants, p.ops, p.args, functions, nil, nil), nil
}

func function(name string) (*builtin.Function, error) {
	i, ok := builtin.Index[name]
	if !ok {
		return nil, fmt.Errorf("compiled expression: unknown function %q", name)
	}
	return builtin.Builtins[i], nil
}

// constant codes one constant, its kind first.
func constant(c *wire.Coder, v *any) {
	kind := kindOf(*v)
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
		as(c, v, (*wire.Coder).Int)
	case isFloat:
		as(c, v, (*wire.Coder).Float)
	case isString:
		as(c, v, (*wire.Coder).String)
	case isList:
		as(c, v, func(c *wire.Coder, l *[]any) { wire.List(c, l, constant) })
	case isInts:
		as(c, v, func(c *wire.Coder, l *[]int) { wire.List(c, l, (*wire.Coder).Int) })
	case isStrings:
		as(c, v, wire.Strings)
	case isNames:
		as(c, v, func(c *wire.Coder, m *map[string]struct{}) { wire.Map(c, m, mark) })
	case isNumbers:
		as(c, v, numbers)
	case isRegexp, isFunction, isError:
		words(c, v, kind)
	default:
		c.Fail(errors.New("unknown kind of constant"))
	}
}

func kindOf(v any) byte {
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
	case error:
		return isError
	}
	return 0
}

// as codes a constant of a known type.
func as[T any](c *wire.Coder, v *any, item func(*wire.Coder, *T)) {
	x, _ := (*v).(T)
	item(c, &x)
	*v = x
}

// mark codes a member of a set, of which there is no more to say.
func mark(*wire.Coder, *struct{}) {}

func numbers(c *wire.Coder, set *map[int]struct{}) {
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

// words codes constants that are made from a text.
func words(c *wire.Coder, v *any, kind byte) {
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
