package protocol

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"

	"github.com/tidwall/gjson"
)

// Intended differences, with the reason. One that no longer exists is a fault, too.
var meant = map[string]string{
	"client only: every reply: output hookSpecificOutput":                       "the table has what stands in it",
	"client only: every reply: output suppressOutput":                           "no rule wants an answer that nobody sees",
	"client only: PreSkillShellCommand: output hookSpecificOutput.updatedInput": "never applied, so the client says: it refuses the command",
	"table only: PostToolUse: field tool_result":                                "older clients' name for tool_response",
	"table only: every event: field raw":                                        "ours, of what other agents sent",
	"table only: every reply: output updatedInput.prompt":                       "older clients, and other agents, change prompts by it",
	"table only: tool Delete":                                                   "Cursor's and Auggie's",
	"table only: tool ListAgents":                                               "offered, and not typed",
	"table only: tool PowerShell":                                               "offered on Windows, and not typed",
	"table only: tool SendMessage":                                              "offered, and not typed",
	"table only: tool Skill":                                                    "offered, and not typed",
	"table only: tool TaskOutput":                                               "offered by older clients",
	"table only: tool ToolSearch":                                               "offered, and not typed",
	"table only: tool apply_patch":                                              "Codex's",
}

// types is the npm package that declares the client's types.
const types = "@anthropic-ai/claude-agent-sdk"

// The newest client, or the version in $PROTOCOL, declares what the tables say: "make protocol".
func TestNewest(t *testing.T) {
	version := os.Getenv("PROTOCOL")
	if version == "" {
		t.Skip("asked for by make protocol alone, which fetches the types from npm")
	}
	files := fetch(t, types+"@"+version)
	t.Logf("Claude Code %s, by %s %s", gjson.Get(files["package.json"], "claudeCodeVersion"), types, gjson.Get(files["package.json"], "version"))
	for _, line := range differing(t, files["sdk.d.ts"], files["sdk-tools.d.ts"], meant) {
		t.Error(line)
	}
}

// fetch returns files of an npm package by name.
func fetch(t *testing.T, name string) map[string]string {
	npm := exec.Command("npm", "pack", "--silent", name)
	npm.Dir, npm.Stderr = t.TempDir(), os.Stderr
	packed, err := npm.Output()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(npm.Dir, strings.TrimSpace(string(packed))))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for all := tar.NewReader(unzipped); ; {
		h, err := all.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if name := strings.TrimPrefix(h.Name, "package/"); slices.Contains([]string{"package.json", "sdk.d.ts", "sdk-tools.d.ts"}, name) {
			text, err := io.ReadAll(all)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(text)
		}
	}
}

// differing returns what only the client declares, and what only the tables say, without intended
// differences.
func differing(t *testing.T, hooks, tools string, meant map[string]string) (all []string) {
	s := compile.Schema()
	found := append(eventsDiffer(s.Events, declarationsOf(hooks)), toolsDiffer(s.Events, declarationsOf(tools))...)
	for _, line := range found {
		if meant[line] == "" {
			all = append(all, line)
		}
	}
	for line := range meant {
		if !slices.Contains(found, line) {
			all = append(all, "no longer so, though the test says it is: "+line)
		}
	}
	slices.Sort(all)
	return all
}
