//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/engine/files"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// reaches is SQL that would reach a file, %.
var reaches = []string{
	"attach '%' as a", "/* x */ ATTACH DATABASE ('' || '%') AS a", "vacuum into '%'", "vacuum main into '%'",
	"select load_extension('%') as x", "select writefile('%', 'x') as x", "select edit('x', '%') as x",
	"pragma temp_store_directory = '%'", "pragma data_store_directory = '%'", "create virtual table v using csv(filename = '%')",
	"select * from pragma_journal_mode",
}

// untrustedRules are rules of a project with a store for each of these, in each place for SQL, and
// one sound store whose file doesn't exist yet.
func untrustedRules(made, precious string) string {
	var stores, asks strings.Builder
	store := func(name, schema, query, statement string) {
		fmt.Fprintf(&stores, "stores: %s: {file: \"%s.db\", schema: [%s], queries: %sQ: {sql: %s, row: x: string}, statements: %sS: %s}\n",
			name, name, schema, name, files.JSON(query), name, files.JSON(statement))
		fmt.Fprintf(&asks, "hooks: %sH: {on: \"PreToolUse\", rules: [{do: store: {in: %q, do: [{%sS: {}}]}}, {when: \"len(%sQ()) == 99\", do: log: info: \"x\"}]}\n", name, name, name, name)
	}
	well, query, insert := `"create table t (x text)"`, "select x from t", "insert into t values ('a')"
	for i, text := range reaches {
		for j, file := range []string{made, precious} {
			text := strings.ReplaceAll(text, "%", file)
			store(fmt.Sprintf("schema%d%d", i, j), fmt.Sprintf("%s, %s", well, files.JSON(text)), query, insert)
			store(fmt.Sprintf("query%d%d", i, j), well, text, insert)
			store(fmt.Sprintf("change%d%d", i, j), well, query, text)
		}
	}
	store("drops", fmt.Sprintf(`%s, "attach '%s' as a", "drop table a.kept"`, well, precious), query, insert)
	store("well", well, query, insert)
	return "package rules\n" + stores.String() + asks.String()
}

// SQL of rules that nobody trusts reaches no file in any command that looks at them: none is made,
// and no existing one changes.
func TestUntrustedSQL(t *testing.T) {
	bin, home := built.Commands(t), outlived.Folder(t)
	project := filepath.Join(home, "project")
	made, precious := filepath.Join(home, ".made"), filepath.Join(home, "precious.db")
	put(t, precious, "not to be changed")
	rules := filepath.Join(project, ".claude", "bcrules")
	text := untrustedRules(made, precious)
	put(t, filepath.Join(rules, "rules.cue"), text)
	put(t, filepath.Join(project, "well.db"), "not to be opened")
	put(t, filepath.Join(project, ".git", "HEAD"), "ref: refs/heads/main\n")
	event := fmt.Sprintf(`{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": %q, "tool_name": "Bash", "tool_input": {"command": "ls"}}`, project)
	put(t, filepath.Join(home, "event.jsonl"), event+"\n")
	scratch := filepath.Join(home, ".cache", "scratch")
	if err := os.MkdirAll(scratch, 0o700); err != nil {
		t.Fatal(err)
	}
	trial := fmt.Sprintf(`{"Rules": %s, "Event": %s, "Scratch": %s}`, files.JSON(text), files.JSON(event), files.JSON(scratch))
	before := tree(t, home)
	for _, test := range []struct{ stdin, args, want string }{
		{"", "vet", "found attach"}, {"", "vet " + rules, "found attach"}, {"", "__look", "found attach"}, {trial, "__try", "found attach"}, {event, "explain", "found attach"},
		{event, "explain --all --run", "found attach"}, {"", "doctor", "found attach"}, {"", "replay " + filepath.Join(home, "event.jsonl"), "1 with faults"}, {"", "list", "wellH"},
		{"", "test", "no test"}, {"", "docs " + rules, "wellH"}, {"", "stats", ""}, {"", "compile", ""}, {"project\n", "trust", "well.db"}, {"", "trust --diff", "never trusted"},
	} {
		cmd := exec.Command(filepath.Join(bin, "bcrules"), strings.Fields(test.args)...)
		cmd.Dir, cmd.Stdin = project, strings.NewReader(test.stdin)
		cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, ".cache"), "XDG_CONFIG_HOME="+filepath.Join(home, ".config"))
		out, err := cmd.CombinedOutput()
		if _, ended := err.(*exec.ExitError); err != nil && !ended {
			t.Fatal(err)
		}
		if said := string(out); !strings.Contains(said, test.want) || strings.Contains(said, "not a database") {
			t.Errorf("bcrules %s: found %.2000s\nwant %q, and nothing of a file that is no database", test.args, out, test.want)
		}
		if after := tree(t, home); after != before {
			t.Errorf("bcrules %s: found\n%swant what was there before:\n%sIt said\n%.2000s", test.args, after, before, out)
			before = after
		}
	}
}

// tree lists the files below a folder with their contents, without caches.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".cache":
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		data, err := os.ReadFile(name)
		fmt.Fprintf(&b, "%s %x\n", name, sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
