// Package compile makes plans of the layers that apply, with all facts and actions, and stores them
// where hooks look for them. It joins what a hook's process must not link: the schema, which is CUE,
// the user's trust, and the store of plans.
package compile

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"

	"github.com/hashicorp/go-multierror"
)

// Schema returns a schema for rules that may use all facts and actions, and import the packs of this
// program.
func Schema() *schema.Schema { return SchemaIn(host.Here(os.Getenv)) }

// SchemaIn is Schema for rules of a project, with what is trusted there.
func SchemaIn(in *host.Project) *schema.Schema {
	own := in.Folders()
	return schemaIn(in, partsUnder(own, own.Key()))
}

// schemaIn is SchemaIn with what keeps the tables of events and agents.
func schemaIn(in *host.Project, tables schema.Parts) *schema.Schema {
	s := schema.NewKept(engine.Library{Facts: full.All().Map(), Actions: actions.All().Map()}, rules.FS, tables)
	s.Supply = trust.Supply(in, true)
	s.Stores = func() store.Keeper { return Stores(nil) }
	return s
}

// Kept is Schema for a caller who wants the plan, the hooks and what they can do, and doesn't look
// into rules: it uses compiled packs as they were kept, and modules of the user's own rules only if
// somebody has seen them.
func Kept() *schema.Schema { return KeptIn(host.Here(os.Getenv)) }

// KeptIn is Kept for rules of a project; the given ones are the user's word.
func KeptIn(in *host.Project, given ...string) *schema.Schema {
	s := Planned(in)
	s.Supply = trust.Supply(in, false, given...)
	return s
}

// Planned is Schema for a caller who wants the plan of rules as they are: it uses compiled packs as
// they were kept, and compiles one again that it has to look into.
func Planned(in *host.Project) *schema.Schema {
	parts := openParts(in.Folders())
	s := schemaIn(in, parts)
	s.Parts = parts
	return s
}

// Looking is Planned for a caller that looks into rules that are likely to stay: it keeps the packs
// that it compiles for callers that don't look into them.
func Looking() *schema.Schema {
	s := Planned(host.Here(os.Getenv))
	s.Looks = true
	return s
}

// compiling is how many more bytes of memory compiling uses before it collects garbage: what a pack
// was made from is garbage once the pack is kept.
const compiling = 250 << 20

// comparing is compiling for a trusted project that changes packs: they are compared with and without
// its changes, and both stay in memory. With less, collecting garbage takes twice as long as the rest.
const comparing = 450 << 20

// perByte is how many bytes of memory compiling takes for a byte of the user's own rules. None of
// them is garbage before the end, and with a limit below the memory in use, thousands of hooks take
// four times as long.
const perByte = 600

// written returns the length of the rule files of a set, bytes.
func written(set layers.Set) (n int64) {
	for _, dir := range set.Layers {
		for _, name := range plan.RuleFiles(dir).Names {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil {
				n += info.Size()
			}
		}
	}
	return n
}

// retryTime is how long to leave alone a registry that didn't answer, and files that couldn't be
// read.
const retryTime = time.Minute

// Keep compiles a rule set and stores the plan, or a note of the faults, which it returns as lines.
// It returns a plan that couldn't be stored with the reason.
func Keep(set layers.Set) (plan *plan.Plan, faults []string, err error) {
	began, key := time.Now(), set.Key()
	own := set.Folders(os.Getenv)
	s := KeptIn(set.Project(os.Getenv), set.Given()...)
	counts, more := trust.Count(set, os.Getenv), int64(compiling)
	if counts.Frozen != nil {
		more = comparing
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(held() + more + perByte*written(set)))
	before := cache.Take(began, nil, counts.Layers, "") // to notice a file that comes meanwhile
	compiled, compileErr := counts.Compile(s)
	plan = compiled.Plan
	theirs, said := Less(set, compiled)
	plan.Notice, plan.Digest = cmp.Or(counts.Notice, said), compiled.Source.Digest()
	watch := append(counts.Watch, theirs...)
	if own.Rules != "" && len(compiled.Source.Modules(own.Rules)) > 0 {
		watch = append(watch, trust.Open(own.Rules).Sums())
	}
	for _, path := range watch {
		if !slices.Contains(plan.Sources, path) {
			plan.Sources = append(plan.Sources, path)
		}
	}
	stamp := cache.Take(began, plan.Sources, plan.Folders, hook.Compiler())
	stamp.Update(before)
	store, err := storeOf(set, own)
	foreignFile := foreign(set, plan.Sources)
	if compileErr != nil || counts.Err != nil || foreignFile != "" {
		if foreignFile != "" {
			faults = []string{foreignFile}
		} else if compileErr == nil {
			faults = []string{counts.Notice}
		} else if faults, compileErr = Faults(compileErr, ""); compileErr != nil {
			return nil, nil, compileErr
		}
		if err == nil {
			var until time.Time
			if compiled.Source.Passing || counts.Err != nil || foreignFile != "" {
				until = began.Add(retryTime)
			}
			err = store.WriteFault(key, faults[0], stamp, until, plan.Closed())
		}
		return nil, faults, err
	}
	if err == nil {
		err = store.Write(key, plan, stamp)
	}
	return plan, nil, err
}

// held returns how many bytes of memory this process has.
func held() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

// foreign names the first of the user's own rule files that isn't the user's, and says why; "" if
// there is none. The compiler only knows what the rules contain, not who may have put it there.
func foreign(set layers.Set, sources []string) string {
	if set.Above {
		return host.OfSystem().Foreign(sources)
	}
	own := set.User(os.Getenv)
	if !slices.Contains(set.Layers, own) {
		return ""
	}
	folders := set.Folders(os.Getenv)
	if folders.Barred != "" {
		return fmt.Sprintf("%s: %s", own, folders.Barred)
	}
	for _, file := range sources {
		if why := folders.Foreign(file); strings.HasPrefix(file, own+string(os.PathSeparator)) && why != "" {
			return fmt.Sprintf("%s: %s", file, why)
		}
	}
	return ""
}

// Command is the hook command of the full binary: with all facts, making plans in its own process.
func Command() hook.Command {
	return hook.Command{Facts: full.All, Stores: Stores, Compile: func(set layers.Set, _ time.Duration) (*plan.Plan, string, error) {
		made, faults, err := Keep(set)
		if len(faults) > 0 {
			return nil, faults[0], nil
		}
		return made, "", err
	}}
}

// Stores returns a keeper of a host's stores; with a nil host it only tries SQL. Once it is closed,
// nothing uses the stores any more, so a test can remove their folder. For rules that others may
// have written it has the limits of evaluating them (package bounded).
func Stores(h *host.Host) store.Keeper {
	k := &store.Helper{Program: storekeeper, Waits: true}
	if h == nil || h.Blank {
		k.Bound = &store.Bound{CPU: bounded.Rules.CPU, Memory: bounded.Rules.Memory}
	} else if h.Staged() {
		k.Bound = &store.Bound{CPU: bounded.Tests.CPU, Memory: bounded.Tests.Memory}
	}
	if h != nil {
		k.Left, k.Home = h.Within, h.Home
	}
	return k
}

// storekeeper finds bcstore beside this program, or else on the PATH.
func storekeeper() (string, error) {
	path, err := hook.Storekeeper()
	if err == nil {
		return path, nil
	}
	if path, err = exec.LookPath("bcstore"); err != nil {
		return "", errors.New("found no bcstore beside bcrules or on the PATH, want it, as it asks databases: make install and packages put all commands in one folder")
	}
	if why := host.Brought(path); why != "" {
		return "", fmt.Errorf("found bcstore on the PATH, %s, and %s; want it beside bcrules", path, why)
	}
	return path, nil
}

// Runner returns the runner of rules' tests, with the code of the hook command.
func Runner() test.Runner {
	return test.Runner{Facts: full.All(), Actions: actions.All(), Heed: hook.Heed, Stores: Stores}
}

// Plan compiles a rule set as it is, trusted or not, and stores nothing. It returns faults as lines,
// with files relative to the folder here.
func Plan(s *schema.Schema, of []string, here string) (plan *plan.Plan, faults []string, err error) {
	compiled, err := s.Compile(of...)
	if err != nil {
		faults, err = Faults(err, here)
	}
	return compiled.Plan, faults, err
}

// Faults returns the faults in an error of Schema.Compile, a line each, with files relative to the
// folder here. It returns any other error.
func Faults(err error, here string) ([]string, error) {
	var all *multierror.Error
	if !errors.As(err, &all) {
		return nil, err
	}
	var lines []string
	for _, f := range all.Errors {
		if e, ok := f.(*plan.Error); ok && here != "" {
			e.File, e.See.File = schema.Display(e.File, here), schema.Display(e.See.File, here)
		}
		lines = append(lines, strings.TrimSpace(f.Error()))
	}
	return lines, nil
}
