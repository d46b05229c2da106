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

// MaxRead bounds how many bytes of one file are read.
const MaxRead = 64 << 20

// Read returns the content of a regular file. It doesn't wait for pipes or devices, and refuses
// files over MaxRead.
func Read(p Place) ([]byte, error) { return ReadMost(p, MaxRead) }

// ReadMost is Read for files of at most most bytes.
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
	if err == io.EOF { // the file shrank meanwhile
		err = nil
	}
	return data[:n], err
}

// errIrregular is the fault of a folder, pipe or device.
var errIrregular = errors.New("found no regular file, want one")

func irregular(path string) error { return fmt.Errorf("%s: %w", path, errIrregular) }

// NoText reports whether a read error means that the path is not a regular file, or a link that
// leads out of its root.
func NoText(err error) bool { return errors.Is(err, errIrregular) || LeadsOut(err) }

// LeadsOut reports whether an error says that a link leads out of its root.
func LeadsOut(err error) bool {
	return err != nil && strings.HasSuffix(err.Error(), "path escapes from parent") // os.Root's text
}

// mark is UTF-8's byte order mark, which some editors write before a text.
const mark = "\xef\xbb\xbf"

// Unmarked removes a byte order mark, which is not part of the text.
func Unmarked(data []byte) []byte { return bytes.TrimPrefix(data, []byte(mark)) }

// Write atomically replaces a file's content; it is on disk when Write returns. An existing file
// keeps its mode; a new one is as open as its folder. The folder's lock must be held.
func Write(p Place, data []byte) error {
	if info, err := p.Stat(); err == nil {
		return WriteMode(p, data, info.Mode().Perm())
	} else if !Absent(err) {
		return err
	}
	return replaceBy(p.temporary(), p, data, p.FileMode(), noFinish, true)
}

// WriteMode is Write with a mode for the file.
func WriteMode(p Place, data []byte, mode fs.FileMode) error {
	return replaceBy(p.temporary(), p, data, mode, func(f *os.File) error { return f.Chmod(mode) }, true)
}

// WriteCache is Write for private data that can be remade. It doesn't sync: a power cut may leave
// half of it, which readers must detect by a checksum.
func WriteCache(p Place, data []byte) error {
	const mode = 0o600
	return replaceBy(p.temporary(), p, data, mode, func(f *os.File) error { return f.Chmod(mode) }, false)
}

func noFinish(*os.File) error { return nil }

// replaceBy replaces the file at p by writing tmp in the same root and renaming it.
func replaceBy(tmp, p Place, data []byte, mode fs.FileMode, finish func(*os.File) error, kept bool) error {
	tmp, f, err := tmp.made(func(tmp Place) (*os.File, error) { return tmp.openFile(os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode) })
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, finish(f)); err == nil && kept {
		err = p.persist(f, (*os.File).Sync)
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

// rename renames p to a place in the same root.
func (p Place) rename(to Place) error {
	to, err := to.changing()
	if err != nil {
		return err
	}
	return p.do(renamed(p, to), func(r *os.Root, name string) error { return r.Rename(name, to.name) })
}

// Link atomically makes a symbolic link to an absolute path, replacing an existing link. Anything
// else of that name stays and is an error. Missing folders are made.
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
			return nil, tmp.do(nil, func(r *os.Root, name string) error { return r.Symlink(to, name) })
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

// Append adds lines to a file, made if it doesn't exist, in one system call, so that lines of
// concurrent processes don't mix. An unterminated last line is terminated first. Lines that don't
// fit on the disk are removed again. The lines are on disk when Append returns.
func Append(p Place, lines []byte, mode fs.FileMode) error { return appendTo(p, lines, mode, true) }

// AppendLog is Append for records of the past, without syncing: a power cut may lose them, or leave
// a part.
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
		if now, err := f.Stat(); err == nil && now.Size() == info.Size()+int64(n) { // nobody else appended
			f.Truncate(info.Size())
		}
	}
	if err == nil && kept {
		err = p.persist(f, syncData)
	}
	if err == nil && kept && info.Size() == 0 { // it may be new
		err = p.Folder().Sync()
	}
	return err
}

// growTime bounds how long another process may take to finish a line on a busy machine; growRetry
// is the pause between checks.
const (
	growTime  = 100 * time.Millisecond
	growRetry = 5 * time.Millisecond
)

// ended reports whether a file ends with a whole line. It waits for a line that is being written.
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

// Touch sets a file's time, and makes the file if it doesn't exist. It doesn't sync: what a power
// cut loses is due once more.
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
	p, err = p.followed().changing()
	if err == nil && quickTouch(p, at) != nil {
		_, err = in(p, func(r *os.Root, name string) (struct{}, error) { return struct{}{}, r.Chtimes(name, at, at) })
	}
	return err
}

// Claim touches a file that is older than age, doesn't exist, or is from the future, and reports
// whether it did. Exactly one of several concurrent processes does.
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

// ErrFull is the fault of data that would exceed a file's size limit.
var ErrFull = errors.New("the file is full")

// ErrBusy is the fault of a file that was replaced at every attempt to append to it.
var ErrBusy = errors.New("found the file replaced time and again, want it to stay")

// An append waits spinPause up to spins times for other writers, longer than any running one takes.
// If the file was replaced meanwhile, it starts again, up to appendTries times.
const (
	spins       = 400
	spinPause   = 50 * time.Microsecond
	appendTries = 100
)
