// Command demo shows an event, the rule that is about it, and the answer that the agent
// gets, as "bcrules hook" gives it. It has the half of bcrules that compiles rules and
// answers by them and not the one that people run, so that who looks first waits less; it
// leaves nothing behind, in the user's log neither.
//
//	go run ./testdata/demo
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
)

const (
	recipe = "no-force-push"
	event  = `{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "cd api && git push -uf origin fix"}}`
)

func main() {
	log.SetFlags(0)
	code, err := show(filepath.Join("rules", "recipes", recipe+".cue"))
	if err != nil {
		log.Fatal(err)
	}
	os.Exit(code)
}

// show writes the event, the rule of a file and the answer, whose exit code it returns.
func show(file string) (int, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, fmt.Errorf("%w: want to be run in bcrules' checkout", err)
	}
	_, body, _ := strings.Cut(string(data), "\n")
	rule := "package rules\n" + body
	home, err := os.MkdirTemp("", "demo")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(home)
	rules := filepath.Join(home, "rules")
	if err := os.Mkdir(rules, 0o700); err != nil {
		return 0, err
	}
	if err := os.WriteFile(filepath.Join(rules, recipe+".cue"), []byte(rule), 0o600); err != nil {
		return 0, err
	}
	for name, below := range map[string]string{"HOME": "", "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "config"} {
		os.Setenv(name, filepath.Join(home, below))
	}
	os.Unsetenv("BCRULES_RULES")
	fmt.Printf("$ cat event.json\n%s\n\n$ cat rules/%s.cue\n%s\n$ bcrules hook --rules rules <event.json\n", event, recipe, rule)
	answer := compile.Command()
	return answer.Run(hook.Options{Rules: []string{rules}}, strings.NewReader(event), os.Stdout, os.Stderr), nil
}
