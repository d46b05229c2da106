package programs

import "testing"

func TestWritten(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a/notes.md", "git push --force\n", ""},
		{"bin/tidy", "#!/usr/bin/env bash\nls\n", "#!/usr/bin/env bash\nls\n"},
		{"bin/tidy", "#!/usr/bin/env python3\nprint(1)\n", ""},
		{`C:\p\.husky\pre-push`, "npm test\n", "npm test\n"},
		{"Makefile", "X = 1\ntest: lint\n\t-@go test $(X) $$HOME\nlint:\n\tgo vet\n", "X=\"1\"\n\ngo vet\n\ngo test ${X} $HOME"},
		{"ci.yml", "on: push\njobs:\n  a:\n    steps:\n      - run: go test ./...\n      - name: x\n        run: |\n          make a\n          make b\n      - uses: x\n", "go test ./...\nmake a\nmake b"},
		{"ci.yml", "before_script:\n  - make a\n  - 'echo \"b\"'\nscript: [make c d, make e]\n", "make a\necho \"b\"\nmake c d\nmake e"},
		{"job.yaml", "command: [sh, -c, 'psql \"$X\" -c \"select 1\"']\n", "'sh' '-c' 'psql \"$X\" -c \"select 1\"'"},
		{"ci.yml", "      run: psql ${{ secrets.DB-URL }} -c x\n", "psql ${secrets_DB_URL} -c x"},
		{"package.json", `{"name": "rm", "scripts": {"test": "jest", "clean": "rm -r \"dist\""}, "x": "ls"}`, "jest\nrm -r \"dist\""},
		{"package.json", `"test": "jest --ci",` + "\n" + `"build": "vite build"`, "jest --ci\nvite build"},
		{"a.service", "[Service]\nExecStart=-/bin/sh -c 'ls'\nType=oneshot\n", "/bin/sh -c 'ls'"},
		{"fastlane/Fastfile", "sh \"ls\"", "ruby <<'END OF TASKS'\nsh \"ls\"\nEND OF TASKS\n"},
		{"package.json", `"a`, ""},
		{"ci.yml", "run: ${{ x\n", "${{ x"},
		{"ci.yml", "run: []\n", ""},
	} {
		if got := Written(c.file, c.text); got != c.want {
			t.Errorf("%s: %q: got %q, want %q", c.file, c.text, got, c.want)
		}
	}
}

func FuzzWritten(f *testing.F) {
	f.Add("Makefile", "a: b\n\tls $(X)")
	f.Add("ci.yml", "run: |\n  ls ${{ a }}")
	f.Add("package.json", `"scripts": {"a": "b\\"}`)
	f.Fuzz(func(t *testing.T, file, text string) { Written(file, text) })
}
