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

// A Log is where a hook says what it did: a file, a line an entry, and stderr.
//
//	2026-02-09T12:00:00.000Z WARN  [a1b2c3d4] [stop] Stop blocked
//
// The session part is left out when unknown. Nothing a log does can fail a hook:
// what can't be written is left out.
type Log struct {
	File    func() files.Place // asked at the first entry; nil for stderr only
	Session string             // first characters of the session's id
	Stderr  io.Writer          // may be nil
	Now     func() time.Time
	Level   func() string                 // asked at the first entry; nil means info
	Heard   func(level, who, text string) // is told of each entry that is kept; may be nil
	Packs   map[string]*Log               // File and Level of packs that have a log of their own

	once sync.Once
	mu   sync.Mutex
	max  int
	file files.Place
}

// OpenLog gives the host the log that the plan asks for: its file in the
// project, or bcrules/hook.log in the user's cache folder if it names none. The
// level is found out at the first entry. A nil plan logs to the cache folder, in
// which nothing is written on a stage. It begins an event: settings are read anew.
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

// as has the log be where a pack says, and say as much, as far as the pack says something.
func (l *Log) as(h *Host, p *plan.Plan, pack string, says plan.Logging) {
	if says.File != "" {
		l.File = func() files.Place {
			at, _ := h.Named(says.File)
			return at
		}
	}
	if len(says.Level) > 0 {
		quiet := *h
		quiet.Log = nil // the level can't wait for a warning to be logged
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

// Print adds an entry. Who is the hook that speaks, whose pack may have a log of its own.
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

// keeps reports whether entries of a level are kept.
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

// Nowhere has the log write no file.
func (l *Log) Nowhere() {
	l.File = nil
	for _, own := range l.Packs {
		own.File = nil
	}
}

// oneLine escapes what would end a line or steer a terminal.
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

// write appends the line. The log's folder is made in a project or home that is
// there.
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

// logMode keeps what rules and agents say from others.
const logMode = 0o600
