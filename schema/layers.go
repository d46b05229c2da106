package schema

import (
	"path/filepath"
	"slices"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"
)

// unified returns what layers make together, and notes what each must be watched
// for. Each is a CUE package of its own; what one says holds for all, so that a
// contradiction is a fault and none of them wins.
func (c *compiler) unified(layers []string) (cue.Value, []*build.Instance) {
	var insts []*build.Instance
	for i, dir := range layers {
		c.dir, c.read = dir, nil
		inst, errs := c.load(dir)
		sources, folders := c.watched(dir, inst)
		c.plan.Sources = append(c.plan.Sources, sources...)
		c.plan.Folders = append(c.plan.Folders, folders...)
		for _, err := range errs {
			if inst == nil {
				c.fault(err)
				continue
			}
			c.cueFault(errors.Promote(err, ""), token.NoPos)
		}
		if len(errs) == 0 {
			c.settle(inst, i)
			c.files[dir] = append(c.read, c.texts(inst)...)
			insts = append(insts, inst)
		}
	}
	slices.Sort(c.plan.Sources)
	slices.Sort(c.plan.Folders)
	c.plan.Sources, c.plan.Folders = slices.Compact(c.plan.Sources), slices.Compact(c.plan.Folders)
	if len(c.faults) > 0 {
		return cue.Value{}, nil
	}
	var values []cue.Value
	for i, inst := range insts {
		c.dir = layers[i]
		c.root = c.ctx.BuildInstance(inst)
		if err := c.root.Validate(); err != nil {
			c.cueFault(err, posOf(c.root))
		}
		values = append(values, c.root)
	}
	if len(c.faults) > 0 || len(values) == 1 {
		return c.root, insts
	}
	if c.defined(values); len(c.faults) > 0 {
		return c.root, insts
	}
	c.root = values[0]
	for _, v := range values[1:] {
		c.root = c.root.Unify(v)
	}
	if err := c.root.Validate(); err != nil {
		c.cueFault(err, posOf(c.root))
	}
	return c.root, insts
}

// settle notes whose a layer's files are and where they refer to others. It gives hidden
// names a scope of their own: two folders without a module file have one import path.
func (c *compiler) settle(inst *build.Instance, layer int) {
	for _, f := range inst.BuildFiles {
		if name, pack := c.origins.name(f.Filename); !pack && c.ranks[filepath.ToSlash(name)] == 0 {
			c.ranks[filepath.ToSlash(name)] = layer + 1
		}
	}
	for _, f := range inst.Files {
		ast.Walk(f, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.EmbedDecl, *ast.SelectorExpr:
				c.refers[place(n.Pos())] = true
			}
			return true
		}, nil)
	}
	inst.CanonicalID = inst.Dir + ":" + inst.PkgName
}

// defined notes hooks that two layers have rules for, each its own: unified, the
// rules of both would run into one another.
func (c *compiler) defined(layers []cue.Value) {
	first := map[string]cue.Value{}
	for _, layer := range layers {
		each(layer.LookupPath(cue.ParsePath("hooks")), func(name string, hook cue.Value) error {
			rules := hook.LookupPath(cue.ParsePath("rules"))
			other, ok := first[name]
			switch {
			case !rules.Exists():
			case !ok:
				first[name] = rules
			case placeOf(rules) != placeOf(other) && !rules.Equals(other):
				c.fault(&plan.Error{Pos: placeOf(rules), Hook: name, See: placeOf(other),
					Err: errors.New("rules: found others in another layer, want one layer to have them, or another name")})
			}
			return nil
		})
	}
}

// cueFault notes what CUE found.
func (c *compiler) cueFault(err error, at token.Pos) {
	for _, f := range c.cueFaults(err, at) {
		c.fault(f)
	}
}
