//go:build unix

// Command cut shows what a power cut may leave of what bcrules wrote. It runs each writer under
// strace, and derives from the calls all trees that the disk may have after a cut at any moment
// (see disk). It opens each tree with the real commands: whatever was answered before the cut must
// be there; other changes may be there or not, but never half.
//
//	go run ./testdata/cut [-scene NAME] [-most N] [-seed N] [-ordered] [-bin DIR]
//
// The method is that of ALICE (Pillai et al., All File Systems Are Not Created Equal, OSDI 2014).
//
//	scenes.go   what is written, and how it is looked at
//	trace.go    from strace's output to calls on the disk
//	disk.go     what calls do, and what a sync keeps
//	states.go   what a cut leaves: every tree, or so many by seed where they are more
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	only := flag.String("scene", "", "the only `scene`, else all")
	most := flag.Int("most", 200, "trees to try of those a cut at one moment may leave, where they are more")
	seed := flag.Uint64("seed", 1, "what these are drawn by")
	ordered := flag.Bool("ordered", false, "a disk that changes names in one order, as ext4 does; else one that is free to do more")
	bin := flag.String("bin", "bin", "folder of the commands")
	flag.Parse()
	if _, err := exec.LookPath("strace"); err != nil {
		log.Fatal("found no strace, want one: apt-get install strace")
	}
	dir, err := os.MkdirTemp("", "cut-")
	check(err)
	defer os.RemoveAll(dir)
	absolute, err := filepath.Abs(*bin)
	check(err)
	faults := 0
	for _, s := range scenes {
		if *only == "" || *only == s.name {
			t := &trial{world: newWorld(filepath.Join(dir, s.name), absolute), scene: s, most: *most, weak: !*ordered, chance: rand.New(rand.NewPCG(*seed, 0))}
			t.run()
			faults += t.faults
		}
	}
	if faults > 0 {
		os.RemoveAll(dir)
		log.Fatalf("%d trees lost something or had it half", faults)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// A trial is a scene that is played and then inspected after cuts.
type trial struct {
	*world
	scene  scene
	most   int
	weak   bool
	chance *rand.Rand
	seen   [][]string // what is visible after no step, one step and so on
	faults int
}

// A moment is when a cut may come: after that many calls, and that many answered steps.
type moment struct{ calls, answered int }

func (t *trial) run() {
	s := t.scene
	s.lay(t.world)
	began := read(t.base)
	for i := range len(s.steps) + 1 {
		if i > 0 {
			t.do(s.steps[i-1], "")
		}
		here := read(t.base)
		t.seen = append(t.seen, s.look(t.world))
		put(t.base, here)
		if i > 0 && !s.loose && slices.Equal(t.seen[i], t.seen[i-1]) {
			log.Fatalf("%s: saw %q before and after %s, want a difference", s.name, t.seen[i], s.steps[i-1].line)
		}
	}
	put(t.base, began)
	d, moments := newDisk(began, t.weak), []moment{{}}
	for n, step := range s.steps {
		trace := filepath.Join(t.dir, "trace")
		t.do(step, trace)
		data, err := os.ReadFile(trace)
		check(err)
		hook := strings.HasPrefix(step.line, "bchook") // a hook answers on stdout, a command by its end
		calls, now := parse(string(data)), moment{answered: n}
		for _, c := range calls {
			check(d.play(c, t.base))
			if hook && c.name == "write" && fd(c.args[0]) == t.out || !hook && c.name == ended && c.process == calls[0].process {
				now.answered = n + 1
			}
			if now.calls = d.calls; now != moments[len(moments)-1] {
				moments = append(moments, now)
			}
		}
		if now.answered == n {
			log.Fatalf("%s: found no answer of %s in the trace, want one", s.name, step.line)
		}
	}
	t.cut(d, moments)
}

// cut inspects each tree that a cut may leave, once for the same answers.
func (t *trial) cut(d *disk, moments []moment) {
	tried, how := map[string]bool{}, "all"
	for _, m := range moments {
		all := pick(d.choices(m.calls), t.most, t.chance, func(way []option) {
			if tree := d.tree(m.calls, way); tree != nil {
				key := fmt.Sprintf("%x %d", tree.sum(), m.answered)
				if !tried[key] {
					t.open(tree, m)
				}
				tried[key] = true
			}
		})
		if !all {
			how = "some"
		}
	}
	fmt.Printf("%-10s %4d moments, %4s of their trees: %5d, %5d with a fault\n", t.scene.name, len(moments), how, len(tried), t.faults)
}

// open inspects a tree: each visible thing is as it was after the answered steps, or after the next
// one.
func (t *trial) open(tree *node, m moment) {
	put(t.base, tree)
	for i, saw := range t.scene.look(t.world) {
		may := t.seen[m.answered:min(m.answered+2, len(t.seen))]
		if t.scene.loose {
			may = t.seen
		}
		if slices.ContainsFunc(may, func(seen []string) bool { return seen[i] == saw }) {
			continue
		}
		if t.faults++; t.faults == 1 {
			fmt.Printf("%s: %v: found %.200q, want that of one of %.400q\n", t.scene.name, m, saw, may)
		}
		return
	}
}

// read returns the node at a path.
func read(path string) *node {
	info, err := os.Lstat(path)
	check(err)
	n := &node{mode: info.Mode()}
	switch {
	case info.IsDir():
		n.names = map[string]*node{}
		entries, err := os.ReadDir(path)
		check(err)
		for _, e := range entries {
			n.names[e.Name()] = read(filepath.Join(path, e.Name()))
		}
	case info.Mode()&fs.ModeSymlink != 0:
		n.link, err = os.Readlink(path)
	default:
		n.data, err = os.ReadFile(path)
	}
	check(err)
	return n
}

// put makes the content of a path what a tree says. It doesn't touch what is so already, which
// keeps its times and inodes.
func put(path string, n *node) {
	info, err := os.Lstat(path)
	if err == nil && info.Mode().Type() == n.mode.Type() && n.names == nil {
		if is := read(path); is.link == n.link && string(is.data) == string(n.data) {
			return
		}
	}
	if err == nil && (n.names == nil || !info.IsDir()) {
		check(os.RemoveAll(path))
	}
	switch {
	case n.names != nil:
		if err := os.Mkdir(path, n.mode.Perm()); !errors.Is(err, fs.ErrExist) {
			check(err)
		}
		entries, err := os.ReadDir(path)
		check(err)
		for _, e := range entries {
			if n.names[e.Name()] == nil {
				check(os.RemoveAll(filepath.Join(path, e.Name())))
			}
		}
		for name, of := range n.names {
			put(filepath.Join(path, name), of)
		}
	case n.link != "":
		check(os.Symlink(n.link, path))
	default:
		check(os.WriteFile(path, n.data, n.mode.Perm()))
	}
}
