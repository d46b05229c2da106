package facts

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

var env = engine.Fact{
	Doc:    "an environment variable of the hook; empty if not set",
	Params: "name",
	Learns: "name",
	Words:  []engine.Word{{Param: "name", Form: "variable"}},
	Ask:    engine.Func1[string, string](func(c *engine.Call, name string) (string, error) { return c.Host.Getenv(name), nil }),
}

var now = engine.Fact{
	Doc: "the time of the event",
	Ask: engine.Func0[time.Time](func(c *engine.Call) (time.Time, error) { return c.Host.Now(), nil }),
}

var system = engine.Fact{
	Doc:   "the operating system: linux, darwin, windows, …",
	Gives: []string{"linux", "darwin", "windows", "freebsd", "netbsd", "openbsd", "dragonfly", "android", "solaris", "illumos", "aix", "plan9"},
	Ask:   engine.Func0[string](systemName),
}

func systemName(c *engine.Call) (string, error) {
	if stage := c.Host.Stage; stage != nil && stage.System != "" {
		return stage.System, nil
	}
	return runtime.GOOS, nil
}

var project = engine.Fact{
	Doc:     "the project's folder, absolute, which doesn't follow the agent's cd: the folder that the agent was started in, if the event's cwd is in it; else the nearest folder from the cwd upwards with .claude/bcrules, or the repository's root; else the folder that the agent was started in, or the cwd if that is unknown",
	Project: true,
	Form:    "path",
	Ask:     engine.Func0[string](func(c *engine.Call) (string, error) { return c.Host.Dir, nil }),
}

var mainProject = engine.Fact{
	Doc:     "the project's folder in the main worktree of its repository, absolute and without links, so that it is the same for sessions in all worktrees; the folder of project() if that is in no linked worktree or there is no main one",
	Project: true,
	Form:    "path",
	Ask: engine.Func0[string](func(c *engine.Call) (string, error) {
		if p := c.Host.Project; p != nil && c.Host.Stage == nil && p.Main() != "" {
			return p.Main(), nil
		}
		if c.Host.Staged() {
			return c.Host.Dir, nil
		}
		return c.Host.Real(), nil
	}),
}

var machine = engine.Fact{
	Doc: "the machine's name, as the system reports it; \"machine\" in tests",
	Ask: engine.Func0[string](func(c *engine.Call) (string, error) {
		if c.Host.Staged() {
			return "machine", nil
		}
		return os.Hostname()
	}),
}

var cwd = engine.Fact{
	Doc:  "the agent's current folder, absolute: the event's cwd, which follows cd",
	Form: "path",
	Ask:  engine.Func0[string](func(c *engine.Call) (string, error) { return c.Host.Cwd, nil }),
}

var temp = engine.Fact{
	Doc:    "the folder for temporary files, absolute: $TMPDIR, $TMP or $TEMP, or the system's; rules that name it may use the files in it",
	Folder: host.TempFolder,
	Form:   "path",
	Ask:    engine.Func0[string](func(c *engine.Call) (string, error) { return c.Host.Temp, nil }),
}

var hash = engine.Fact{
	Doc:    "the SHA-256 of a text, 64 hexadecimal digits",
	Params: "text",
	Length: 64,
	Form:   "sha256",
	Ask: engine.Func1[string, string](func(_ *engine.Call, text string) (string, error) {
		return files.SHA256(text), nil
	}),
}

var jsonFile = engine.Fact{
	Doc: "the content of a JSON file; an empty object if the file is absent, empty or, with a warning, not JSON, which fails in a closed hook\n" +
		"It fails for a folder, a pipe, a device or a file over 16 MB.",
	Params: "path",
	Words:  []engine.Word{{Param: "path", Form: "json-file"}},
	Reads:  "path",
	Absent: "an empty object",
	Long:   true,
	Ask:    engine.Func1[string, any](valueOf),
}

// mostOfData bounds in bytes a text that is decoded: in memory it takes up to thirty times as much.
const mostOfData = 16 << 20

func valueOf(c *engine.Call, path string) (any, error) {
	s, err := written(c, path, mostOfData)
	if err != nil || s == "" {
		return map[string]any{}, err
	}
	var v any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		return map[string]any{}, c.Doubt(fmt.Errorf("%s: %w", path, err), "taken as empty")
	}
	return v, nil
}

var seconds = engine.Fact{
	Doc:    "a duration as a number of seconds, for arithmetic and texts; comparisons don't need it: .age > duration('1h')",
	Params: "duration",
	Form:   "seconds",
	Ask:    engine.Func1[time.Duration, float64](func(_ *engine.Call, d time.Duration) (float64, error) { return d.Seconds(), nil }),
}

var fixed = engine.Fact{
	Doc:    "a number as text with so many digits after the point, halves rounded up",
	Params: "number, digits",
	Ask: engine.Func2[float64, int, string](func(_ *engine.Call, number float64, digits int) (string, error) {
		digits = min(max(digits, 0), 15)
		p := math.Pow10(digits)
		return strconv.FormatFloat(math.Floor(number*p+0.5)/p, 'f', digits, 64), nil
	}),
}
