package ship

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// A Position is how far a log was shipped to a collector.
type Position struct {
	Log    string `json:"log"`
	To     string `json:"to"`
	File   string `json:"file,omitempty"`   // the file's opening, which tells it from the log's other file
	Offset int64  `json:"offset,omitempty"` // in it
	Seq    int64  `json:"seq,omitempty"`    // of the last entry that was shipped
	Lost   int64  `json:"lost,omitempty"`   // entries lost since the first run
}

// mostOpening bounds how much of a file is read to identify it, in bytes.
const mostOpening = 64 << 10

// opening returns a digest of a file's first line, which identifies it; "" if it has none yet.
func opening(f *os.File) (string, error) {
	head := make([]byte, mostOpening)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	first, _, whole := bytes.Cut(head[:n], []byte("\n"))
	if !whole && n < len(head) {
		return "", nil
	}
	return digest(first), nil
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
