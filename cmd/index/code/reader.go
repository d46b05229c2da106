package code

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/index/sitter"

	"github.com/tetratelabs/wazero"
)

// A Reader reads files, in one goroutine at a time. Close releases it.
type Reader struct {
	dir      string // folder of the grammars
	compiled wazero.CompilationCache
	within   time.Duration // time limit per file

	machine   *sitter.Machine
	languages map[string]*sitter.Language
}

// ErrNoGrammar is the fault of a file whose language has no grammar on this machine.
var ErrNoGrammar = errors.New("found no grammar of its language, want it: bcrules index --setup")

// NewReader returns a reader with the grammars in a folder, which need not exist yet. The reader
// caches compiled grammars there.
func NewReader(dir string) *Reader {
	return &Reader{dir: dir, within: 20 * time.Second, languages: map[string]*sitter.Language{}}
}

// Close releases the reader's resources.
func (r *Reader) Close() (err error) {
	if r.machine != nil {
		err = r.machine.Close()
	}
	r.machine = nil
	clear(r.languages)
	if r.compiled != nil {
		err = errors.Join(err, r.compiled.Close(context.Background()))
	}
	r.compiled = nil
	return err
}

// Has reports whether files of a language can be read.
func (r *Reader) Has(l *Language) bool {
	return l.Module == "" || !slices.ContainsFunc([]string{Runtime, l.Module}, func(module string) bool {
		_, err := os.Stat(filepath.Join(r.dir, filepath.FromSlash(module)))
		return err != nil
	})
}

// Read returns what a text contains. It fails with ErrNoGrammar if the language has no grammar, and
// with sitter.ErrLate if reading takes too long.
func (r *Reader) Read(l *Language, text string) (*File, error) {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if l.Module == "" {
		return assemble(l.Name, text, matchGo(text)), nil
	}
	of, err := r.language(l)
	if err != nil {
		return nil, err
	}
	matches, err := of.Matches(text, r.within)
	if r.machine.Broken() != nil {
		r.machine.Close()
		r.machine = nil
		clear(r.languages)
	}
	if err != nil {
		return nil, err
	}
	return assemble(l.Name, text, matches), nil
}

// language returns a language, loaded on first use.
func (r *Reader) language(l *Language) (*sitter.Language, error) {
	if of := r.languages[l.Name]; of != nil {
		return of, nil
	}
	if !r.Has(l) {
		return nil, ErrNoGrammar
	}
	if r.machine == nil {
		if err := r.start(); err != nil {
			return nil, err
		}
	}
	module, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(l.Module)))
	if err != nil {
		return nil, err
	}
	of, err := r.machine.Language(module, l.Calls, l.query())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.Module, err)
	}
	r.languages[l.Name] = of
	return of, nil
}

func (r *Reader) start() (err error) {
	module, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(Runtime)))
	if err != nil {
		return err
	}
	if r.compiled == nil {
		if r.compiled, err = wazero.NewCompilationCacheWithDir(filepath.Join(r.dir, "compiled")); err != nil {
			r.compiled = wazero.NewCompilationCache() // the folder can't be written
		}
	}
	r.machine, err = sitter.NewMachine(module, r.compiled)
	return err
}
