package effects

import (
	"strings"
	"testing"
)

// What a tool's call passes on is read by the meaning of the tool's name and fields, or else by its
// signs.
func TestOfTold(t *testing.T) {
	const removes = "import shutil\nshutil.rmtree('/data')"
	tests := []struct {
		name  string
		verbs []string // a verb and its text, in turn
		want  string   // programs of the commands
		gone  string   // what is deleted
	}{
		{"code by its signs", []string{"call", "mcp__a__execute", "code", removes}, "python3", "/data"},
		{"code of another language", []string{"call", "mcp__a__run", "code", "const fs = require('fs'); fs.rmSync('/data', {recursive: true})"}, "node", "/data"},
		{"code without signs", []string{"call", "mcp__a__run", "code", "tidy"}, "", ""},
		{"a script by its signs", []string{"call", "mcp__a__run", "script", removes}, "python3", "/data"},
		{"a script of the shell", []string{"call", "mcp__a__run", "script", "rm -r /data"}, "rm", "/data"},
		{"a language by name", []string{"call", "mcp__a__run", "language", "Ruby", "code", "FileUtils.rm_rf('/data')"}, "ruby", "/data"},
		{"an interpreter with its words", []string{"call", "mcp__a__run", "language", "python3 -", "script", "open('/data', 'w')"}, "python3", ""},
		{"another shell", []string{"call", "mcp__a__run", "language", "powershell", "shell", "Remove-Item /data"}, "powershell rm", "/data"},
		{"lines of a notebook", []string{"call", "mcp__a__cell", "code", "!rm -r /data\nimport os"}, "rm python3", "/data"},
		{"a cell of the shell alone", []string{"call", "mcp__a__cell", "code", "!rm -r /data"}, "rm python3", "/data"},
		{"a cell that names the shell", []string{"call", "mcp__a__cell", "code", "%%bash\nrm -r /data"}, "bash rm", "/data"},
		{"a cell on the line that names the shell", []string{"call", "mcp__a__cell", "code", "%sh rm -r /data"}, "sh rm", "/data"},
		{"a cell of another language", []string{"call", "mcp__a__cell", "code", "%%script ruby\nFileUtils.rm_rf('/data')"}, "ruby", "/data"},
		{"a cell that names what is no language", []string{"call", "mcp__a__cell", "code", "%%time\n" + removes}, "python3", "/data"},
		{"words of the named program", []string{"call", "mcp__a__run_gcloud_command", "arguments", "sql instances list"}, "gcloud", ""},
		{"words of none", []string{"call", "mcp__a__run_it", "arguments", "a b"}, "", ""},
		{"a subcommand of the named program", []string{"call", "mcp__a__kubectl_generic", "shell", "auth can-i delete pods"}, "kubectl", ""},
		{"a program of its own", []string{"call", "mcp__a__kubectl_exec", "shell", "rm -r /data"}, "rm", "/data"},
	}
	for _, test := range tests {
		e := Of(Place{Dir: project, Home: home}, func(yield func(string, string) bool) {
			for i := 0; i < len(test.verbs) && yield(test.verbs[i], test.verbs[i+1]); i += 2 {
			}
		})
		if got := strings.Join(e.Programs, " "); got != test.want {
			t.Errorf("%s: runs %q, want %q", test.name, got, test.want)
		}
		gone := ""
		for _, f := range e.Writes {
			if f.How == "delete" {
				gone = f.Path
			}
		}
		if gone != test.gone {
			t.Errorf("%s: deletes %q, want %q", test.name, gone, test.gone)
		}
	}
}
