package engine

import (
	"io"
	"os"
	"path/filepath"
	"sync"
)

// sessionChars is how much of a session's id the log shows.
const sessionChars = 8

// OpenLog gives the host the log that the plan asks for: its file in the
// project, or bcrules/hook.log in the user's cache folder if it names none. The
// level is found out at the first entry. A nil plan logs to the cache folder.
func (e *Engine) OpenLog(p *Plan, ev *Event, h *Host, stderr io.Writer) {
	l := &Log{Stderr: stderr, Now: h.Now}
	if ev != nil {
		l.Session = ev.Session[:min(len(ev.Session), sessionChars)]
	}
	if p != nil && p.Log.File != "" {
		l.File, _ = h.Path(p.Log.File)
		l.Root = h.Dir
	} else if cache, err := os.UserCacheDir(); err == nil {
		l.File = filepath.Join(cache, "bcrules", "hook.log")
	}
	if p != nil && p.Log.Level.Src != "" {
		quiet := *h
		quiet.Log = nil // the level can't wait for a warning to be logged
		l.Level = func() string { return e.level(p, &quiet) }
	}
	h.Log = l
}

func (e *Engine) level(p *Plan, h *Host) string {
	r := &run{engine: e, plan: p, host: h}
	t, err := compileTemplate(p.Log.Level.Src, LogScope(p).names)
	if err != nil {
		return ""
	}
	v, err := t.value(map[string]any{"settings": sync.OnceValues(r.settings)})
	if err != nil {
		return ""
	}
	return text(v)
}

// LogScope returns the names the log's level may use: settings alone.
func LogScope(p *Plan) *Scope {
	return &Scope{names: map[string]any{"settings": zeroFunc(nil, p.settingsShape().GoType())}}
}
