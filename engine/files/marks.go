package files

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// Marks are keys that are set once, by whoever is first. Each has a file of its own in a folder,
// the claim, named after the key if the file system allows. For people and other programs all keys
// are also in a list of one line:
//
//	first-key,second-key
//
// Characters that a name or the list can't have are written as %XX, as in a URL. A key too long for
// a name is stored in its claim.
//
// Marks are not synced, because they record the past and most are set by hooks that say something
// once: a power cut may lose the last ones, and a list that lost its bytes is empty.

// longName bounds the name of a claim, in bytes; hashed is the prefix of names made from the key's
// hash. No key is written so, because % is escaped as %25.
const (
	longName = 128
	hashed   = "%="
)

// ClaimName returns the name of a key's claim.
func ClaimName(key string) string {
	name := escape(key, func(i int, c byte) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' ||
			c == '.' && i > 0 && i < len(key)-1
	})
	switch {
	case len(name) > longName:
		return hashed + SHA256(key)
	case name != "" && (!filepath.IsLocal(name) || name == lockFile): // reserved by Windows or by us
		return fmt.Sprintf("%%%02X", name[0]) + name[1:]
	}
	return name
}

// IsClaim reports whether a file in the folder is a claim, by its name.
func IsClaim(name string) bool { return name[0] != '.' && name != lockFile }

// ClaimedBy returns the key of a claim if the directory entry tells it.
func ClaimedBy(e fs.DirEntry) (key string, told bool) {
	if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), hashed) {
		return "", false
	}
	return unescape(e.Name()), true
}

// Claimed returns the key of the claim at p. ok is false if it is no claim, or its process was
// killed before it wrote a long key. It fails if that can't be determined.
func Claimed(p Place) (key string, ok bool, err error) {
	name := filepath.Base(p.name)
	info, err := p.Lstat()
	if err != nil || !info.Mode().IsRegular() {
		return "", false, UnlessAbsent(err)
	}
	if !strings.HasPrefix(name, hashed) {
		return unescape(name), true, nil
	}
	data, err := Read(p)
	return string(data), err == nil && ClaimName(string(data)) == name, UnlessAbsent(err)
}

// Unclaim removes the claim at p if it exists.
func Unclaim(p Place) error {
	info, err := p.Lstat()
	if err != nil {
		return UnlessAbsent(err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: found a file that is no claim, want one", p.Path())
	}
	return UnlessAbsent(p.Drop())
}

// ClaimKey makes the claim of a key at p and reports whether it did. Exactly one of several
// concurrent processes does, because it is a single system call.
func ClaimKey(p Place, key string) (bool, error) {
	f, err := p.openFile(os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if strings.HasPrefix(filepath.Base(p.name), hashed) {
		_, err = f.WriteString(key)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		p.Drop()
	}
	return err == nil, err
}

// ReadKeys reads the list at p, empty if there is no file. It fails if the file is somebody else's.
func ReadKeys(p Place) ([]string, error) {
	list, err := readList(p)
	return SplitKeys(list), err
}

// ListsKey reports whether the list at p has a key, as ReadKeys reads it.
func ListsKey(p Place, key string) (bool, error) {
	list, err := readList(p)
	return hasKey(list, key), err
}

func readList(p Place) (string, error) {
	info, err := p.Stat()
	if err != nil {
		return "", UnlessAbsent(err)
	}
	if !Owned(info) {
		return "", fmt.Errorf("%s: found a file of somebody else, want this user's own", p.Path())
	}
	data, err := Read(p)
	if bytes.IndexByte(data, 0) >= 0 { // a power cut leaves zeros for bytes not written yet
		return "", err
	}
	return string(data), err
}

// WriteKeys replaces the list at p with a private file, or removes it if there are no keys. Missing
// folders are made. The marks' folder must be locked (Lock).
func WriteKeys(p Place, keys []string) error {
	if len(keys) == 0 {
		return UnlessAbsent(p.Drop())
	}
	tmp := Place{p.root, p.name + temporary} // others may write in the folder, but not this file
	write := func() error {
		tmp.clear()
		return replaceBy(tmp, p, []byte(JoinKeys(keys)), 0o600, noFinish, false)
	}
	err := write()
	if Absent(err) {
		if err = p.Folder().makeAll(); err == nil {
			err = write()
		}
	}
	return err
}

// JoinKeys encodes keys as a list.
func JoinKeys(keys []string) string {
	all := make([]string, len(keys))
	for i, key := range keys {
		all[i] = escape(key, func(i int, c byte) bool {
			return c > ' ' && c != ',' && c != '%' && c != 0x7f || c == ' ' && i > 0 && i < len(key)-1
		})
	}
	return strings.Join(all, ",")
}

// SplitKeys decodes a list. Blanks around keys and empty parts are dropped.
func SplitKeys(list string) []string {
	var keys []string
	for part := range parts(list) {
		keys = append(keys, unescape(part))
	}
	return keys
}

// hasKey reports whether a list has a key. It decodes only what is encoded.
func hasKey(list, key string) bool {
	for part := range parts(list) {
		if strings.IndexByte(part, '%') >= 0 {
			part = unescape(part)
		}
		if part == key {
			return true
		}
	}
	return false
}

// parts yields the non-empty parts of a list between commas, without blanks around them.
func parts(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for part := range strings.SplitSeq(list, ",") {
			if part = strings.Trim(part, " \t\r\n"); part != "" && !yield(part) {
				return
			}
		}
	}
}

// escape writes the bytes that keep rejects as %XX.
func escape(text string, keep func(i int, c byte) bool) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; keep(i, c) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// unescape reverses escape; a % without two digits stands for itself.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if c, err := hex.DecodeString(text[i+1 : i+3]); err == nil {
				b.Write(c)
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}
