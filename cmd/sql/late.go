package sql

import (
	"os"
	"path/filepath"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/store"
)

// What nobody waits for may fail when the event is over. A file says so until the next event
// that waits for an answer of the store, which is told: the last fault of the store is enough.

// undone keeps why a request was not done that nobody waits for.
func (k *keeper) undone(r store.Request, why error) {
	if at := k.faults[r.Store]; at != "" && os.MkdirAll(filepath.Dir(at), 0o700) == nil {
		files.Write(files.At(at), []byte(why.Error()))
	}
}

// earlier returns what was kept and forgets it.
func (k *keeper) earlier(name string) string {
	at := k.faults[name]
	if at == "" || k.told[name] {
		return ""
	}
	k.told[name] = true
	text, err := files.Read(files.At(at))
	if err != nil || files.At(at).Drop() != nil {
		return ""
	}
	return string(text)
}
