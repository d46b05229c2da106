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
	names map[string]*node // of a folder; nil for others
	link  string           // where a link leads; "" for others
	data  []byte           // of a file
	mode  fs.FileMode
}

// A change is what one call did: to names in folders, or to the data of a file.
type change struct {
	edits []edit
	file  *node  // whose data changed; nil if names did
	data  []byte // nil if the file was cut off
	from  int64  // where the data lies in the file
	at    int    // the number of the call
	kept  int    // the number of the sync after which no cut undoes it
}

// An edit gives a name in a folder to a node, or removes it if that is nil.
type edit struct {
	dir  *node
	name string
	to   *node
}

// never is no call's number: changes that weren't synced are never kept.
const never = int(^uint(0) >> 1)

// A disk applies calls, one after the other, to a tree of files. There are two kinds.
//
// On the weak one, a sync of a file keeps only its data, and a sync of a folder only the names in
// it. Names in one folder are kept in the order in which they changed; between folders, in any
// order. A call that changes names in two folders is kept in both or in neither, by the syncs of
// both.
//
// The other kind is ext4 with a journal. Names change on the disk in one order for all folders,
// every sync keeps the changes of names before it, and a file is no longer than its data. The weak
// disk may leave whatever this one may.
type disk struct {
	weak    bool
	root    *node           // as programs see it now
	began   map[*node]node  // each node as it was at first
	synced  map[*node][]int // numbers of calls that synced a folder
	changes []change
	calls   int // number of calls that did something
}

// newDisk returns a disk on which a tree is kept.
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

// find returns the node at a path from the root, and its folder; nil for none.
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

// name names nodes, all at once.
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

// make puts a new node at a path, unless there is one.
func (d *disk) make(name string, n *node) {
	if there, dir := d.find(name); there == nil && dir != nil {
		d.know(n)
		d.name(edit{dir, path.Base(name), n})
	}
}

// write changes data of a file; with nil it cuts the file off.
func (d *disk) write(f *node, data []byte, from int64) {
	d.calls++
	d.changes = append(d.changes, change{file: f, data: data, from: from, at: d.calls, kept: never})
	f.data = written(f.data, data, from)
}

// written returns the content of a file after a write. Bytes before it that were never written are
// 0.
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

// sync keeps what a sync of a node keeps on this disk.
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
