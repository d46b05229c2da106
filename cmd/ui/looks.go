package ui

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// A lookCache caches the last Look until a rule file, trust or this program changes. It doesn't
// notice changes of imports and data files, so an old look is shown at once but renewed in the
// background.
type lookCache struct {
	mu    sync.Mutex
	last  cachedLook
	again bool // a renewal is running
}

// A cachedLook is a look with its key; the zero value is none.
type cachedLook struct {
	Key  string `json:"key"`
	Look *Look  `json:"look"`
}

// longestLook is the age at which a look is old.
const longestLook = 2 * time.Minute

func (look *Look) old() bool { return time.Since(look.At) > longestLook }

// get returns a look at the rules now in force.
func (l *lookCache) get(ctx context.Context, s *Server) (*Look, error) {
	in := layers.Find(s.Rules, s.Here, os.Getenv)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(in.Layers) == 0 {
		return nil, layers.ErrNone
	}
	key := fmt.Sprintln(s.Here, s.Rules) + keyOf(in)
	if l.last.Key != key {
		l.last = remembered(in)
	}
	if l.last.Key != key {
		look, err := s.examine(ctx, in, key)
		if err != nil {
			return nil, err
		}
		l.last = cachedLook{key, look}
	}
	if l.last.Look.old() && !l.again {
		l.again = true
		go l.renew(s, in, key)
	}
	return l.last.Look, nil
}

// renew examines rules again. If that fails, the next request tries again and reports the error.
func (l *lookCache) renew(s *Server, in layers.Set, key string) {
	look, err := s.examine(s.ctx, in, key)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.again = false
	if err != nil {
		_ = os.Remove(rememberedIn(in))
		l.last = cachedLook{}
	} else if l.last.Key == key {
		l.last.Look = look
	}
}

// examine runs the program to examine the rules, and remembers the result.
func (s *Server) examine(ctx context.Context, in layers.Set, key string) (*Look, error) {
	var look Look
	if err := s.ask(ctx, "", &look, append([]string{"__look"}, s.layers()...)...); err != nil {
		return nil, err
	}
	remember(in, cachedLook{key, &look})
	return &look, nil
}

// layers returns the flags that name the rules.
func (s *Server) layers() (args []string) {
	for _, dir := range s.Rules {
		args = append(args, "--rules", dir)
	}
	return args
}

// rememberedIn returns the path of the last look at a rule set in the user's cache folder, "" if
// there is no such folder.
func rememberedIn(in layers.Set) string {
	name := sha256.Sum256([]byte(in.Key()))
	return host.Bcrules(in.Folders(os.Getenv).Cache, "looks", hex.EncodeToString(name[:16])+".json")
}

// remembered returns the last look at a rule set, whose key may differ by now.
func remembered(in layers.Set) cachedLook {
	path := rememberedIn(in)
	h, err := files.Open(path)
	if err != nil {
		return cachedLook{}
	}
	own := h.Own
	h.Close()
	var was cachedLook
	data, err := files.Read(files.At(path))
	if err != nil || !own || json.Unmarshal(data, &was) != nil || was.Look == nil {
		return cachedLook{}
	}
	return was
}

// remember saves a look. If it can't, only the next start takes longer.
func remember(in layers.Set, is cachedLook) {
	path := rememberedIn(in)
	if path == "" || os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return
	}
	if data, err := json.Marshal(is); err == nil {
		_ = files.WriteCache(files.At(path), data)
	}
}

// keyOf identifies the state of this program and of rule files, including tests, by their sizes and
// times.
func keyOf(in layers.Set) string {
	var b strings.Builder
	fmt.Fprint(&b, in.Layers, compile.Count(in).Notice)
	if self, err := os.Executable(); err == nil {
		stamp(&b, self)
	}
	for _, dir := range in.Layers {
		if !filepath.IsAbs(dir) {
			continue
		}
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if filepath.Ext(e.Name()) == ".cue" {
				stamp(&b, filepath.Join(dir, e.Name()))
			}
		}
	}
	return b.String()
}

// stamp adds a file's size and time to a key.
func stamp(b *strings.Builder, file string) {
	if info, err := os.Stat(file); err == nil {
		fmt.Fprint(b, "\n", file, " ", info.Size(), " ", info.ModTime().UnixNano())
	}
}
