// Package agents runs real coding agents, other than the one that rules are written for, against a
// scripted model, in a network with only a loopback. Each is registered with what init --agent
// writes.
package agents

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Client is an agent that npm has.
type Client struct {
	Agent   string // its entry in schema/agents.cue
	Name    string // of the test, if one agent has several
	Package string // with its version
	Program string
	Own     bool     // it reads .claude/settings.json by itself: init registers nothing
	User    bool     // it is registered in the home
	Files   []string // what it needs: path below the home, content, and so on; {url} and {project} stand for these
	Args    []string
	Env     []string
	Shell   func(command string) []Call
	Write   Call // of secret.txt in {project}

	Ends      bool // a denial ends the run, and the model doesn't read it
	NoRewrite bool // a call can't be rewritten
	NoStart   bool // the agent is told nothing at the start
	NoStop    bool // a stop can't be refused

	spoil func(settings string) string // returns the file with hooks as it is during the session
}

func call(tool, field string, more map[string]any) func(string) []Call {
	return func(command string) []Call {
		input := map[string]any{field: command}
		for k, v := range more {
			input[k] = v
		}
		return []Call{{Tool: tool, Input: input}}
	}
}

const provider = `"provider":{"lab":{"npm":"@ai-sdk/openai-compatible","name":"lab","options":{"baseURL":"{url}/v1","apiKey":"none"},"models":{"mock":{"name":"mock"}}}}`

// Clients are those that run without an account.
var Clients = []Client{
	{Agent: "codex", Package: "@openai/codex@0.169.0", Program: "codex", User: true,
		Files: []string{".codex/config.toml", "model = \"gpt-5.5\"\nmodel_provider = \"lab\"\n[model_providers.lab]\nname = \"lab\"\nbase_url = \"{url}/v1\"\nwire_api = \"responses\"\nenv_key = \"LAB_KEY\"\nsupports_websockets = false\n[projects.\"{project}\"]\ntrust_level = \"trusted\"\n"},
		Args:  []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "--sandbox", "danger-full-access", "say hello"}, Env: []string{"LAB_KEY=none"},
		Shell: func(command string) []Call {
			return []Call{{Tool: "exec_command", Input: map[string]any{"cmd": command}}, {Tool: "shell_command", Input: map[string]any{"command": command}}}
		},
		Write: Call{Tool: "apply_patch", Text: "*** Begin Patch\n*** Add File: other.txt\n+x\n*** Add File: secret.txt\n+x\n*** End Patch\n"}},
	{Agent: "gemini", Package: "@google/gemini-cli@0.61.0", Program: "gemini", User: true,
		Files: []string{".gemini/settings.json", `{"security":{"auth":{"selectedType":"gemini-api-key"},"folderTrust":{"enabled":false}},"privacy":{"usageStatisticsEnabled":false},"telemetry":{"enabled":false},"general":{"disableAutoUpdate":true,"enableAutoUpdate":false}}`},
		Args:  []string{"-p", "say hello", "--approval-mode", "yolo", "-m", "gemini-2.5-flash"},
		Env:   []string{"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL={url}", "GEMINI_CLI_TRUST_WORKSPACE=true"},
		Shell: call("run_shell_command", "command", map[string]any{"description": "x"}),
		Write: Call{Tool: "write_file", Input: map[string]any{"file_path": "secret.txt", "content": "x"}}},
	{Agent: "qwen", Package: "@qwen-code/qwen-code@0.24.4", Program: "qwen", User: true, NoRewrite: true,
		Files: []string{".qwen/settings.json", `{"security":{"auth":{"selectedType":"openai"},"folderTrust":{"enabled":false}},"privacy":{"usageStatisticsEnabled":false},"telemetry":{"enabled":false},"general":{"disableAutoUpdate":true}}`},
		Args:  []string{"-p", "say hello", "--approval-mode", "yolo", "-m", "mock"},
		Env:   []string{"OPENAI_API_KEY=none", "OPENAI_BASE_URL={url}/v1", "OPENAI_MODEL=mock"},
		Shell: call("run_shell_command", "command", map[string]any{"is_background": false}),
		Write: Call{Tool: "write_file", Input: map[string]any{"file_path": "{project}/secret.txt", "content": "x"}}},
	{Agent: "copilot", Package: "@github/copilot@1.0.102", Program: "copilot", User: true,
		Files: []string{".copilot/config.json", `{"trusted_folders":["{project}"],"trustedFolders":["{project}"]}`},
		Args:  []string{"-p", "say hello", "--no-auto-update", "--allow-all"}, Env: copilot,
		Shell: call("bash", "command", map[string]any{"description": "x"}),
		Write: Call{Tool: "create", Input: map[string]any{"path": "{project}/secret.txt", "file_text": "x"}}},
	{Agent: "copilot", Name: "copilot by .claude", Package: "@github/copilot@1.0.102", Program: "copilot", Own: true,
		Files: []string{".copilot/config.json", `{"trusted_folders":["{project}"],"trustedFolders":["{project}"]}`},
		Args:  []string{"-p", "say hello", "--no-auto-update", "--allow-all"}, Env: copilot,
		Shell: call("bash", "command", map[string]any{"description": "x"}),
		Write: Call{Tool: "create", Input: map[string]any{"path": "{project}/secret.txt", "file_text": "x"}}},
	{Agent: "droid", Package: "droid@0.215.0", Program: "droid", User: true,
		Files: []string{".factory/settings.json", `{"customModels":[{"model":"mock","id":"custom:mock","displayName":"mock","baseUrl":"{url}/v1","apiKey":"none","provider":"generic-chat-completion-api","maxOutputTokens":4096}]}`},
		Args:  []string{"exec", "-m", "custom:mock", "--auto", "high", "say hello"},
		Env:   []string{"FACTORY_AIRGAP_ENABLED=true", "FACTORY_API_KEY=fk-none", "FACTORY_DROID_AUTO_UPDATE_ENABLED=false", "FACTORY_DISABLE_KEYRING=true"},
		Shell: call("Execute", "command", map[string]any{"timeout": 60, "riskLevelReason": "x", "riskLevel": "low", "summary": "x"}),
		Write: Call{Tool: "Create", Input: map[string]any{"file_path": "{project}/secret.txt", "content": "x"}}},
	{Agent: "cline", Package: "cline@3.0.65", Program: "sh", Ends: true, NoStart: true, NoStop: true,
		Args: []string{"-c", `cline auth -p openai-compatible -k none -m mock -b {url}/v1; exec cline -P openai-compatible -m mock --auto-approve true -t 60 "say hello"`},
		Env:  []string{"CLINE_NO_AUTO_UPDATE=1", "CLINE_TELEMETRY_DISABLED=1"},
		Shell: func(command string) []Call {
			return []Call{{Tool: "run_commands", Input: map[string]any{"commands": []string{command}}}, {Tool: "execute_command", Input: map[string]any{"command": command, "requires_approval": false}}}
		},
		Write: Call{Tool: "editor", Input: map[string]any{"command": "create", "path": "{project}/secret.txt", "new_text": "x"}}},
	{Agent: "opencode", Package: "opencode-ai@1.18.33", Program: "opencode", NoStop: true,
		Files: []string{".config/opencode/opencode.json", `{"autoupdate":false,"share":"disabled","model":"lab/mock","small_model":"lab/mock",` + provider + `,"permission":{"bash":"allow","edit":"allow"},"lsp":false,"formatter":false}`},
		Args:  []string{"run", "say hello"},
		Env:   []string{"npm_config_fetch_retries=0", "OPENCODE_DISABLE_AUTOUPDATE=true", "OPENCODE_DISABLE_MODELS_FETCH=true", "OPENCODE_DISABLE_LSP_DOWNLOAD=true"},
		Shell: call("bash", "command", map[string]any{"description": "x"}),
		Write: Call{Tool: "write", Input: map[string]any{"filePath": "{project}/secret.txt", "content": "x"}}},
}

var copilot = []string{"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL={url}/v1", "COPILOT_PROVIDER_API_KEY=none", "COPILOT_MODEL=mock", "COPILOT_AUTO_UPDATE=false"}

// Install returns the folder of the client's programs, which npm puts once into the user's
// cache folder.
func (c Client) Install() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	name, _, _ := strings.Cut(c.Package[1:], "@")
	dir := filepath.Join(cache, "bcrules-agents", strings.ReplaceAll(strings.TrimPrefix(c.Package[:1]+name, "@"), "/", "+"))
	bin := filepath.Join(dir, "node_modules", ".bin")
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	npm := exec.Command("npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "--loglevel=error", c.Package)
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install %s: %w\n%s", c.Package, err, out)
	}
	return bin, nil
}
