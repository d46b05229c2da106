package host

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// Levels of the log, gravest first.
var Levels = []string{"error", "warn", "info", "debug", "trace"}

// A Log is where a hook says what it did: a file, with a line for each entry, and stderr.
//
//	2026-02-09T12:00:00.000Z WARN  [a1b2c3d4] [stop] Stop blocked
//
// The session is left out if unknown. Nothing that a log does can make a hook fail: what can't be
// written is left out.
type Log struct {
	File    func() files.Place // called at the first entry; nil for stderr only
	Session string             // the first characters of the session's id
	Stderr  io.Writer          // may be nil
	Now     func() time.Time
	Level   func() string                 // called at the first entry; nil means info
	Heard   func(level, who, text string) // called for each logged entry; may be nil
	Packs   map[string]*Log               // File and Level of packs with a log of their own

	once sync.Once
	mu   sync.Mutex
	max  int
	file files.Place
}

// OpenLog gives the host the log of the plan: its file in the project, or bcrules/hook.log in the
// user's cache folder if it names none. The level is evaluated at the first entry. A nil plan logs
// to the cache folder, where nothing is written on a stage. This begins an event: settings are read
// anew.
func (h *Host) OpenLog(p *plan.Plan, ev *plan.Event, stderr io.Writer) {
	h.settled = &settled{}
	l := &Log{Stderr: stderr, Now: h.Now}
	if ev != nil {
		l.Session = oneLine(ev.ShortSession())
	}
	if h.Stage == nil && h.Folders().Cache != "" {
		l.File = func() files.Place { return files.At(Bcrules(h.Folders().Cache, "hook.log")) }
	}
	if p != nil {
		l.as(h, p, "", p.Log)
		for pack, as := range p.Logs {
			if l.Packs == nil {
				l.Packs = map[string]*Log{}
			}
			l.Packs[pack] = &Log{File: l.File, Level: l.Level}
			l.Packs[pack].as(h, p, pack, as)
		}
	}
	h.Log = l
}

// as applies a pack's file and level to the log, as far as the pack sets them.
func (l *Log) as(h *Host, p *plan.Plan, pack string, says plan.Logging) {
	if says.File != "" {
		l.File = func() files.Place {
			at, _ := h.Named(says.File)
			return at
		}
	}
	if len(says.Level) > 0 {
		quiet := *h
		quiet.Log = nil // a warning of its own would wait for the level
		l.Level = func() string { return quiet.level(p, pack, says) }
	}
}

func (h *Host) level(p *plan.Plan, pack string, says plan.Logging) string {
	settings := sync.OnceValues(func() (any, error) { return h.Settings(p, pack, nil) })
	v, err := says.Level.Fill(map[string]any{
		"settings": plan.Function(func(...any) (any, error) { return settings() }),
		says.Asks: plan.Function(func(args ...any) (any, error) {
			name, _ := args[0].(string)
			return h.Getenv(name), nil
		}),
	})
	if err != nil {
		return ""
	}
	return plan.TextOf(v)
}

// Print adds an entry. who is the hook, whose pack may have a log of its own.
func (l *Log) Print(level, who, text string) {
	if l == nil {
		return
	}
	to := l
	if pack, _ := plan.Unscoped(who); l.Packs[pack] != nil {
		to = l.Packs[pack]
	}
	if !to.keeps(level) {
		return
	}
	text, who = oneLine(text), oneLine(who)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.Heard != nil {
		l.Heard(level, who, text)
	}
	if l.Stderr != nil {
		io.WriteString(l.Stderr, "["+who+"] "+text+"\n")
	}
	session := ""
	if l.Session != "" {
		session = "[" + l.Session + "] "
	}
	column := strings.ToUpper(level) + "     "[min(len(level), 5):]
	to.write(plan.Stamp(l.Now()) + " " + column + " " + session + "[" + who + "] " + text + "\n")
}

// keeps reports whether entries of a level are logged.
func (l *Log) keeps(level string) bool {
	l.once.Do(func() {
		l.max = slices.Index(Levels, "info")
		if l.Level != nil {
			if i := slices.Index(Levels, l.Level()); i >= 0 {
				l.max = i
			}
		}
	})
	i := slices.Index(Levels, level)
	return i >= 0 && i <= l.max
}

// Nowhere keeps the log from writing files.
func (l *Log) Nowhere() {
	l.File = nil
	for _, own := range l.Packs {
		own.File = nil
	}
}

// oneLine escapes line breaks and control characters.
func oneLine(text string) string {
	text = strings.TrimRight(text, "\n")
	if !strings.ContainsFunc(text, func(r rune) bool { return r < 0x20 || r >= 0x7f }) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case files.Steers(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// write appends the line. It creates the log's folder in an existing project or home.
func (l *Log) write(line string) {
	if l.File == nil {
		return
	}
	if l.file == (files.Place{}) {
		l.file = l.File()
	}
	if err := files.AppendLog(l.file, []byte(line), logMode); files.Absent(err) && l.file.Folder().MkdirAll() == nil {
		files.AppendLog(l.file, []byte(line), logMode)
	}
}

// logMode hides from others what rules and agents say.
const logMode = 0o600
