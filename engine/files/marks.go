package files

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Marks are keys that are put down once, by whoever is first. Each has a file of its
// own in a folder, the claim, whose name is the key where a file can be called so.
// For people and other programs all of them stand in a list, too, which is one line:
//
//	first-key,second-key
//
// What a name or the list can't hold is written as %XX, as in a URL. A key that is
// too long for a name stands in its claim.
//
// Nothing of it is waited for, as keys tell what is past, and most are put down by hooks that
// say something once: a power cut may take the last ones, and a list whose bytes are lost
// holds none.

// longName is how long the name of a claim may be, bytes; hashed begins those that
// are made of the key's hash. No key is written so: a % in one is %25.
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
	case name != "" && (!filepath.IsLocal(name) || name == lockFile): // Windows keeps it for itself, or we do
		return fmt.Sprintf("%%%02X", name[0]) + name[1:]
	}
	return name
}

// IsClaim reports whether a file of the folder is a claim, by its name.
func IsClaim(name string) bool { return name[0] != '.' && name != lockFile }

// ClaimedBy returns the key of a claim, where what is known of the file from its folder tells it.
func ClaimedBy(e fs.DirEntry) (key string, told bool) {
	if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), hashed) {
		return "", false
	}
	return unescape(e.Name()), true
}

// Claimed returns the key whose claim is at p; ok is false if it is none, or one of
// a process that was killed before it had written a long key. It fails if there is no telling.
func Claimed(p Place) (key string, ok bool, err error) {
	name := filepath.Base(p.name)
	info, err := p.Lstat()
	if err != nil || !info.Mode().IsRegular() {
		return "", false, gone(err)
	}
	if !strings.HasPrefix(name, hashed) {
		return unescape(name), true, nil
	}
	data, err := Read(p)
	return string(data), err == nil && ClaimName(string(data)) == name, gone(err)
}

// Unclaim removes the claim at p, if there is one.
func Unclaim(p Place) error {
	info, err := p.Lstat()
	if Absent(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: found a file that is no claim, want one", p.Path())
	}
	return gone(p.Drop())
}

// gone is an error but that of what wasn't there.
func gone(err error) error {
	if Absent(err) {
		return nil
	}
	return err
}

// ClaimKey makes the claim of a key at p. It reports whether it did: of several at
// once exactly one does, as it is one call to the system.
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

// ReadKeys reads the list at p; none if there is no such file. It fails if the file
// is somebody else's.
func ReadKeys(p Place) ([]string, error) {
	info, err := p.Stat()
	if Absent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !Owned(info) {
		return nil, fmt.Errorf("%s: found a file of somebody else, want this user's own", p.Path())
	}
	data, err := Read(p)
	if bytes.IndexByte(data, 0) >= 0 { // what a power cut leaves of bytes that were not written yet
		return nil, err
	}
	return SplitKeys(string(data)), err
}

// WriteKeys replaces the list at p, which is its user's alone; without keys there is
// none. Missing folders are made. The marks' folder must be locked (Lock).
func WriteKeys(p Place, keys []string) error {
	if len(keys) == 0 {
		return gone(p.Drop())
	}
	if err := p.Folder().makeAll(); err != nil {
		return err
	}
	tmp := Place{p.root, p.name + temporary} // many write in the folder, perhaps, but not this one
	tmp.clear()
	return replaceBy(tmp, p, []byte(JoinKeys(keys)), 0o600, asItIs, false)
}

// JoinKeys writes keys as a list.
func JoinKeys(keys []string) string {
	all := make([]string, len(keys))
	for i, key := range keys {
		all[i] = escape(key, func(i int, c byte) bool {
			return c > ' ' && c != ',' && c != '%' && c != 0x7f || c == ' ' && i > 0 && i < len(key)-1
		})
	}
	return strings.Join(all, ",")
}

// SplitKeys reads a list. Blanks around keys and empty parts are left out.
func SplitKeys(list string) []string {
	var keys []string
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.Trim(part, " \t\r\n"); part != "" {
			keys = append(keys, unescape(part))
		}
	}
	return keys
}

// escape writes the bytes of a text that can't be kept as %XX.
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

// unescape reads what escape wrote; a % that begins no byte stands for itself.
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
