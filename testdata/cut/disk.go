package main

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// A node is a folder, a file or a link.
type node struct {
	names map[string]*node // of a folder; nil of what is none
	link  string           // where a link leads; "" of what is none
	data  []byte           // of a file
	mode  fs.FileMode
}

// A change is what one call did: to names in folders, or to the data of a file.
type change struct {
	edits []edit
	file  *node  // whose data changed; nil if names did
	data  []byte // nil where the file was cut off
	from  int64  // where the data lies in the file
	at    int    // the number of the call
	kept  int    // that of the sync after which no cut takes it back
}

// An edit gives a name in a folder to a node, or with nil to none.
type edit struct {
	dir  *node
	name string
	to   *node
}

// never is the number of no call: what wasn't synced is never kept.
const never = int(^uint(0) >> 1)

// A disk is what calls do, one after the other, to a tree of files. There are two kinds.
//
// On the weak one a sync of a file keeps its data, and that of a folder the names in it, and
// nothing else. Names in one folder are kept in the order in which they changed, in any order
// between folders; what changes names in two is kept in both or in none, by the syncs of both.
//
// On the other, which ext4 is with a journal, names change on the disk in one order for all
// folders, every sync keeps those that changed before it, and a file is no longer than the
// data that it has. The weak one may leave whatever this one may.
type disk struct {
	weak    bool
	root    *node           // as programs see it now
	began   map[*node]node  // each node when it was first there
	synced  map[*node][]int // numbers of calls that synced a folder
	changes []change
	calls   int // how many there were that did something
}

// newDisk returns one on which a tree is kept.
func newDisk(root *node, weak bool) *disk {
	d := &disk{weak: weak, root: root, began: map[*node]node{}, synced: map[*node][]int{}}
	d.know(root)
	return d
}

func (d *disk) know(n *node) {
	c := *n
	c.names = maps.Clone(n.names)
	d.began[n] = c
	for _, below := range n.names {
		d.know(below)
	}
}

// find returns what is at a path from the root, and its folder; nil for nothing.
func (d *disk) find(name string) (n, dir *node) {
	n = d.root
	for part := range strings.SplitSeq(path.Clean(name), "/") {
		if part == "." {
			continue
		}
		if dir = n; dir == nil {
			return nil, nil
		}
		n = dir.names[part]
	}
	return n, dir
}

// name gives names to nodes, all at once.
func (d *disk) name(edits ...edit) {
	d.calls++
	for _, e := range edits {
		if e.to == nil {
			delete(e.dir.names, e.name)
		} else {
			e.dir.names[e.name] = e.to
		}
	}
	d.changes = append(d.changes, change{edits: edits, at: d.calls, kept: never})
}

// make gives a path to a new node. What is at it stays if there is something.
func (d *disk) make(name string, n *node) {
	if there, dir := d.find(name); there == nil && dir != nil {
		d.know(n)
		d.name(edit{dir, path.Base(name), n})
	}
}

// write changes data of a file; with nil it cuts it off.
func (d *disk) write(f *node, data []byte, from int64) {
	d.calls++
	d.changes = append(d.changes, change{file: f, data: data, from: from, at: d.calls, kept: never})
	f.data = written(f.data, data, from)
}

// written returns what a file holds after a write. What lies before it was not written is 0.
func written(was, data []byte, from int64) []byte {
	is := slices.Clone(was)
	if data == nil {
		return is[:min(len(is), int(from))]
	}
	if end := int(from) + len(data); end > len(is) {
		is = append(is, make([]byte, end-len(is))...)
	}
	copy(is[from:], data)
	return is
}

// sync keeps what a sync of a node keeps.
func (d *disk) sync(n *node) {
	d.calls++
	d.synced[n] = append(d.synced[n], d.calls)
	for i := range d.changes {
		c := &d.changes[i]
		unsynced := func(e edit) bool { at := d.synced[e.dir]; return len(at) == 0 || at[len(at)-1] <= c.at }
		if c.file == n || c.file == nil && !(d.weak && slices.ContainsFunc(c.edits, unsynced)) {
			c.kept = min(c.kept, d.calls)
		}
	}
}
