package schema

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bcrules.dev/engine/host"

	"cuelang.org/go/mod/modcache"
	"cuelang.org/go/mod/modconfig"
	"cuelang.org/go/mod/modfile"
	"cuelang.org/go/mod/modregistry"
	"cuelang.org/go/mod/module"
)

// fetchTime limits all fetching for a rule set. It is shorter than the time a hook allows for
// compiling.
const fetchTime = 5 * time.Second

// A Supply says what a layer is read from, whether its user trusts that, and where its third-party
// modules come from. Trust belongs to content, as a folder may change a moment later: a trusted
// layer is read from the files that were trusted.
//
// No server is asked for modules of untrusted rules, and a module fetched for some rules isn't
// trusted in others: the environment, which a project may set, chooses the server of a module.
type Supply struct {
	Trusted bool
	From    string // the absolute folder to read, "" for the layer's own
	Files   []File // all files to read, as in Layer.Files when they were trusted; nil to read the folder
	// Modules are the modules imported when the layer was trusted (Layer.Modules). If they differ
	// now, the layer isn't trusted, as all rules on this machine share the cache of modules.
	Modules map[string]string
	Cache   string                                // folder of the cache; "" for CUE's own
	Fetch   func(module string) bool              // reports whether a module may be fetched, by name and version; nil if none may
	Check   func(modules map[string]string) error // returns what is wrong with the imported modules (Source.Modules), nil if nothing is
}

// fetches reports whether a module may be fetched.
func (s Supply) fetches(m module.Version) bool { return s.Fetch != nil && s.Fetch(versioned(m)) }

// versioned returns a module's name and version in the form that people write.
func versioned(m module.Version) string { return m.BasePath() + "@" + m.Version() }

// A registry supplies third-party modules to one layer, as CUE is configured on this machine
// (CUE_REGISTRY, CUE_CACHE_DIR). CUE asks it only for modules that a module file names. Cached
// modules are not fetched.
type registry struct {
	*fetching
	supply Supply
	kept   modconfig.Registry // asks only the cache
	server modconfig.Registry
	mu     sync.Mutex
	wanted []string // modules that may not be fetched
}

// A fetching is the state that the registries of a rule set's layers share.
type fetching struct {
	origins *origins // knows the folders of supplied modules
	within  func() (context.Context, context.CancelFunc)
	missed  atomic.Bool // a module could not be supplied
}

func newFetching(o *origins, wait time.Duration) *fetching {
	return &fetching{
		origins: o,
		within: sync.OnceValues(func() (context.Context, context.CancelFunc) { // the time counts from the first request
			return context.WithTimeout(context.Background(), wait)
		}),
	}
}

// close cancels pending requests.
func (a *fetching) close() {
	_, cancel := a.within()
	cancel()
}

// registry returns the registry of a layer.
func (a *fetching) registry(s Supply) *registry {
	from := func(resolver func() (modregistry.Resolver, error)) modconfig.Registry {
		return &modconfig.LazyRegistry{New: func() (modconfig.CachedRegistry, error) {
			r, err := resolver()
			if err != nil {
				return nil, err
			}
			dir, err := cacheOf(s)
			if err != nil {
				return nil, err
			}
			return modcache.New(modregistry.NewClientWithResolver(r), dir)
		}}
	}
	return &registry{
		fetching: a, supply: s,
		kept:   from(func() (modregistry.Resolver, error) { return nowhere{}, nil }),
		server: from(func() (modregistry.Resolver, error) { return resolver() }),
	}
}

// cacheOf returns the folder where a supply's modules are cached.
func cacheOf(s Supply) (string, error) {
	if s.Cache != "" {
		return s.Cache, nil
	}
	if dir := os.Getenv("CUE_CACHE_DIR"); dir != "" {
		return dir, nil
	}
	dir := host.Here(os.Getenv).Folders().Cache
	if dir == "" {
		return "", errors.New("found no cache folder of the user, want one for modules")
	}
	return filepath.Join(dir, "cue"), nil
}

func resolver() (*modconfig.Resolver, error) {
	return modconfig.NewResolver(&modconfig.Config{ClientType: "bcrules"})
}

// From returns the server that the environment chooses for a module, given by name and version; ""
// for none.
func From(name string) string {
	r, err := resolver()
	if err != nil {
		return ""
	}
	m, err := module.ParseVersion(name)
	if err != nil {
		return ""
	}
	at, _ := r.ResolveToLocation(m.BasePath(), m.Version())
	return at.Host
}

// nowhere resolves modules that may not be fetched.
type nowhere struct{}

var errUnfetched = errors.New("it isn't kept here, and not fetched by who only looks at rules: bcrules vet fetches it for your own, bcrules trust for a project's")

// ResolveToRegistry implements modregistry.Resolver.
func (nowhere) ResolveToRegistry(string, string) (modregistry.RegistryLocation, error) {
	return modregistry.RegistryLocation{}, errUnfetched
}

// source returns the server if it may be asked, else the cache.
func (r *registry) source(may bool) modconfig.Registry {
	if may {
		return r.server
	}
	return r.kept
}

// Fetch implements modconfig.Registry, as the methods below do. They ignore CUE's contexts, which
// have no deadline.
func (r *registry) Fetch(_ context.Context, m module.Version) (module.SourceLoc, error) {
	ctx, _ := r.within()
	at, err := r.source(r.supply.fetches(m)).Fetch(ctx, m)
	if root, ok := at.FS.(module.OSRootFS); ok && err == nil {
		r.origins.add(filepath.Join(root.OSRoot(), filepath.FromSlash(at.Dir)), versioned(m))
	}
	return at, r.miss(err, versioned(m))
}

func (r *registry) ModFile(_ context.Context, m module.Version) (*modfile.File, error) {
	ctx, _ := r.within()
	f, err := r.source(r.supply.fetches(m)).ModFile(ctx, m)
	return f, r.miss(err, versioned(m))
}

func (r *registry) ModuleVersions(_ context.Context, path string) ([]string, error) {
	ctx, _ := r.within()
	all, err := r.source(r.supply.Fetch != nil && r.supply.Fetch(path)).ModuleVersions(ctx, path)
	return all, r.miss(err, path)
}

func (r *registry) miss(err error, name string) error {
	if err == nil {
		return nil
	}
	r.missed.Store(true)
	if errors.Is(err, errUnfetched) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if !slices.Contains(r.wanted, name) {
			r.wanted = append(r.wanted, name)
		}
		return err
	}
	return fmt.Errorf("%w (CUE_REGISTRY says where modules come from)", err)
}
