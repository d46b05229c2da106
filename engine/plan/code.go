package plan

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/wire"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// CodeVersion names this format and the expr version it is for; a test compares it with go.mod.
const CodeVersion = "6 expr v1.17.8"

// A Code is a compiled expression in its stored form.
type Code []byte

// A stored program has the parts of a vm.Program that are kept.
type stored struct {
	ops       []vm.Opcode
	args      []int
	constants []any
	functions []string // names of builtins, of data (DataName) and of patterns (MatchName)
	data      [][]byte // lists and objects, stored as constants are
	patterns  [][]byte // each a written
	variables int
}

// code encodes or decodes it; see package wire.
func (p *stored) code(c *wire.Coder) {
	wire.Bytes(c, &p.ops)
	wire.Ints(c, &p.args)
	c.Int(&p.variables)
	wire.List(c, &p.constants, constant)
	wire.Strings(c, &p.functions)
	wire.List(c, &p.data, (*wire.Coder).Raw)
	wire.List(c, &p.patterns, (*wire.Coder).Raw)
}

// DataName returns the name of the function that returns data item n: a list or object of the
// rules, which is decoded when the program first uses it.
func DataName(n int) string { return dataPrefix + strconv.Itoa(n) }

const dataPrefix = "data:"

// NewCode returns the stored form of a program. The program calls functions named by DataName or
// WordsName for data and by MatchName for patterns. NewCode fails for programs with constants that
// have no stored form, such as fields of a Go struct.
func NewCode(p *vm.Program, patterns []ecma.Program, data ...any) (Code, error) {
	out := stored{ops: slices.Clone(p.Bytecode), args: slices.Clone(p.Arguments), constants: append([]any{}, p.Constants...)}
	for _, pattern := range patterns {
		c := wire.NewWriter()
		(&written{program: pattern, needs: pattern.Literals()}).code(c)
		if err := c.Err(); err != nil {
			return nil, err
		}
		out.patterns = append(out.patterns, c.Bytes())
	}
	for _, v := range data {
		c := wire.NewWriter()
		constant(c, &v)
		if err := c.Err(); err != nil {
			return nil, err
		}
		out.data = append(out.data, c.Bytes())
	}
	names := sync.OnceValue(func() []string { return disassembled(p) }) // few programs need them
	for i, op := range p.Bytecode {
		arg := p.Arguments[i]
		switch op {
		case vm.OpStore:
			out.variables = max(out.variables, arg+1)
		case vm.OpLoadFunc, vm.OpCall0, vm.OpCall1, vm.OpCall2, vm.OpCall3:
			for len(out.functions) <= arg {
				out.functions = append(out.functions, "")
			}
			out.functions[arg] = names()[i]
		case vm.OpPush:
			if _, ok := out.constants[arg].(vm.SafeFunction); ok {
				out.constants[arg] = builtinName(names()[i])
			}
		case vm.OpCallTyped, vm.OpLoadField, vm.OpFetchField, vm.OpLoadMethod, vm.OpMethod:
			return nil, fmt.Errorf("found a method or field of a Go type (opcode %d), want functions and operators only", op)
		}
	}
	out.straighten()
	c := wire.NewWriter()
	out.code(c)
	return c.Bytes(), c.Err()
}

// straighten replaces two opcodes that use reflection: OpFetch by a call of fetch, which follows
// the program's own functions, and OpCall by OpCallN, as everything that code calls is a Function.
func (p *stored) straighten() {
	for i, op := range p.ops {
		switch op {
		case vm.OpFetch:
			p.ops[i], p.args[i] = vm.OpCall2, len(p.functions)
		case vm.OpCall:
			p.ops[i] = vm.OpCallN
		}
	}
}

// function returns a function by name.
func (p *stored) function(name string) (vm.Function, error) {
	if name == Match {
		return matchAny, nil
	}
	if n, ok := numbered(name, matchPrefix, len(p.patterns)); ok {
		return matchOne(p.patterns[n]), nil
	}
	n, ok := numbered(name, dataPrefix, len(p.data))
	w, set := numbered(name, wordsPrefix, len(p.data))
	if !ok && !set {
		f, err := function(name)
		if err != nil {
			return nil, err
		}
		return f.Func, nil
	}
	if set {
		n = w
	}
	read := sync.OnceValues(func() (v any, err error) {
		c := wire.NewReader(p.data[n])
		constant(c, &v)
		return v, c.Err()
	})
	if set {
		return fitting(read), nil
	}
	return func(...any) (any, error) { return read() }, nil
}

// numbered returns the number after a prefix if it is less than of.
func numbered(name, prefix string, of int) (n int, ok bool) {
	text, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n < of
}

// disassembled returns the last word of each instruction's line: the function's name if it calls
// one. Constants are blanked, because their texts may contain newlines.
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

// program decodes what NewCode wrote. Anything else is an error.
func (code Code) program() (*vm.Program, error) {
	c := wire.NewReader(code)
	var p stored
	p.code(c)
	if len(c.Rest()) > 0 {
		c.Fail(errors.New("found more than a program"))
	}
	functions := make([]vm.Function, len(p.functions))
	for i, name := range p.functions {
		f, err := p.function(name)
		if err != nil {
			return nil, err
		}
		functions[i] = f
	}
	functions = append(functions, fetch)
	if p.variables < 0 || p.variables > len(p.ops) {
		c.Fail(errors.New("found more variables than opcodes"))
	}
	if len(p.ops) != len(p.args) {
		c.Fail(errors.New("found opcodes without their arguments"))
	}
	if err := c.Err(); err != nil {
		return nil, fmt.Errorf("compiled expression: %w", err)
	}
	return vm.NewProgram(file.Source{}, nil, nil, p.variables, p.constants, p.ops, p.args, functions, nil, nil), nil
}
