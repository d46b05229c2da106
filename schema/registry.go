package schema

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"cuelang.org/go/mod/modconfig"
	"cuelang.org/go/mod/modfile"
	"cuelang.org/go/mod/module"
)

// fetchTime is what a rule set waits for registries in all, less than a hook
// gives to compiling it.
const fetchTime = 5 * time.Second

// A registry gives the packs of third parties, as CUE is set up on this machine
// (CUE_REGISTRY, CUE_CACHE_DIR). CUE asks it for modules that a module file
// names and for no others; what is in the cache is not fetched.
type registry struct {
	cue     modconfig.Registry
	origins *origins // of the modules given
	within  func() (context.Context, context.CancelFunc)
	missed  atomic.Bool // something asked for was not given
}

func newRegistry(o *origins, wait time.Duration) *registry {
	return &registry{
		cue: &modconfig.LazyRegistry{New: func() (modconfig.CachedRegistry, error) {
			return modconfig.NewRegistry(&modconfig.Config{ClientType: "bcrules"})
		}},
		origins: o,
		within: sync.OnceValues(func() (context.Context, context.CancelFunc) { // from the first question on
			return context.WithTimeout(context.Background(), wait)
		}),
	}
}

// close ends what is still being fetched.
func (r *registry) close() {
	_, cancel := r.within()
	cancel()
}

// Fetch implements modconfig.Registry, as do the other methods. CUE's own
// contexts never end.
func (r *registry) Fetch(_ context.Context, m module.Version) (module.SourceLoc, error) {
	ctx, _ := r.within()
	at, err := r.cue.Fetch(ctx, m)
	if root, ok := at.FS.(module.OSRootFS); ok && err == nil {
		r.origins.add(filepath.Join(root.OSRoot(), filepath.FromSlash(at.Dir)), m.BasePath()+"@"+m.Version())
	}
	return at, r.miss(err)
}

func (r *registry) ModFile(_ context.Context, m module.Version) (*modfile.File, error) {
	ctx, _ := r.within()
	f, err := r.cue.ModFile(ctx, m)
	return f, r.miss(err)
}

func (r *registry) ModuleVersions(_ context.Context, path string) ([]string, error) {
	ctx, _ := r.within()
	all, err := r.cue.ModuleVersions(ctx, path)
	return all, r.miss(err)
}

func (r *registry) miss(err error) error {
	if err == nil {
		return nil
	}
	r.missed.Store(true)
	return fmt.Errorf("%w (CUE_REGISTRY says where modules come from)", err)
}
