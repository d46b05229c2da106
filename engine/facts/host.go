package facts

import (
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

func env() engine.Fact {
	return engine.Fact1(
		"an environment variable of the hook; empty if not set", "name",
		func(c *engine.Call, name string) (string, error) { return c.Host.Getenv(name), nil })
}

func now() engine.Fact {
	return engine.Fact0(
		"the time of the event",
		func(c *engine.Call) (time.Time, error) { return c.Host.Now(), nil })
}

func system() engine.Fact {
	return engine.Fact0(
		"the operating system: linux, darwin, windows, …",
		func(c *engine.Call) (string, error) {
			if stage := c.Host.Stage; stage != nil && stage.System != "" {
				return stage.System, nil
			}
			return runtime.GOOS, nil
		})
}

func project() engine.Fact {
	return engine.Fact0(
		"the project's folder, absolute: the event's cwd",
		func(c *engine.Call) (string, error) { return c.Host.Dir, nil })
}

func temp() engine.Fact {
	return engine.Fact0(
		"the folder for temporary files, absolute: $TMPDIR, $TMP or $TEMP, or the system's; rules that name it may use what lies in it",
		func(c *engine.Call) (string, error) { return c.Host.Temp, nil }).IsFolder(host.TempFolder)
}

func hash() engine.Fact {
	return engine.Fact1(
		"the SHA-256 of a text, 64 hexadecimal digits", "text",
		func(_ *engine.Call, text string) (string, error) {
			return files.SHA256(text), nil
		})
}

func jsonFile() engine.Fact {
	return engine.Fact1(
		"what a JSON file holds; an empty object, with a warning, if it is not JSON, and without one if it is absent", "path",
		func(c *engine.Call, path string) (any, error) {
			s, err := content(c, path)
			if err != nil || s == "" {
				return map[string]any{}, err
			}
			var v any
			if err := json.Unmarshal([]byte(s), &v); err != nil {
				c.Warn(fmt.Sprintf("%s: %v; taken as empty", path, err))
				return map[string]any{}, nil
			}
			return v, nil
		}).OfPlace().Lengthy()
}

func fixed() engine.Fact {
	return engine.Fact2(
		"a number with so many digits after the point, halves rounded up", "number, digits",
		func(_ *engine.Call, number float64, digits int) (string, error) {
			digits = min(max(digits, 0), 15)
			p := math.Pow10(digits)
			return strconv.FormatFloat(math.Floor(number*p+0.5)/p, 'f', digits, 64), nil
		})
}
