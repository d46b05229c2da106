package sql

import (
	"os"
	"path/filepath"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/store"
)

// A request that nobody waits for may fail after the event. A file then records the store's last
// fault, until the next event that waits for an answer of the store reports it.

// undone records why a request failed that nobody waits for.
func (k *keeper) undone(r store.Request, why error) {
	if at := k.faults[r.Store]; at != "" && os.MkdirAll(filepath.Dir(at), 0o700) == nil {
		files.Write(files.At(at), []byte(why.Error()))
	}
}

// earlier returns the record and deletes it.
func (k *keeper) earlier(name string) string {
	at := k.faults[name]
	if at == "" || k.read[name] {
		return ""
	}
	k.read[name] = true
	text, err := files.Read(files.At(at))
	if err != nil || files.At(at).Drop() != nil {
		return ""
	}
	return string(text)
}
