package sitter

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// Memory layout of the runtime's module, as in web-tree-sitter's own loader: data at the beginning,
// then the stack, then the heap.
const (
	dataAt   = 1024
	stackLow = 16704
	heapAt   = 82240

	pages     = 512  // 32 MB initially
	mostPages = 8192 // 512 MB: the limit for one text
	slots     = 4096 // functions in the table
)

// A Machine is tree-sitter's runtime with the languages added to it. Close releases it.
type Machine struct {
	ctx   context.Context
	rt    wazero.Runtime
	core  api.Module
	mem   api.Memory
	named map[string]api.Module // modules that imports are found in during instantiation
	slot  int                   // the next free slot of the table

	functions map[string]api.Function // of core, cached
	stack     [16]uint64              // arguments and results of a call

	transfer uint32 // where calls leave their results
	parser   uint32
	input    uint32

	text   []uint16 // the text being parsed
	until  time.Time
	broken error
}

// ErrLate is the fault of a text that takes too long.
var ErrLate = errors.New("found no end of parsing it in time, want one")

// NewMachine makes a machine from the runtime's module, with a compilation cache.
func NewMachine(runtime []byte, compiled wazero.CompilationCache) (*Machine, error) {
	ctx := context.Background()
	m := &Machine{ctx: ctx, slot: 1, named: map[string]api.Module{}, functions: map[string]api.Function{}}
	m.rt = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(compiled).WithCustomSections(true).WithMemoryLimitPages(mostPages))
	err := m.start(runtime)
	if err != nil {
		m.Close()
		return nil, fmt.Errorf("tree-sitter's runtime: %w", err)
	}
	return m, nil
}

// Close frees the machine's resources.
func (m *Machine) Close() error { return m.rt.Close(m.ctx) }

// Broken returns why the machine can't be used any more, nil if it can.
func (m *Machine) Broken() error { return m.broken }

func (m *Machine) start(wasm []byte) error {
	host := m.rt.NewHostModuleBuilder("host")
	code, err := m.rt.CompileModule(m.ctx, wasm)
	if err != nil {
		return err
	}
	env, wasi := &glue{}, &glue{}
	for _, f := range code.ImportedFunctions() {
		module, name, _ := f.Import()
		host.NewFunctionBuilder().WithGoModuleFunction(m.called(name), f.ParamTypes(), f.ResultTypes()).Export(name)
		if module == "env" {
			env.function("host", name, f)
		} else {
			wasi.function("host", name, f)
		}
	}
	if _, err = host.Instantiate(m.ctx); err != nil {
		return err
	}
	env.own(pages, mostPages, slots)
	env.global("__stack_pointer", heapAt, mutable)
	env.global("__memory_base", dataAt, 0)
	env.global("__table_base", int32(m.slot), 0)
	got := &glue{}
	got.global("__stack_low", stackLow, mutable)
	got.global("__stack_high", heapAt, mutable)
	got.global("__heap_base", heapAt, mutable)
	for name, g := range map[string]*glue{"env": env, "wasi_snapshot_preview1": wasi, "GOT.mem": got} {
		if m.named[name], err = m.instance(g.module()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	m.mem = m.named["env"].Memory()
	_, _, table, err := needs(code)
	if err != nil {
		return err
	}
	m.slot += table
	if m.core, err = m.instance(wasm); err != nil {
		return err
	}
	return m.ready()
}

// ready starts the runtime and makes the parser.
func (m *Machine) ready() (err error) {
	for _, f := range []string{"__wasm_apply_data_relocs", "__wasm_call_ctors"} {
		if _, err = m.call(m.core, f); err != nil {
			return err
		}
	}
	if m.transfer, err = m.call(m.core, "ts_init"); err != nil {
		return err
	}
	if _, err = m.call(m.core, "ts_parser_new_wasm"); err == nil {
		m.parser, m.input = m.word(m.transfer), m.word(m.transfer+4)
	}
	return err
}

// instance instantiates a module. Its imports are found in m.named, else in the host.
func (m *Machine) instance(wasm []byte) (api.Module, error) {
	code, err := m.rt.CompileModule(m.ctx, wasm)
	if err != nil {
		return nil, err
	}
	ctx := experimental.WithImportResolver(m.ctx, func(name string) api.Module { return m.named[name] })
	return m.rt.InstantiateModule(ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
}

// needs returns a module's needs: bytes of memory, their alignment as a power of two, and table
// slots. Source: WebAssembly tool conventions, DynamicLinking.md.
func needs(code wazero.CompiledModule) (size, align, table int, err error) {
	for _, s := range code.CustomSections() {
		if s.Name() != "dylink.0" {
			continue
		}
		data := s.Data()
		if len(data) < 2 || data[0] != 1 { // the first subsection is WASM_DYLINK_MEM_INFO
			break
		}
		var values [3]uint64
		at := 2
		for i := range values {
			v, n := binary.Uvarint(data[at:])
			if n <= 0 || v > 64<<20 {
				return 0, 0, 0, errors.New("found a damaged dylink.0 section, want one that can be read")
			}
			values[i], at = v, at+n
		}
		return int(values[0]), int(values[1]), int(values[2]), nil
	}
	return 0, 0, 0, errors.New("found no dylink.0 section, want a module that is made to be joined")
}

// call calls a function of a module and returns its result. If the call is aborted, the machine is
// broken.
func (m *Machine) call(of api.Module, name string, args ...uint64) (uint32, error) {
	f := m.functions[name]
	if of != m.core || f == nil {
		if f = of.ExportedFunction(name); f == nil {
			return 0, fmt.Errorf("found no function %s, want one: the module is of another version", name)
		}
		if of == m.core { // looking up a function allocates a stack
			m.functions[name] = f
		}
	}
	if m.broken != nil {
		return 0, m.broken
	}
	m.stack[0] = 0
	copy(m.stack[:], args)
	if err := f.CallWithStack(m.ctx, m.stack[:]); err != nil {
		m.broken = err
		return 0, err
	}
	return uint32(m.stack[0]), nil
}

// word reads 32 bits of the memory.
func (m *Machine) word(at uint32) uint32 {
	v, _ := m.mem.ReadUint32Le(at)
	return v
}

// called returns the host's implementation of a function that the runtime imports.
func (m *Machine) called(name string) api.GoModuleFunc {
	switch name {
	case "tree_sitter_parse_callback":
		return m.read
	case "tree_sitter_progress_callback", "tree_sitter_query_progress_callback":
		return func(_ context.Context, _ api.Module, stack []uint64) {
			stack[0] = 0
			if time.Now().After(m.until) {
				stack[0] = 1
			}
		}
	case "emscripten_resize_heap":
		return func(_ context.Context, _ api.Module, stack []uint64) {
			more := int64(uint32(stack[0])) - int64(m.mem.Size())
			if stack[0] = 1; more > 0 {
				if _, ok := m.mem.Grow(uint32((more + 65535) / 65536)); !ok {
					stack[0] = 0
				}
			}
		}
	case "_abort_js":
		return func(context.Context, api.Module, []uint64) {
			panic(errors.New("found that tree-sitter gave up, want it to go on"))
		}
	}
	return func(_ context.Context, _ api.Module, stack []uint64) { // the runtime's log is ignored
		if len(stack) > 0 {
			stack[0] = 0
		}
	}
}

// chunk is the number of UTF-16 units that the runtime reads at once.
const chunk = 10*1024/2 - 1

// read passes text to the runtime. Its arguments are the buffer, index, row, column, and the
// address for the length.
func (m *Machine) read(_ context.Context, _ api.Module, stack []uint64) {
	from := min(int(uint32(stack[1])), len(m.text))
	part := m.text[from:min(from+chunk, len(m.text))]
	out := make([]byte, 0, 2*chunk)
	for _, unit := range part {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	m.mem.Write(uint32(stack[0]), out)
	m.mem.WriteUint32Le(uint32(stack[4]), uint32(len(part)))
}
