package sitter

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf16"

	"github.com/tetratelabs/wazero/api"
)

// A Language is a grammar of a machine with the query for its texts.
type Language struct {
	m        *Machine
	grammar  uint32
	query    uint32
	captures []string
}

// A Match is an occurrence of a query's pattern in a text, with its captures in text order.
type Match []Capture

// A Capture is a named part of a text, in bytes.
type Capture struct {
	Name     string
	From, To int
}

// Language adds a grammar to the machine: its module, the module's name for it, and a query in
// tree-sitter's query language, without predicates.
func (m *Machine) Language(wasm []byte, name, query string) (*Language, error) {
	l := &Language{m: m}
	grammar, err := m.join(wasm)
	if err == nil {
		l.grammar, err = m.call(grammar, "tree_sitter_"+name)
	}
	if err != nil {
		return nil, fmt.Errorf("grammar %s: %w", name, err)
	}
	if err := l.ask(query); err != nil {
		return nil, fmt.Errorf("query of %s: %w", name, err)
	}
	return l, nil
}

// join instantiates a grammar's module, which gets its own part of the memory and the table.
func (m *Machine) join(wasm []byte) (api.Module, error) {
	code, err := m.rt.CompileModule(m.ctx, wasm)
	if err != nil {
		return nil, err
	}
	size, align, table, err := needs(code)
	if err != nil {
		return nil, err
	}
	if m.slot+table > slots || align > 16 {
		return nil, fmt.Errorf("found that it wants %d functions and 2^%d bytes of alignment, want less", table, align)
	}
	at, err := m.call(m.core, "calloc", 1, uint64(size+1<<align))
	if err != nil {
		return nil, err
	}
	at = (at + 1<<align - 1) &^ (1<<align - 1)
	env := &glue{}
	for _, f := range code.ImportedFunctions() {
		if _, of, _ := f.Import(); m.core.ExportedFunction(of) != nil {
			env.function("core", of, f)
		}
	}
	env.shared("whole", pages, mostPages, slots)
	env.global("__memory_base", int32(at), 0)
	env.global("__table_base", int32(m.slot), 0)
	env.global("__stack_pointer", heapAt, mutable)
	whole := m.named["env"]
	defer func() { m.named["env"] = whole }()
	m.named["core"], m.named["whole"] = m.core, whole
	if m.named["env"], err = m.instance(env.module()); err != nil {
		return nil, err
	}
	m.slot += table
	made, err := m.instance(wasm)
	if err != nil {
		return nil, err
	}
	for _, f := range []string{"__wasm_apply_data_relocs", "__wasm_call_ctors"} {
		if made.ExportedFunction(f) == nil {
			continue
		}
		if _, err := m.call(made, f); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// put writes a text into the memory; the caller frees it.
func (m *Machine) put(text string) (uint32, error) {
	at, err := m.call(m.core, "malloc", uint64(len(text)+1))
	if err == nil && !m.mem.Write(at, append([]byte(text), 0)) {
		err = errors.New("found no memory, want some")
	}
	return at, err
}

// ask compiles the query.
func (l *Language) ask(query string) error {
	m := l.m
	at, err := m.put(query)
	if err != nil {
		return err
	}
	l.query, err = m.call(m.core, "ts_query_new", uint64(l.grammar), uint64(at), uint64(len(query)), uint64(m.transfer), uint64(m.transfer+4))
	if err != nil {
		return err
	}
	if l.query == 0 {
		from := min(int(m.word(m.transfer)), len(query))
		return fmt.Errorf("found %.40q, want what the grammar has", query[from:])
	}
	n, err := m.call(m.core, "ts_query_capture_count", uint64(l.query))
	for i := range n {
		var name uint32
		if name, err = m.call(m.core, "ts_query_capture_name_for_id", uint64(l.query), uint64(i), uint64(m.transfer)); err != nil {
			return err
		}
		text, _ := m.mem.Read(name, m.word(m.transfer))
		l.captures = append(l.captures, string(text))
	}
	return err
}

// Matches returns the matches of the query in a UTF-8 text, in text order. It fails with ErrLate if
// that takes longer than within.
func (l *Language) Matches(text string, within time.Duration) ([]Match, error) {
	m := l.m
	units, at := units(text)
	m.text, m.until = units, time.Now().Add(within)
	defer func() { m.text = nil }()
	if _, err := m.call(m.core, "ts_parser_set_language", uint64(m.parser), uint64(l.grammar)); err != nil {
		return nil, err
	}
	tree, err := m.call(m.core, "ts_parser_parse_wasm", uint64(m.parser), uint64(m.input), 0, 0, 0)
	if err != nil {
		return nil, err
	}
	if tree == 0 {
		_, err := m.call(m.core, "ts_parser_reset", uint64(m.parser))
		return nil, errors.Join(ErrLate, err)
	}
	found, err := l.matches(tree, at)
	if _, freed := m.call(m.core, "ts_tree_delete", uint64(tree)); err == nil {
		err = freed
	}
	if err == nil && time.Now().After(m.until) {
		err = ErrLate
	}
	return found, err
}

const (
	nodeWords = 5          // id, index, row, column, and a field of the tree's
	all       = 0xffffffff // no limit
	states    = 1 << 16    // maximum number of partial matches at a time
)

// matches runs the query on a tree.
func (l *Language) matches(tree uint32, at func(unit uint32) int) ([]Match, error) {
	m := l.m
	if _, err := m.call(m.core, "ts_tree_root_node_wasm", uint64(tree)); err != nil {
		return nil, err
	}
	args := []uint64{uint64(l.query), uint64(tree), 12: 0, 14: states, 15: all}
	if _, err := m.call(m.core, "ts_query_matches_wasm", args...); err != nil {
		return nil, err
	}
	count, from := m.word(m.transfer), m.word(m.transfer+4)
	defer m.call(m.core, "free", uint64(from))
	found := make([]Match, 0, count)
	for place := from; count > 0; count-- {
		n := m.word(place + 4)
		place += 8
		match := make(Match, 0, n)
		for range n {
			c := Capture{Name: l.captures[m.word(place)], From: at(m.word(place + 8))}
			node, ok := m.mem.Read(place+4, 4*nodeWords)
			if !ok || !m.mem.Write(m.transfer, node) {
				return nil, errors.New("found captures outside of the memory, want them inside")
			}
			end, err := m.call(m.core, "ts_node_end_index_wasm", uint64(tree))
			if err != nil {
				return nil, err
			}
			c.To = at(end)
			match = append(match, c)
			place += 4 + 4*nodeWords
		}
		found = append(found, match)
	}
	return found, nil
}

// units returns a text in UTF-16, and a function that maps its units to byte offsets.
func units(text string) ([]uint16, func(unit uint32) int) {
	all := make([]uint16, 0, len(text)+1)
	var bytes []int32 // byte offset of each unit; nil while all are ASCII
	for i, r := range text {
		if r >= 0x80 && bytes == nil {
			bytes = make([]int32, i, len(text)+1)
			for j := range bytes {
				bytes[j] = int32(j)
			}
		}
		before := len(all)
		all = utf16.AppendRune(all, r)
		for range len(all) - before {
			if bytes != nil {
				bytes = append(bytes, int32(i))
			}
		}
	}
	return all, func(unit uint32) int {
		switch {
		case int(unit) >= len(all):
			return len(text)
		case bytes != nil:
			return int(bytes[unit])
		}
		return int(unit)
	}
}
