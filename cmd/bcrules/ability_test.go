package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What code does beyond the event and the reply is what its line in the table says
// it can do: people decide by that what they trust.
func TestAbilitiesAreDeclared(t *testing.T) {
	signs := map[string]*regexp.Regexp{
		"engine.Writes":   regexp.MustCompile(`Host\.Change\(|\.(Claim|Remove|Clear)\(`),
		"engine.Runs":     regexp.MustCompile(`exec\.Command`),
		"engine.Reads":    regexp.MustCompile(`Host\.Place\(|\bfind\(|\bcontent\(|\breadEntries\(|\.Marks\(`),
		"engine.Connects": regexp.MustCompile(`\breach\(`),
		"engine.Learns":   regexp.MustCompile(`\bGetenv\(`),
		"engine.Watches":  regexp.MustCompile(`\bprocesses\(\)`),
	}
	row := regexp.MustCompile(`"(\w+)": +(\w+)\(\)(.*),`)
	tables := map[string]string{"actions": "actions.go", "engine/facts": "facts.go", "engine/facts/full": "full.go"}
	n := 0
	for dir, table := range tables {
		code := map[string]string{} // by function
		files, _ := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range regexp.MustCompile(`(?ms)^func (\w+)\(\) engine\.(?:Fact|Action) \{$.*?^\}$`).FindAllStringSubmatch(string(data), -1) {
				code[f[1]] = f[0]
			}
		}
		data, err := os.ReadFile(filepath.Join("../..", dir, table))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range row.FindAllStringSubmatch(string(data), -1) {
			n++
			for verb, sign := range signs {
				if verb == "engine.Reads" && dir == "actions" {
					continue // what they write is what they look at
				}
				if sign.MatchString(code[m[2]]) && !strings.Contains(m[3], verb) {
					t.Errorf("%s: %s: found %q in its code, want it to say %s", dir, m[1], sign.FindString(code[m[2]]), verb)
				}
			}
		}
	}
	if n < 35 {
		t.Errorf("found %d rows, want one for every action and fact", n)
	}
}
