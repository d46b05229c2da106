package files

import "io"

// A Content tells what a file holds from all else that it could hold.
type Content struct {
	Size int64  // bytes; -1 where there is nothing, -2 where there is a folder
	Sum  string // SHA-256, hex; "" where there is none
}

// NoContent is that of a file that isn't there, AFolder that of a folder in its place,
// whatever is in that.
var (
	NoContent = Content{Size: -1}
	AFolder   = Content{Size: -2}
)

// ContentOf returns what a file holds, to where links lead. It fails if there is no telling:
// on what can't be read, or is neither a file nor a folder.
func ContentOf(path string) (Content, error) { return contentOf(path, nil) }

// Is reports whether a file holds just that; see ContentOf. One of another size isn't read.
func (c Content) Is(path string) (bool, error) {
	now, err := contentOf(path, &c.Size)
	return err == nil && now == c, err
}

// contentOf is ContentOf, with the sum only of a file of a size; of any if it is nil.
func contentOf(path string, size *int64) (Content, error) {
	h, err := Open(path)
	if err != nil {
		if folder, _, unknown := Folder(path); unknown == nil && folder {
			return AFolder, nil
		} else if Absent(err) {
			return NoContent, nil
		}
		return NoContent, err
	}
	defer h.Close()
	c := Content{Size: h.Size}
	if size != nil && *size != h.Size {
		return c, nil
	}
	s := newSHA()
	buf := make([]byte, min(h.Size, 64<<10))
	for at := int64(0); at < h.Size; {
		n, err := h.ReadAt(buf[:min(h.Size-at, int64(len(buf)))], at)
		s.add(buf[:n])
		if at += int64(n); err == io.EOF {
			return Content{Size: at}, nil // it became shorter meanwhile
		} else if err != nil {
			return c, err
		}
	}
	c.Sum = s.end()
	return c, nil
}
