package sitter

import (
	"encoding/binary"

	"github.com/tetratelabs/wazero/api"
)

// A glue is a module without code that re-exports what another module imports, in the binary format
// of WebAssembly 1.0.
type glue struct {
	types, imports, globals, exports [][]byte

	functions, count byte // numbers of functions and globals
	memory, table    []byte
}

// Kinds of imports and exports, and of values.
const (
	aFunction, aTable, aMemory, aGlobal = 0, 1, 2, 3

	i32, functions, mutable = 0x7f, 0x70, 1
)

func name(text string) []byte { return append(number(len(text)), text...) }

func number(n int) []byte { return binary.AppendUvarint(nil, uint64(n)) }

// signed encodes a constant.
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

// list encodes a list: its length, then its items.
func list(items [][]byte) []byte { return join(number(len(items)), join(items...)) }

// export exports an item by index.
func (g *glue) export(as string, kind, index byte) {
	g.exports = append(g.exports, join(name(as), []byte{kind, index}))
}

// function imports a function of a module and exports it under the same name.
func (g *glue) function(module, of string, f api.FunctionDefinition) {
	types := func(of []api.ValueType) []byte { return append(number(len(of)), of...) }
	g.types = append(g.types, join([]byte{0x60}, types(f.ParamTypes()), types(f.ResultTypes())))
	g.imports = append(g.imports, join(name(module), name(of), []byte{aFunction}, number(len(g.types)-1)))
	g.export(of, aFunction, g.functions)
	g.functions++
}

// own defines a memory, in pages of 64 kB, and a table of functions.
func (g *glue) own(pages, most, slots int) {
	g.memory = join([]byte{1, 1}, number(pages), number(most))
	g.table = join([]byte{1, functions, 0}, number(slots))
	g.export("memory", aMemory, 0)
	g.export("__indirect_function_table", aTable, 0)
}

// shared imports the memory and the table of a module. The declared limits must fit those of own.
func (g *glue) shared(module string, pages, most, slots int) {
	g.imports = append(g.imports,
		join(name(module), name("memory"), []byte{aMemory, 1}, number(pages), number(most)),
		join(name(module), name("__indirect_function_table"), []byte{aTable, functions, 0}, number(slots)))
	g.export("memory", aMemory, 0)
	g.export("__indirect_function_table", aTable, 0)
}

// global defines a number.
func (g *glue) global(as string, value int32, kind byte) {
	g.globals = append(g.globals, join([]byte{i32, kind, 0x41}, signed(value), []byte{0x0b}))
	g.export(as, aGlobal, g.count)
	g.count++
}

// module encodes the module.
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
