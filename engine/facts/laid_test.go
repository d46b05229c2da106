package facts

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"
)

// Names are found in archives however they are packed.
func TestMentions(t *testing.T) {
	var plain, packed bytes.Buffer
	w := tar.NewWriter(&plain)
	if err := w.WriteHeader(&tar.Header{Name: "s/o.json", Mode: 0o600}); err != nil {
		t.Fatal(err)
	}
	w.Close()
	z := gzip.NewWriter(&packed)
	z.Write(plain.Bytes())
	z.Close()
	// of "tar cj": a tar with s/o.json alone
	bzip, err := base64.StdEncoding.DecodeString("QlpoOTFBWSZTWbMwcdYAAHN7gMiAAEBAAeWAAEBgEZ4AAgggAFQ0gANADQRUTJoMgNBfnP4UMJIiWtQyKTNIKhEIRvG/kpq9TRkMnTTmqB5pqphg5DaeR4ikCIgPi7kinChIWZg46wA=")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		want bool
	}{
		"tar": {plain.Bytes(), true}, "gzip": {packed.Bytes(), true}, "bzip2": {bzip, true}, "zip": {[]byte("PK\x03\x04 s/o.json"), true},
		"text": {[]byte("s/o.json"), false}, "empty": {nil, false}, "short": {[]byte("P"), false},
		"half a gzip": {packed.Bytes()[:packed.Len()/2], false}, "no gzip": {[]byte("\x1f\x8bs/o.json"), false},
	} {
		path := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if has, err := mentions(path, []byte("s/o.json")); has != c.want || err != nil {
			t.Errorf("%s: found %t (%v), want %t", name, has, err, c.want)
		}
		if has, err := mentions(path, []byte("s/other")); has || err != nil {
			t.Errorf("%s: found what isn't in it (%v)", name, err)
		}
	}
}
