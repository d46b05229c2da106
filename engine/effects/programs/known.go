package programs

import (
	"strings"
	"sync"
)

// What was found is kept, because a loop calls the same programs again and again.
var (
	inTrades found[asked]
	byBase   found[string]
)

// An asked is a name, of a program or a subcommand, in one of the trades.
type asked struct {
	trade *string
	name  string
}

// A found caches programs, or their absence, by what was asked.
type found[K comparable] struct {
	sync.Mutex
	programs map[K]*program
}

// once returns the cached program of a key, or else caches and returns what look finds.
func once[K comparable](f *found[K], key K, look func() *program) *program {
	const most = 1000 // names; a hostile text may have many more
	f.Lock()
	p, ok := f.programs[key]
	f.Unlock()
	if ok {
		return p
	}
	p = look()
	f.Lock()
	defer f.Unlock()
	if f.programs == nil {
		f.programs = map[K]*program{}
	}
	if len(f.programs) < most {
		f.programs[key] = p
	}
	return p
}

// wellKnown returns what is known of a program by its base name, nil if nothing is:
// python3.12 is python, gsed is sed, mkfs.f2fs is mkfs.
func wellKnown(base string) *program {
	return once(&byBase, base, func() *program { return lookUp(base) })
}

func lookUp(base string) *program {
	if p := find(base); p != nil || len(base) < 2 {
		return p
	}
	if cut := strings.TrimRight(base, "0123456789.-"); cut != base {
		return find(cut)
	}
	if strings.HasPrefix(base, "mkfs.") {
		return find("mkfs")
	}
	if base[0] == 'g' && len(base) > 2 { // a GNU tool; there are none for networks
		for _, text := range trades {
			if p := findIn(text, base[1:]); p != nil && text != &netText && text != &cloudText {
				return p
			}
		}
	}
	return nil
}

// Matching returns the names of programs that match, without subcommands.
func Matching(match func(name string) bool) (names []string) {
	for _, text := range trades {
		for head := range strings.Lines(*text) {
			if name := nameOf(strings.TrimSuffix(head, "\n")); head[0] != '\t' && !strings.Contains(name, " ") && match(name) {
				names = append(names, name)
			}
		}
	}
	return names
}
