package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"bcrules.dev/testdata/built"
)

// The commands that the VS Code extension starts exist, and each command that it shows is one of
// these, or its own.
func TestExtension(t *testing.T) {
	const dir = "editors/vscode/"
	js, err := os.ReadFile(dir + "commands.js")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(dir + "package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Contributes struct {
			Commands []struct{ Command string }
		}
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	known := commandNames(app().Commands)
	names := []string{"bcrules.restart"}
	for _, m := range regexp.MustCompile(`(\w+): \['(\w+)'[,\]]`).FindAllStringSubmatch(string(js), -1) {
		if !slices.Contains(known, m[2]) {
			t.Errorf("bcrules.%s starts %q, want a command", m[1], m[2])
		}
		if m[1] != "args" {
			names = append(names, "bcrules."+m[1])
		}
	}
	var shown []string
	for _, c := range manifest.Contributes.Commands {
		shown = append(shown, c.Command)
	}
	slices.Sort(names)
	slices.Sort(shown)
	if !slices.Equal(names, shown) {
		t.Errorf("shown are %v, want %v", shown, names)
	}
	for _, grammar := range []string{"syntaxes/expression.json"} {
		if data, err := os.ReadFile(dir + grammar); err != nil || !json.Valid(data) {
			t.Errorf("%s: %v, want JSON", grammar, err)
		}
	}
}

// The part of the extension without the editor runs under node alone: it starts the server, which
// answers.
func TestExtensionStarts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here")
	}
	const script = `
const { commands, server, selector } = require(process.argv[1])
const { spawn } = require('node:child_process')
const of = server(process.argv[2])
const p = spawn(of.command, of.args, { stdio: ['pipe', 'pipe', 'inherit'] })
let said = ''
p.stdout.on('data', (d) => {
  said += d
  const body = said.split('\r\n\r\n')[1]
  if (!body || body.length < Number(/Content-Length: (\d+)/i.exec(said)[1])) return
  const can = JSON.parse(body).result.capabilities
  console.log(Object.keys(commands).join(' '), selector[0].language, can.executeCommandProvider.commands.join(' '))
  p.kill()
})
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } })
p.stdin.write('Content-Length: ' + body.length + '\r\n\r\n' + body)
`
	js, err := filepath.Abs("editors/vscode/commands.js")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", script, js, filepath.Join(built.Commands(t), "bcrules"))
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if want := "trust test ui except cue bcrules.runTests bcrules.explainLast\n"; err != nil || string(out) != want {
		t.Errorf("found %q (%v), want %q", out, err, want)
	}
}
