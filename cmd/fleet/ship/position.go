package ship

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"bcrules.dev/engine/files"
)

// A Position is how far a log was shipped.
type Position struct {
	File   string `json:"file,omitempty"`   // its opening, which tells it from the others of the log
	Offset int64  `json:"offset,omitempty"` // in it
	Seq    int64  `json:"seq,omitempty"`    // of the last entry that was shipped
	Lost   int64  `json:"lost,omitempty"`   // entries that nobody has, from the first on
}

// positions is a file with those of several logs and collectors.
type positions struct{ file string }

// of returns the position of a log at a collector.
func (p positions) of(name string) (at Position, err error) {
	all, err := p.read()
	return all[name], err
}

func (p positions) read() (map[string]Position, error) {
	all := map[string]Position{}
	data, err := files.Read(files.At(p.file))
	if files.Absent(err) {
		return all, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.file, err)
	}
	return all, nil
}

// put writes the position of a log at a collector: it is on disk when put returns.
func (p positions) put(name string, at Position) error {
	if err := os.MkdirAll(filepath.Dir(p.file), 0o700); err != nil {
		return err
	}
	return files.Locked(files.At(p.file), func(to files.Place) error {
		all, err := p.read()
		if err != nil {
			return err
		}
		all[name] = at
		data, err := files.Indented(files.JSON(all))
		if err != nil {
			return err
		}
		return files.WriteMode(to, data, 0o600)
	})
}

// mostOpening is how much of a file is looked at to tell which it is, bytes.
const mostOpening = 64 << 10

// opening tells a file from others by its first line, "" if it has none yet.
func opening(f *os.File) (string, error) {
	head := make([]byte, mostOpening)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	for i, b := range head[:n] {
		if b == '\n' {
			head, n = head[:i], i
			break
		}
	}
	if n == len(head) {
		sum := sha256.Sum256(head)
		return hex.EncodeToString(sum[:16]), nil
	}
	return "", nil
}
