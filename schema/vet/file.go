package vet

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/parser"
)

// checkFile is the name of the check for rules that have no effect, or another effect, because of
// where they are written.
const checkFile = "file"

// files warns of rule files that are not read, and of hooks that merge because they share a name.
func files(s *Subject, r *schema.Report) {
	if s.Set.Source.Pack != "" {
		return // only the pack's author can mend it
	}
	for _, layer := range s.Set.Source.Layers {
		if info, err := os.Stat(layer.Dir); err != nil || !info.IsDir() || layer.Instance == nil {
			continue // a pack of the binary
		}
		unread(r, layer)
		twice(r, layer.Instance)
	}
}

// maxEntries limits how many files below a rule folder are visited.
const maxEntries = 2000

// unread warns of rule files in folders below a rule folder.
func unread(r *schema.Report, layer schema.Layer) {
	imported := map[string]bool{layer.Dir: true}
	var note func(*build.Instance)
	note = func(inst *build.Instance) {
		imported[inst.Dir] = true
		for _, i := range inst.Imports {
			note(i)
		}
	}
	note(layer.Instance)
	seen := 0
	_ = filepath.WalkDir(layer.Dir, func(name string, d fs.DirEntry, err error) error {
		if seen++; seen > maxEntries {
			return filepath.SkipAll
		}
		switch {
		case err != nil:
			return nil
		case d.IsDir() && name != layer.Dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "cue.mod" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".cue" || imported[filepath.Dir(name)] || !ofHooks(name):
			return nil
		}
		at := schema.Place{Pos: plan.Pos{File: filepath.ToSlash(name), Line: 1, Col: 1}}
		r.Warnf(at, checkFile, "found rules in a folder below that of the others, where nothing reads them, want them beside the others, or imported there")
		return nil
	})
}

// ofHooks reports whether a file has hooks at its top level.
func ofHooks(name string) bool {
	data, err := schema.ReadSource(name)
	if err != nil {
		return false // nothing else reads it, either
	}
	f, err := parser.ParseFile(name, data)
	return err == nil && slices.ContainsFunc(f.Decls, func(d ast.Decl) bool { return schema.NameOf(d) == "hooks" })
}

// twice finds hooks that are defined twice, each time with events and rules. Both definitions apply
// to one hook, which then does less than either.
func twice(r *schema.Report, inst *build.Instance) {
	first := map[string]*ast.Field{}
	for _, f := range inst.Files {
		for name, hook := range hooksIn(f) {
			other := first[name]
			if other == nil {
				first[name] = hook
				continue
			}
			at := schema.Place{Pos: schema.Pos(hook.Pos()), Hook: name}
			r.Fault(&plan.Error{Pos: at.Pos, Hook: name, Check: checkFile, See: schema.Pos(other.Pos()),
				Err: fmt.Errorf("found a second hook called %s, want another name: the two are one hook, which does what both say", name)})
		}
	}
}

// hooksIn yields the hooks that a file defines with events and rules.
func hooksIn(f *ast.File) func(yield func(string, *ast.Field) bool) {
	return func(yield func(string, *ast.Field) bool) {
		for _, d := range f.Decls {
			all, ok := d.(*ast.Field)
			if !ok || schema.NameOf(d) != "hooks" {
				continue
			}
			hooks, _ := all.Value.(*ast.StructLit)
			if hooks == nil {
				continue
			}
			for _, d := range hooks.Elts {
				hook, ok := d.(*ast.Field)
				if ok && complete(hook.Value) && !yield(schema.NameOf(d), hook) {
					return
				}
			}
		}
	}
}

// complete reports whether a hook has its events and its rules.
func complete(hook ast.Expr) bool {
	body, ok := hook.(*ast.StructLit)
	has := func(name string) bool {
		return slices.ContainsFunc(body.Elts, func(d ast.Decl) bool { return schema.NameOf(d) == name })
	}
	return ok && has("on") && has("rules")
}
