package convert

import (
	"testing"

	"bcrules.dev/engine/ecma"
)

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern string
		fits    []string
		not     []string
	}{
		{commandPattern("npm run build"), []string{"npm run build"}, []string{"npm run build x", "npm run"}},
		{commandPattern("npm run test *"), []string{"npm run test", "npm run test -w"}, []string{"npm run tests"}},
		{commandPattern("ls:*"), []string{"ls", "ls -la"}, []string{"lsof"}},
		{commandPattern("ls*"), []string{"ls", "ls -la", "lsof"}, []string{"xls"}},
		{commandPattern("* install"), []string{"npm install"}, []string{"install", "npm install x"}},
		{commandPattern("git * main"), []string{"git push origin main"}, []string{"git main", "git push main x"}},
		{commandPattern("* --help *"), []string{"git --help x"}, []string{"git --help"}},
		{commandPattern("git:* push"), []string{"git:x push"}, []string{"git push"}},
		{gitignored(".env", false), []string{".env", "a/b/.env", ".env/x"}, []string{"../.env", ".env.local"}},
		{gitignored("./.env", false), []string{".env", "a/.env"}, nil},
		{gitignored("**/.env", false), []string{".env", "a/b/.env"}, []string{"../.env"}},
		{gitignored("src/**", false), []string{"src/a", "src", "src/a/b"}, []string{"vendor/src/a"}},
		{gitignored("src/**", true), []string{"src/a", "vendor/pkg/src/lib.js"}, []string{"../src/a"}},
		{gitignored("src/components/**", false), []string{"src/components/a"}, []string{"x/src/components/a"}},
		{gitignored("/docs/*.md", false), []string{"docs/a.md"}, []string{"docs/x/a.md", "x/docs/a.md"}},
		{gitignored("*.pem", false), []string{"a.pem", "x/b.pem"}, []string{"a.pem2"}},
		{gitignored("a[!b]c", false), []string{"axc"}, []string{"abc"}},
		{gitignored(`\[x\]`, false), []string{"[x]"}, []string{"x"}},
		{gitignored("dé?", false), []string{"déx"}, []string{"dé/"}},
	} {
		p, err := ecma.Compile(c.pattern, "")
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		for _, text := range c.fits {
			if !p.Match(text) {
				t.Errorf("%s: %q doesn't fit, want it to", c.pattern, text)
			}
		}
		for _, text := range c.not {
			if p.Match(text) {
				t.Errorf("%s: %q fits, want it not to", c.pattern, text)
			}
		}
		if text := sample(c.pattern); text == "" || !p.Match(text) {
			t.Errorf("%s: found sample %q, want one that fits", c.pattern, text)
		}
	}
}

// FuzzRead reads anything as any format: that it is told or written as CUE, and neither fails.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"permissions": {"allow": ["Bash(git *)", "Read(//a/[b/**)", 1, null], "deny": [["x"], "mcp__a__*", "WebFetch(domain:*.x)"]}, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x ${y}\n"}]}]}}`,
		"---\nname: x\nevent: file\npattern: a(b\naction: block\nconditions:\n  - field: new_text\n    operator: contains\n    pattern: \"\\\\#\"\n---\nno \"\"\" ${x}",
		"PreToolUse:\n  - matcher: Bash\n    conditions: [{type: command_starts_with, value: rm}]\n    actions: [{type: output, message: '{.tool_input.command} ${x}'}]\n",
		`{"rules": [{"name": "a", "command": "/bin/git", "subcommand": "add", "block_args": ["-A", "."], "reason": "\u0000"}]}`,
		"id: a.b\nkeywords: [x]\ndestructive_patterns:\n  - {name: a, pattern: 'x\\b(?=y)', severity: low}\n",
		"[overrides]\nallow = [\"a\"]\n[[overrides.block]]\npattern = \"a\"\n[[rule]]\ntoolName = [\"*\"]\ndecision = \"deny\"\n",
		`{"tools": {"exclude": ["run_shell_command(rm)", "mcp_a_*"]}, "terminalAllowlist": ["git"], "permissions": {"deny": ["Shell(a:*b)", "Write(~/x/**)"]}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range Formats() {
			r := &Reading{}
			if err := r.read(&format, Source{File: "a\n/*b"}, []byte(text)); err != nil {
				continue
			}
			Sort(r.Rules)
			if _, _, err := Write("rules", r.Rules, r.Unsaid); err != nil {
				t.Errorf("%s: %v", format.Name, err)
			}
		}
	})
}
