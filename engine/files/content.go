package files

import "io"

// A Content identifies a file's content.
type Content struct {
	Size int64  // bytes; -1 for nothing, -2 for a folder
	Sum  string // SHA-256, hex; "" if there is none
}

// NoContent is the content of a missing file, AFolder that of any folder.
var (
	NoContent = Content{Size: -1}
	AFolder   = Content{Size: -2}
)

// ContentOf returns the content of a file, following links. It fails if the path can't be read or
// is neither a file nor a folder.
func ContentOf(path string) (Content, error) { return contentOf(path, nil) }

// Is reports whether a file has this content; see ContentOf. A file of another size isn't read.
func (c Content) Is(path string) (bool, error) {
	now, err := contentOf(path, &c.Size)
	return err == nil && now == c, err
}

// contentOf is ContentOf, but computes the sum only for files of the given size; nil means any.
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
			return Content{Size: at}, nil // the file shrank meanwhile
		} else if err != nil {
			return c, err
		}
	}
	c.Sum = s.end()
	return c, nil
}
