package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// MaxRead bounds what is read of one file, in bytes.
const MaxRead = 64 << 20

// Read returns the content of a regular file. It doesn't wait on pipes or
// devices, and refuses files over MaxRead.
func Read(p Place) ([]byte, error) { return ReadMost(p, MaxRead) }

// ReadMost is Read of files of at most so many bytes.
func ReadMost(p Place, most int64) ([]byte, error) {
	f, info, err := p.open(os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > most {
		return nil, fmt.Errorf("%s: found %d bytes, want at most %d", p.Path(), info.Size(), most)
	}
	data := make([]byte, info.Size())
	n, err := f.ReadAt(data, 0)
	if err == io.EOF { // it became shorter meanwhile
		err = nil
	}
	return data[:n], err
}

// errIrregular is what there is no text of: a folder, a pipe, a device.
var errIrregular = errors.New("found no regular file, want one")

func irregular(path string) error { return fmt.Errorf("%s: %w", path, errIrregular) }

// NoText reports whether an error of reading says that what is there is no file, or a
// link that leads out of its root.
func NoText(err error) bool { return errors.Is(err, errIrregular) || LeadsOut(err) }

// LeadsOut reports whether an error says that a link leads out of its root.
func LeadsOut(err error) bool {
	return err != nil && strings.HasSuffix(err.Error(), "path escapes from parent") // os.Root's
}

// mark is UTF-8's byte order mark, which some editors write before a text.
const mark = "\xef\xbb\xbf"

// Unmarked returns the text of a file without the mark that may stand before it: it says how
// the text is written, and is none of it.
func Unmarked(data []byte) []byte { return bytes.TrimPrefix(data, []byte(mark)) }

// Write replaces a file's content, in one step for whoever reads it, and keeps it: it is
// on the disk when this returns. The mode of a file that is there is kept; a new one is as
// open as its folder. The folder's lock must be held.
func Write(p Place, data []byte) error {
	if info, err := p.Stat(); err == nil {
		return WriteMode(p, data, info.Mode().Perm())
	} else if !Absent(err) {
		return err
	}
	return replaceBy(p.temporary(), p, data, p.FileMode(), asItIs, true)
}

// WriteMode is Write with the mode the file is to have.
func WriteMode(p Place, data []byte, mode fs.FileMode) error {
	return replaceBy(p.temporary(), p, data, mode, func(f *os.File) error { return f.Chmod(mode) }, true)
}

// WriteCache is Write of what can be made again, for its user alone. It isn't waited for: a
// power cut may leave half of it, which its reader must tell by a checksum.
func WriteCache(p Place, data []byte) error {
	const mode = 0o600
	return replaceBy(p.temporary(), p, data, mode, func(f *os.File) error { return f.Chmod(mode) }, false)
}

func asItIs(*os.File) error { return nil }

// replaceBy replaces the file at p by way of one of another name in the same root.
func replaceBy(tmp, p Place, data []byte, mode fs.FileMode, finish func(*os.File) error, kept bool) error {
	tmp, f, err := tmp.made(func(tmp Place) (*os.File, error) { return tmp.openFile(os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode) })
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, finish(f)); err == nil && kept {
		err = p.keep(f, (*os.File).Sync)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = tmp.rename(p)
	}
	if err != nil {
		tmp.Drop()
	} else if kept {
		err = p.Folder().Sync()
	}
	return err
}

// rename puts what is at p in the place of what is at to, which has the same root.
func (p Place) rename(to Place) error {
	to, err := to.changing()
	if err != nil {
		return err
	}
	return p.do(func(r *os.Root, name string) error { return r.Rename(name, to.name) })
}

// Link makes a symbolic link to an absolute path, in one step in the place of a link that
// bears its name. Something else of that name stays, and is an error. Missing folders are made.
func Link(p Place, to string) error {
	if err := p.Folder().MkdirAll(); err != nil {
		return err
	}
	return locked(p.Folder(), func() error {
		if was, err := p.Lstat(); err == nil && was.Mode()&fs.ModeSymlink == 0 {
			return fmt.Errorf("%s: found something else than a link, which stays; want a link or nothing", p.Path())
		} else if err != nil && !Absent(err) {
			return err
		}
		tmp, _, err := p.temporary().made(func(tmp Place) (*os.File, error) {
			return nil, tmp.do(func(r *os.Root, name string) error { return r.Symlink(to, name) })
		})
		if err == nil {
			err = tmp.rename(p)
		}
		if err != nil {
			tmp.Drop()
			return err
		}
		return p.Folder().Sync()
	})
}

// Append adds lines at the end of a file and makes the file if it isn't there. It
// is one call to the system, so that lines of several processes don't mix. A last
// line that was left without its end gets one first, so that nothing is glued to
// it. Of lines that don't fit on the disk nothing stays. They are kept: on the disk when
// this returns.
func Append(p Place, lines []byte, mode fs.FileMode) error { return appendTo(p, lines, mode, true) }

// AppendLog is Append of what tells of what is past, and isn't waited for: a power cut may
// take it, or leave part of it.
func AppendLog(p Place, lines []byte, mode fs.FileMode) error {
	return appendTo(p, lines, mode, false)
}

func appendTo(p Place, lines []byte, mode fs.FileMode, kept bool) error {
	f, info, err := p.open(os.O_RDWR|os.O_APPEND|os.O_CREATE, mode)
	if err != nil {
		return err
	}
	defer f.Close()
	if ok, err := ended(f, info.Size()); err != nil {
		return err
	} else if !ok {
		lines = append([]byte("\n"), lines...)
	}
	n, err := f.Write(lines)
	if err != nil {
		if now, err := f.Stat(); err == nil && now.Size() == info.Size()+int64(n) { // and nobody else added any
			f.Truncate(info.Size())
		}
	}
	if err == nil && kept {
		err = p.keep(f, syncData)
	}
	if err == nil && kept && info.Size() == 0 { // it may have been made now
		err = p.Folder().Sync()
	}
	return err
}

// growTime is how long a line may take to be written by another process, once it has
// been begun, though the machine has no time for that; growRetry is the pause between looks.
const (
	growTime  = 100 * time.Millisecond
	growRetry = 5 * time.Millisecond
)

// ended reports whether a file of a size ends with a whole line. A line that is
// just being written is one.
func ended(f *os.File, size int64) (bool, error) {
	last, began := make([]byte, 1), time.Now()
	for size > 0 {
		if _, err := f.ReadAt(last, size-1); err != nil && err != io.EOF {
			return false, err
		}
		if last[0] == '\n' {
			break
		}
		time.Sleep(growRetry)
		info, err := f.Stat()
		if err != nil || info.Size() == size && time.Since(began) > growTime {
			return false, err
		}
		size = info.Size()
	}
	return true, nil
}

// Touch gives a file a time, and makes it if it isn't there. It isn't waited for: what a
// power cut takes is due once more.
func Touch(p Place, at time.Time) error {
	info, err := p.Stat()
	if Absent(err) {
		var f *os.File
		if f, info, err = p.open(os.O_WRONLY|os.O_CREATE, p.FileMode()); err == nil {
			f.Close()
		}
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return irregular(p.Path())
	}
	return p.followed().do(func(r *os.Root, name string) error { return r.Chtimes(name, at, at) })
}

// Claim touches a file that is older than an age, isn't there, or is of the future, and reports
// whether it did: of several at once exactly one does.
func Claim(p Place, now time.Time, age time.Duration) (bool, error) {
	claimed := false
	err := Locked(p, func(p Place) error {
		info, err := p.Stat()
		if err == nil && Age(now, info.ModTime()) <= age {
			return nil
		}
		if err != nil && !Absent(err) {
			return err
		}
		claimed = true
		return Touch(p, now)
	})
	return claimed && err == nil, err
}

// ErrFull is the fault of what would make a file larger than it may be.
var ErrFull = errors.New("the file is full")
