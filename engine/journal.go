package engine

import (
	"io"
	"os"
	"path/filepath"
	"sync"
)

// OpenLog gives the host the log that the plan asks for: its file in the
// project, or bcrules/hook.log in the user's cache folder if it names none. The
// level is found out at the first entry. A nil plan logs to the cache folder.
func (h *Host) OpenLog(p *Plan, ev *Event, stderr io.Writer) {
	l := &Log{Stderr: stderr, Now: h.Now}
	if ev != nil {
		l.Session = oneLine(ev.ShortSession())
	}
	if p != nil && p.Log.File != "" {
		l.File, _ = h.Path(p.Log.File)
		l.Root = h.Dir
	} else if cache, err := os.UserCacheDir(); err == nil {
		l.File = filepath.Join(cache, "bcrules", "hook.log")
	}
	if p != nil && len(p.Log.Level) > 0 {
		quiet := *h
		quiet.Log = nil // the level can't wait for a warning to be logged
		l.Level = func() string { return quiet.level(p) }
	}
	h.Log = l
}

func (h *Host) level(p *Plan) string {
	v, err := p.Log.Level.Fill(map[string]any{"settings": sync.OnceValues(func() (any, error) { return h.settings(p), nil })})
	if err != nil {
		return ""
	}
	return text(v)
}
