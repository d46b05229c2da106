package main

import (
	"encoding/hex"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// calls are the calls that strace records: those that change files, and those that sync them.
const calls = "open,openat,openat2,creat,write,writev,pwrite64,pwritev,ftruncate,truncate,fallocate,copy_file_range,sendfile,rename,renameat,renameat2," +
	"unlink,unlinkat,rmdir,mkdir,mkdirat,link,linkat,symlink,symlinkat,fsync,fdatasync,sync_file_range,sync,syncfs"

// ended stands for a call's name if a process ended well.
const ended = "+++"

// A call is one line of a trace by strace -f -y -xx, or two if others came in between.
type call struct {
	process, name string
	args          []string
	result        string
}

var (
	callLine    = regexp.MustCompile(`^(\d+) +(\w+)\((.*?)\) += (\S+)`)
	begunLine   = regexp.MustCompile(`^(\d+) +(.*) <unfinished \.\.\.>$`)
	resumedLine = regexp.MustCompile(`^(\d+) +<\.\.\. \w+ resumed>`)
	endedLine   = regexp.MustCompile(`^(\d+) +\+\+\+ exited with 0 \+\+\+$`)
	opened      = regexp.MustCompile(`<([^>]*)>$`) // without (deleted) after it
)

// parse reads a trace without the calls that failed. A call counts when it ends.
func parse(trace string) (all []call) {
	begun := map[string]string{}
	for line := range strings.Lines(trace) {
		line = strings.TrimRight(line, "\n")
		if m := begunLine.FindStringSubmatch(line); m != nil {
			begun[m[1]] = m[1] + " " + m[2]
			continue
		}
		if m := resumedLine.FindStringSubmatch(line); m != nil {
			line = begun[m[1]] + strings.TrimPrefix(line, m[0])
		}
		if m := endedLine.FindStringSubmatch(line); m != nil {
			all = append(all, call{process: m[1], name: ended})
		} else if m := callLine.FindStringSubmatch(line); m != nil && !strings.HasPrefix(m[4], "-") {
			args := strings.Split(strings.ReplaceAll(m[3], ", ", ","), ",")
			all = append(all, call{m[1], m[2], append(args, make([]string, 4)...), m[4]})
		}
	}
	return all
}

// text returns the text in an argument, which is in hexadecimal digits.
func text(arg string) string {
	data, _ := hex.DecodeString(strings.NewReplacer(`\x`, "", `"`, "").Replace(arg))
	return string(data)
}

// fd returns the path for which an argument's descriptor is open; "" for none.
func fd(arg string) string {
	if m := opened.FindStringSubmatch(arg); m != nil {
		return text(m[1])
	}
	return ""
}

// inside returns a path relative to a folder; "" if it isn't in it, or if SQLite makes the file
// anew.
func inside(base, name string) string {
	rel, err := filepath.Rel(base, name)
	if err != nil || !filepath.IsLocal(rel) || strings.HasSuffix(rel, "-shm") {
		return ""
	}
	return rel
}

// play applies a call on something in a folder to the disk.
func (d *disk) play(c call, base string) error {
	in := func(name string) string { return inside(base, name) }
	where := func(args []string) string { // from a folder's descriptor and a name
		name := text(args[0])
		if strings.HasSuffix(c.name, "at") || strings.HasSuffix(c.name, "at2") {
			if name = text(args[1]); !filepath.IsAbs(name) {
				name = filepath.Join(fd(args[0]), name)
			}
		}
		return in(name)
	}
	unknown := fmt.Errorf("%s %s: found a call that the model doesn't know, want it added", c.name, c.args)
	switch c.name {
	case ended:
		return nil
	case "open", "openat", "openat2":
		if name, how := in(fd(c.result)), strings.Join(c.args, " "); name != "" && strings.Contains(how, "O_CREAT") {
			d.make(name, &node{mode: 0o600})
		} else if name != "" && strings.Contains(how, "O_TRUNC") {
			return unknown
		}
	case "mkdir", "mkdirat":
		if name := where(c.args); name != "" {
			d.make(name, &node{names: map[string]*node{}, mode: fs.ModeDir | 0o700})
		}
	case "symlink", "symlinkat":
		if name := where(c.args[1:]); name != "" {
			d.make(name, &node{link: text(c.args[0])})
		}
	case "unlink", "unlinkat", "rmdir":
		if _, dir := d.find(where(c.args)); dir != nil {
			d.name(edit{dir, filepath.Base(where(c.args)), nil})
		}
	case "rename", "renameat", "renameat2":
		from, to := where(c.args), where(c.args[map[bool]int{true: 1, false: 2}[c.name == "rename"]:])
		n, dir := d.find(from)
		if _, toDir := d.find(to); dir != nil && toDir != nil {
			d.name(edit{dir, filepath.Base(from), nil}, edit{toDir, filepath.Base(to), n})
		} else if from != "" || to != "" {
			return unknown
		}
	case "creat", "truncate", "link", "linkat", "sync", "syncfs":
		return unknown
	default:
		if name := in(fd(c.args[0])); name != "" && !d.use(c, name) {
			return unknown
		}
	}
	return nil
}

// use applies a call on an open file or folder, and reports whether it knows how.
func (d *disk) use(c call, name string) bool {
	number := func(arg string) int64 { i, _ := strconv.ParseInt(arg, 0, 64); return i }
	n, _ := d.find(name)
	switch {
	case n == nil:
		return false
	case c.name == "write": // at the end, as files are only made or appended to
		d.write(n, []byte(text(c.args[1]))[:number(c.result)], int64(len(n.data)))
	case c.name == "pwrite64":
		d.write(n, []byte(text(c.args[1]))[:number(c.result)], number(c.args[3]))
	case c.name == "ftruncate" && number(c.args[1]) < int64(len(n.data)):
		d.write(n, nil, number(c.args[1]))
	case c.name == "ftruncate":
		d.write(n, []byte{}, number(c.args[1]))
	case c.name == "fsync" || c.name == "fdatasync":
		d.sync(n)
	default:
		return false
	}
	return true
}
