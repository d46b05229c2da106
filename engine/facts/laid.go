package facts

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/host"
)

// laid returns the settings that a write over a folder replaces: a copied tree has files of their
// names, or an unpacked archive does. Such names stand in plain text in a tar and a zip.
func (f *follower) laid(file effects.File) (paths []string, err error) {
	if !file.Deep || file.How != "write" && file.How != "link" {
		return nil, nil
	}
	does, err := effectsOf(f.Call)
	if err != nil {
		return nil, err
	}
	for _, s := range f.Host.Stands(texts(f.settings)) {
		rel, err := filepath.Rel(file.Path, s.Path)
		if s.Is != host.Settings || err != nil || rel == "." || !filepath.IsLocal(rel) {
			continue
		}
		for _, from := range does.Reads {
			if from.By != file.By && !gives(does, from.By, file.By) || from.Path == file.Path || from.Host != "" || from.Container {
				continue // a folder is laid over another
			}
			has, err := brought(from, rel)
			if err != nil {
				return nil, err
			}
			if has {
				paths = append(paths, s.Path)
			}
		}
	}
	return paths, nil
}

// gives reports whether a program's data flows into another.
func gives(does effects.Effects, from, to string) bool {
	return slices.ContainsFunc(does.Pipes, func(p effects.Pipe) bool { return p.From.Program == from && p.To.Program == to })
}

// brought reports whether a tree, or an archive, has a name.
func brought(from effects.File, name string) (has bool, err error) {
	if !from.Deep {
		has, err = mentions(from.Path, []byte(filepath.ToSlash(name)))
	} else if _, err = os.Lstat(filepath.Join(from.Path, name)); err == nil {
		has = true
	}
	return has, doubt(err)
}

// mentions reports whether a tar, packed by gzip, bzip2 or nothing, or a zip has a text in its first
// bytes, as many as take no time to read.
func mentions(path string, text []byte) (bool, error) {
	const most, chunk = 64 << 20, 1 << 20
	if is, err := os.Stat(path); err != nil || !is.Mode().IsRegular() {
		return false, err
	}
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	plain, err := unpacked(file)
	if err != nil {
		return false, nil // it begins like what it isn't
	}
	buffer, kept := make([]byte, chunk), 0
	for at := 0; at < most; {
		n, err := io.ReadFull(plain, buffer[kept:])
		if at == 0 && !archive(buffer[:n]) {
			return false, nil
		}
		if bytes.Contains(buffer[:kept+n], text) {
			return true, nil
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return false, nil
		}
		if err != nil && plain != io.Reader(file) {
			return true, nil // what follows can't be told
		}
		if err != nil {
			return false, err
		}
		at, kept = at+n, copy(buffer, buffer[kept+n-len(text):kept+n])
	}
	return false, nil
}

// unpacked returns what is in a file: that of gzip (RFC 1952) or bzip2, or else the file itself.
func unpacked(file io.ReadSeeker) (io.Reader, error) {
	var begins [3]byte
	n, err := io.ReadFull(file, begins[:])
	if _, back := file.Seek(0, io.SeekStart); back != nil {
		return nil, back
	}
	switch {
	case err != nil && n < len(begins): // it is shorter
		return file, nil
	case bytes.HasPrefix(begins[:], []byte{0x1f, 0x8b}):
		return gzip.NewReader(file)
	case bytes.HasPrefix(begins[:], []byte("BZh")):
		return bzip2.NewReader(file), nil
	}
	return file, nil
}

// archive reports whether a file that begins so is a zip (APPNOTE.TXT 4.3) or a tar (POSIX, ustar).
func archive(begins []byte) bool {
	const magic = 257
	return bytes.HasPrefix(begins, []byte("PK")) || len(begins) > magic && bytes.HasPrefix(begins[magic:], []byte("ustar"))
}
