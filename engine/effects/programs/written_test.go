package programs

import "testing"

func TestWritten(t *testing.T) {
	const whole, part = false, true
	for _, c := range []struct {
		file, text string
		part       bool
		want       string
	}{
		{"a/notes.md", "git push --force\n", whole, ""},
		{".claude/commands/a/b.md", "Now: !`git status`, !`ls`\nnot `rm`!\n```!\nmake a\n```\n```\nmake b\n```\n", whole, "git status\nls\nmake a"},
		{"skills/a/SKILL.md", "!`ls", whole, ""},
		{"docs/a.md", "!`ls`", whole, ""},
		{"bin/tidy", "#!/usr/bin/env bash\nls\n", whole, "#!/usr/bin/env bash\nls\n"},
		{"bin/tidy", "\ufeff#!/bin/sh\r\nls\r\n", whole, "#!/bin/sh\nls\n"},
		{"bin/tidy", "#!/usr/bin/env python3\nprint(1)\n", whole, ""},
		{`C:\p\.husky\pre-push`, "npm test\n", whole, "npm test\n"},
		{"p/hooks/pre-push", "npm test\n", whole, "npm test\n"},
		{"src/hooks/post-list.tsx", "npm test\n", whole, ""},
		{"Makefile", "X = 1\ntest: lint\n\t-@go test $(X) $$HOME\nlint:\n\tgo vet\n", whole, "X=\"1\"\n\ngo vet\n\ngo test ${X} $HOME"},
		{"Makefile", "\tgo build\n\tgo vet\n", part, "\ngo build\ngo vet"},
		{".github/workflows/a.yml", "jobs:\n  a:\n    steps:\n      - run: go test ./...\n      - name: x\n        run: |\n          make a\n          make b\n      - uses: x\n", whole, "go test ./...\nmake a\nmake b"},
		{".github/workflows/a.yml", "          make a\n          make b\n", part, "make a\nmake b"},
		{".gitlab-ci.yml", "    - npm ci\n    - npm test\n", part, "npm ci\nnpm test"},
		{".gitlab-ci.yml", "before_script:\n  - make a\n  - 'echo \"b\"'\nscript: [make c d, make e]\n", whole, "make a\necho \"b\"\nmake c d\nmake e"},
		{".gitlab-ci.yml", "script:\n  - |\n    make a\n    make b\n  - >-\n    make c\n    d\n", whole, "make a\nmake b\nmake c d"},
		{".gitlab-ci.yml", "script: &all # as below\n  - make a\n", whole, "make a"},
		{".circleci/config.yml", "run: {name: x, command: y}\n", whole, ""},
		{"i18n/en.yml", "run: git push --force\n", whole, ""},
		{"job.yaml", "kind: Job\ncommand: [\"sh\",\"-c\",\"psql x\"]\n", whole, "'sh' '-c' 'psql x'"},
		{"a/workflows/a.yaml", "      run: psql ${{ secrets.DB-URL }} -c x\n", whole, "psql ${secrets_DB_URL} -c x"},
		{"package.json", `{"name": "rm", "scripts": {"a": "echo ${X}", "clean": "rm -r \"dist\""}, "x": "ls"}`, whole, "echo ${X}\nrm -r \"dist\""},
		{"package.json", `{"description": "dropdb x"}`, whole, ""},
		{"package.json", "\"test\": \"jest --ci\",\n\"description\": \"dropdb x\"", part, "jest --ci"},
		{"composer.json", `{"scripts": {"test": ["a", "b"]}}`, whole, "a\nb"},
		{"a.service", "[Service]\nExecStart=-/bin/sh -c 'ls'\nType=oneshot\n", whole, "/bin/sh -c 'ls'"},
		{"fastlane/Fastfile", "sh \"ls\"\nTASKS", whole, "ruby <<'TASKS_'\nsh \"ls\"\nTASKS\nTASKS_\n"},
		{".mcp.json", `{"mcpServers": {"fs": {"command": "bash", "args": ["-c", "ls ~"], "env": {"A": "b c"}}, "n": {"url": "x", "port": 1}}}`, whole, "bash '-c' 'ls ~'"},
		{".vscode/tasks.json", `{"tasks": [{"label": "a b", "command": "make x"}]}`, whole, "make x"},
		{"src/subtasks.json", `{"tasks": [{"command": "make x"}]}`, whole, ""},
		{".devcontainer/devcontainer.json", `{"postCreateCommand": "npm ci", "initializeCommand": ["rm", "a b"], "postStartCommand": {"db": "make db"}}`, whole, "npm ci\n'rm' 'a b'\nmake db"},
		{".mcp.json", `"args": ["-c", "ls ~"],`, part, "-c\nls ~"},
		{".envrc", "use flake\n", whole, "use flake\n"},
		{"package.json", `"a`, part, ""},
		{".drone.yml", "run: ${{ x\n", whole, "${{ x"},
		{".drone.yml", "run: []\n", whole, ""},
	} {
		if got := Written(c.file, c.text, c.part, ""); got != c.want {
			t.Errorf("%s: %q: got %q, want %q", c.file, c.text, got, c.want)
		}
	}
}

func FuzzWritten(f *testing.F) {
	for _, file := range []string{"Makefile", ".travis.yml", "package.json", "a.service", "Rakefile", ".mcp.json"} {
		f.Add(file, "a: b\n\tls $(X)\nrun: |\n  ls ${{ a }}\n\"scripts\": {\"a\": \"b\\\"}")
	}
	f.Fuzz(func(t *testing.T, file, text string) {
		Written(file, text, true, "")
		Written(file, text, false, "")
	})
}
