package schema

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"bcrules.dev/engine/plan"
)

// compileScopes compiles the scopes of a rule set, packs in parallel, and joins them. Each pack is
// compiled in a CUE context of its own, so that its memory can be freed.
func (s *Schema) compileScopes(set *Set) {
	src := set.Source
	scopes := make([]*Set, len(src.Packs))
	s.SideBySide(src.Packs, func(i int) { scopes[i] = s.pack(src.Packs[i]) })
	for i, of := range scopes {
		src.Packs[i] = of.Source
	}
	set.Scopes = append([]*Set{s.compile(src)}, scopes...)
	for _, of := range scopes {
		src.Report.Join(of.Source.Report)
	}
	set.join()
}

// SideBySide calls do with the index of each scope, as many at once as there are processors: first
// for scopes that only this program wrote, within aside, then for the others.
func (s *Schema) SideBySide(scopes []*Source, do func(i int)) {
	each := func(foreign bool) {
		var wait sync.WaitGroup
		defer wait.Wait()
		free := make(chan struct{}, runtime.GOMAXPROCS(0))
		for i, src := range scopes {
			if src.Foreign() == foreign {
				free <- struct{}{}
				wait.Go(func() {
					defer func() { <-free }()
					do(i)
				})
			}
		}
	}
	if slices.ContainsFunc(scopes, func(src *Source) bool { return !src.Foreign() }) {
		s.aside(func() { each(false) })
	}
	each(true)
}

// AsShipped reports whether the scope is a pack of this program that layers take as it is.
func (src *Source) AsShipped() bool { return src.scope != nil && src.scope.asShipped() }

// Foreign reports whether part of the scope was written by others than this program.
func (src *Source) Foreign() bool { return src.scope == nil || src.scope.foreign }

// pack compiles the scope of a pack. A shipped pack that layers don't change is compiled
// once.
func (s *Schema) pack(src *Source) *Set {
	if src.scope.foreign {
		return s.part(src)
	}
	once, _ := s.plain.LoadOrStore(src.Pack+" "+src.scope.path, sync.OnceValue(func() *Set { return s.part(src) }))
	return once.(func() *Set)()
}

// part returns the kept scope of a pack, or compiles and keeps it.
func (s *Schema) part(src *Source) *Set {
	key := src.scope.key()
	var kept *Set
	if s.Parts != nil {
		kept = decode(s.Parts.Get(key), src, key)
	}
	looks := kept == nil || s.wanted(kept)
	if made := s.made(key); made != nil && s.Parts != nil && (s.Compares || looks) {
		return made
	}
	if !looks {
		return kept
	}
	set := s.fresh(src)
	set.key = key
	if s.Parts == nil || kept != nil || src.Report.Faults() > 0 {
		return set
	}
	data := set.encode()
	s.Parts.Put(key, data)
	if s.Compares || s.Looks {
		return set
	}
	src.Root, src.schema = Node{src: src}, s // frees the memory of the compilation
	return decode(data, src, key)
}

// fresh compiles the scope of a pack by a schema of its own.
func (s *Schema) fresh(src *Source) *Set {
	src.schema = s.another()
	return src.schema.compile(src)
}

// join merges the scopes of a rule set: hooks in the order they run, and what hooks share, under
// its global names (plan.Scoped).
func (s *Set) join() {
	p := s.Plan
	p.Settings, p.Marks, p.Tables, p.Stores = map[string]*plan.Settings{}, map[string]*plan.Marks{}, map[string]*plan.Table{}, map[string]*plan.Store{}
	p.Logs = map[string]plan.Logging{}
	p.Takers.Events = map[string]string{}
	for _, of := range s.Scopes {
		pack := of.Source.Pack
		scoped(pack, p.Settings, of.Plan.Settings)
		scoped(pack, p.Marks, of.Plan.Marks)
		scoped(pack, p.Tables, of.Plan.Tables)
		scoped(pack, p.Stores, of.Plan.Stores)
		if pack == "" {
			p.Log, p.Timeout = of.Plan.Log, of.Plan.Timeout
		} else if log := of.Plan.Log; log.File != "" || len(log.Level) > 0 {
			p.Logs[pack] = log
		}
		maps.Copy(p.Takers.Events, of.Plan.Takers.Events)
		p.Takers.Known = append(p.Takers.Known, of.Plan.Takers.Known...)
		for _, l := range of.Hooks {
			l.Stores = scopedNames(pack, l.Stores)
			s.Hooks = append(s.Hooks, l)
		}
		s.Can = append(s.Can, of.Can...)
		for event, a := range of.Plan.Events {
			p.Events[event] = mergeAgenda(p.Events[event], a, pack, of.Plan.Timeout)
		}
	}
	slices.Sort(p.Takers.Known)
	p.Takers.Known = slices.Compact(p.Takers.Known)
	slices.SortStableFunc(s.Hooks, func(a, b Listed) int { return a.position.compare(b.position) })
	rank := map[string]int{}
	for i, h := range s.Hooks {
		rank[h.Name] = i
	}
	slices.SortStableFunc(s.Can, func(a, b Ability) int { return rank[a.Hook] - rank[b.Hook] })
	for _, a := range p.Events {
		slices.SortStableFunc(a.Hooks, func(a, b plan.Hook) int { return rank[a.Name] - rank[b.Name] })
	}
}

// mergeAgenda adds a scope's hooks for an event to those of other scopes.
func mergeAgenda(all, own *plan.Agenda, pack string, timeout time.Duration) *plan.Agenda {
	if all == nil {
		all = &plan.Agenda{Matcher: own.Matcher, Stamp: own.Stamp, Refuse: own.Refuse, Again: own.Again, Outputs: own.Outputs}
	}
	if own.Tools != nil {
		all.Tools = own.Tools
	}
	for _, h := range own.Hooks {
		if h.Pack = pack; pack != "" {
			h.Timeout = cmp.Or(h.Timeout, timeout)
		}
		h.Tables, h.Stores = scopedNames(pack, h.Tables), scopedNames(pack, h.Stores)
		all.Hooks = append(all.Hooks, h)
	}
	return all
}

// scoped adds the entries of a pack under their global names.
func scoped[T any](pack string, all, own map[string]T) {
	for name, x := range own {
		all[plan.Scoped(pack, name)] = x
	}
}

func scopedNames(pack string, names []string) (all []string) {
	for _, name := range names {
		all = append(all, plan.Scoped(pack, name))
	}
	return all
}

// Own returns the hook's name without that of its pack.
func (l Listed) Own() string { return l.Name[strings.LastIndexByte(l.Name, '/')+1:] }
