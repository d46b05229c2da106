package main

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// launchd gets XML, whatever the command line has, and starts that command.
func TestUnitsOfLaunchd(t *testing.T) {
	all, next := unitsOf("darwin", []string{"/opt/bcfleet", "pull", "a&b<c"})
	if len(all) != 1 || !strings.HasPrefix(next, "launchctl bootstrap system ") {
		t.Fatalf("found %v, %s", all, next)
	}
	for file, text := range all {
		var words []string
		in := xml.NewDecoder(strings.NewReader(text))
		for {
			is, err := in.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if data, ok := is.(xml.CharData); ok && strings.TrimSpace(string(data)) != "" {
				words = append(words, string(data))
			}
		}
		if !strings.HasSuffix(file, "/Library/LaunchDaemons/dev.bcrules.bcfleet.pull.plist") ||
			!strings.Contains(strings.Join(words, "\n"), "ProgramArguments\n/opt/bcfleet\npull\na&b<c\n") {
			t.Errorf("%s: found %q", file, words)
		}
	}
}
