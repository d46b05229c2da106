package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"slices"
	"time"
)

// packed is the time of change of all files in packages, as npm pack sets it: the same files give
// the same bytes.
var packed = time.Date(1985, time.October, 26, 8, 15, 0, 0, time.UTC)

// pack returns a package as npm installs it: a gzipped tar, with everything below package/.
func (p packet) pack() ([]byte, error) {
	about, err := json.MarshalIndent(p.manifest, "", "  ")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	tape := tar.NewWriter(zip)
	for _, f := range slices.Concat([]file{{"package.json", 0o644, append(about, '\n')}}, p.files) {
		err := tape.WriteHeader(&tar.Header{Name: "package/" + f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: packed, Format: tar.FormatUSTAR})
		if err == nil {
			_, err = tape.Write(f.data)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := tape.Close(); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
