//go:build unix

package main

import (
	"encoding/hex"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What a cut leaves at the end of a trace, on either kind of disk. In a trace x*N are N letters; in
// a tree x or 0 with a number is that many letters or zeros.
var cuts = []struct {
	name, trace   string
	weak, ordered []string // the files left; nil for ordered if they are the same
}{
	{
		name: "a name before its data",
		trace: `1 openat(3</w>, "t", O_WRONLY|O_CREAT|O_EXCL, 0600) = 4</w/t>
1 write(4</w/t>, "x*3", 3) = 3
1 renameat(3</w>, "t", 3</w>, "a") = 0`,
		weak:    []string{"a=", "a=03", "a=old", "a=old t=", "a=old t=03", "a=old t=x3", "a=x3"},
		ordered: []string{"a=", "a=old", "a=old t=", "a=old t=x3", "a=x3"},
	},
	{
		name: "data before its name",
		trace: `1 openat(3</w>, "t", O_WRONLY|O_CREAT|O_EXCL, 0600) = 4</w/t>
1 write(4</w/t>, "x*3", 3) = 3
1 fsync(4</w/t>) = 0
1 renameat(3</w>, "t", 3</w>, "a") = 0`,
		weak:    []string{"a=old", "a=old t=x3", "a=x3"},
		ordered: []string{"a=old t=x3", "a=x3"},
	},
	{
		name: "data, then its name, then the folder",
		trace: `1 openat(3</w>, "t", O_WRONLY|O_CREAT|O_EXCL, 0600) = 4</w/t>
1 write(4</w/t>, "x*3", 3) = 3
1 fsync(4</w/t>) = 0
1 renameat(3</w>, "t", 3</w>, "a") = 0
1 fsync(3</w>) = 0`,
		weak: []string{"a=x3"},
	},
	{
		name: "a line of two blocks",
		trace: `1 openat(3</w>, "a", O_WRONLY|O_APPEND|O_CREAT, 0600) = 4</w/a>
1 write(4</w/a>, "x*5000", 5000) = 5000`,
		weak:    []string{"a=old", "a=old 05000", "a=old x4093", "a=old 04093 x907", "a=old x5000"},
		ordered: []string{"a=old", "a=old x4093", "a=old x5000"},
	},
	{
		name: "two lines, the first synced",
		trace: `1 write(4</w/a>, "x*1", 1) = 1
1 fdatasync(4</w/a>) = 0
1 write(4</w/a>, "x*2", 2) = 2`,
		weak:    []string{"a=old x1", "a=old x1 02", "a=old x3"},
		ordered: []string{"a=old x1", "a=old x3"},
	},
	{
		name: "two lines, none synced",
		trace: `1 write(4</w/a>, "x*1", 1) = 1
1 write(4</w/a>, "x*2", 2) = 2`,
		weak:    []string{"a=old", "a=old 01", "a=old 01 x2", "a=old x1", "a=old x1 02", "a=old x3"},
		ordered: []string{"a=old", "a=old x1", "a=old x3"},
	},
	{
		name: "a file and its folder, but not the folder above",
		trace: `1 mkdirat(3</w>, "d", 0700) = 0
1 openat(3</w>, "d/f", O_WRONLY|O_CREAT, 0600) = 4</w/d/f>
1 write(4</w/d/f>, "x*1", 1) = 1
1 fsync(4</w/d/f>) = 0
1 fsync(5</w/d>) = 0`,
		weak:    []string{"a=old", "a=old d/f=x1"},
		ordered: []string{"a=old d/f=x1"},
	},
	{
		name: "another folder, where it is never in both or none",
		trace: `1 mkdirat(3</w>, "d", 0700) = 0
1 fsync(3</w>) = 0
1 renameat2(3</w>, "a", 3</w>, "d/a", 0) = 0`,
		weak: []string{"a=old", "d/a=old"},
	},
	{
		name: "what was removed comes back, in any folder",
		trace: `1 mkdirat(3</w>, "d", 0700) = 0
1 symlinkat("x", 3</w>, "d/l") = 0
1 fsync(3</w>) = 0
1 fsync(5</w/d>) = 0
1 unlinkat(5</w/d>, "l", 0) = 0
1 unlinkat(3</w>, "a", 0) = 0`,
		weak:    []string{"", "a=old", "a=old d/l>x", "d/l>x"},
		ordered: []string{"", "a=old", "a=old d/l>x"},
	},
	{
		name: "calls of two processes, one that fails, and one elsewhere",
		trace: `1 write(4</w/a>, "x*1", 1 <unfinished ...>
2 openat(3</w>, "b", O_WRONLY|O_CREAT, 0600) = -1 EACCES (Permission denied)
2 write(1</elsewhere>, "x*9", 9) = 9
1 <... write resumed>) = 1
2 fsync(4</w/a>) = 0
2 ftruncate(4</w/a>, 2) = 0
2 +++ exited with 0 +++`,
		weak: []string{"a=ol", "a=old x1"},
	},
}

// hexed rewrites a trace with texts in hexadecimal digits, as strace does.
func hexed(trace string) string {
	trace = regexp.MustCompile(`x\*(\d+)`).ReplaceAllStringFunc(trace, func(s string) string {
		n, _ := strconv.Atoi(s[2:])
		return strings.Repeat("x", n)
	})
	return regexp.MustCompile(`"[^"]*"|</[^>]*>`).ReplaceAllStringFunc(trace, func(s string) string {
		var b strings.Builder
		for _, c := range []byte(s[1 : len(s)-1]) {
			b.WriteString(`\x` + hex.EncodeToString([]byte{c}))
		}
		return s[:1] + b.String() + s[len(s)-1:]
	})
}

// files lists the content of a tree.
func files(n *node, at string) (all []string) {
	for name, of := range n.names {
		here := path.Join(at, name)
		data := regexp.MustCompile(`x+|\x00+`).ReplaceAllStringFunc(string(of.data), func(run string) string {
			return fmt.Sprintf(" %s%d", strings.ReplaceAll(run[:1], "\x00", "0"), len(run))
		})
		switch {
		case of.names != nil:
			all = append(all, files(of, here)...)
		case of.link != "":
			all = append(all, here+">"+of.link)
		default:
			all = append(all, here+"="+strings.TrimPrefix(data, " "))
		}
	}
	slices.Sort(all)
	return all
}

// For each trace the model gives exactly the trees that a disk may leave.
func TestCuts(t *testing.T) {
	for _, c := range cuts {
		for _, weak := range []bool{true, false} {
			want := c.weak
			if !weak && c.ordered != nil {
				want = c.ordered
			}
			d := newDisk(&node{mode: fs.ModeDir, names: map[string]*node{"a": {data: []byte("old")}}}, weak)
			for _, call := range parse(hexed(c.trace)) {
				if err := d.play(call, "/w"); err != nil {
					t.Fatal(c.name, err)
				}
			}
			var got []string
			choices := d.choices(d.calls)
			all := pick(choices, 100, rand.New(rand.NewPCG(1, 1)), func(way []option) {
				if tree := d.tree(d.calls, way); tree != nil {
					got = append(got, strings.Join(files(tree, ""), " "))
				}
			})
			slices.Sort(got)
			got = slices.Compact(got)
			if want = slices.Sorted(slices.Values(want)); !all || !slices.Equal(got, want) {
				t.Errorf("%s, weak %t:\ngot  %q\nwant %q", c.name, weak, got, want)
			}
		}
	}
}
