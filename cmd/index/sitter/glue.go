package sitter

import (
	"encoding/binary"

	"github.com/tetratelabs/wazero/api"
)

// A glue is a module without code: it has what another module wants, its own or of others,
// in the binary format of WebAssembly 1.0.
type glue struct {
	types, imports, globals, exports [][]byte

	functions, count byte // how many functions and globals there are
	memory, table    []byte
}

// Kinds of what is imported and exported, and of values.
const (
	aFunction, aTable, aMemory, aGlobal = 0, 1, 2, 3

	i32, functions, mutable = 0x7f, 0x70, 1
)

func name(text string) []byte { return append(number(len(text)), text...) }

func number(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }

// signed codes a constant.
func signed(n int32) []byte {
	var out []byte
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b&0x40 == 0 || n == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

func join(parts ...[]byte) (all []byte) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// list codes a list: its length, then each.
func list(items [][]byte) []byte { return join(number(len(items)), join(items...)) }

// export gives out what has an index of its kind.
func (g *glue) export(as string, kind, index byte) {
	g.exports = append(g.exports, join(name(as), []byte{kind, index}))
}

// function takes a function of a module and gives it out by the same name.
func (g *glue) function(module, of string, f api.FunctionDefinition) {
	types := func(of []api.ValueType) []byte { return append(number(len(of)), of...) }
	g.types = append(g.types, join([]byte{0x60}, types(f.ParamTypes()), types(f.ResultTypes())))
	g.imports = append(g.imports, join(name(module), name(of), []byte{aFunction}, number(len(g.types)-1)))
	g.export(of, aFunction, g.functions)
	g.functions++
}

// own makes a memory of pages of 64 kB, and a table of functions.
func (g *glue) own(pages, most, slots int) {
	g.memory = join([]byte{1, 1}, number(pages), number(most))
	g.table = join([]byte{1, functions, 0}, number(slots))
	g.export("memory", aMemory, 0)
	g.export("__indirect_function_table", aTable, 0)
}

// shared takes the memory and the table of a module. A taken table must not want more
// than there is, a memory not less.
func (g *glue) shared(module string, pages, most, slots int) {
	g.imports = append(g.imports,
		join(name(module), name("memory"), []byte{aMemory, 1}, number(pages), number(most)),
		join(name(module), name("__indirect_function_table"), []byte{aTable, functions, 0}, number(slots)))
	g.export("memory", aMemory, 0)
	g.export("__indirect_function_table", aTable, 0)
}

// global makes a number.
func (g *glue) global(as string, value int32, kind byte) {
	g.globals = append(g.globals, join([]byte{i32, kind, 0x41}, signed(value), []byte{0x0b}))
	g.export(as, aGlobal, g.count)
	g.count++
}

// module codes it all.
func (g *glue) module() []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	section := func(id byte, body []byte) {
		out = append(append(append(out, id), number(len(body))...), body...)
	}
	section(1, list(g.types))
	section(2, list(g.imports))
	if g.table != nil {
		section(4, g.table)
		section(5, g.memory)
	}
	section(6, list(g.globals))
	section(7, list(g.exports))
	return out
}
