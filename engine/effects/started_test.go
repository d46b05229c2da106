package effects

import (
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine/effects/programs"
)

// Each row is the words of a start, then files that it runs, then what can't be told. A word
// with ${…} in it is known in part.
func TestStarted(t *testing.T) {
	for _, row := range []struct{ words, files, untold string }{
		{"./check.sh", "/p/check.sh", ""},
		{"bin/x data.txt", "/p/bin/x", ""},
		{"sh check.sh README.md", "/p/check.sh", ""},
		{"bash -eu tools/check.sh", "/p/tools/check.sh", ""},
		{"python3 -B tools/x.py a.json", "/p/tools/x.py", ""},
		{"node --require ./pre.js x.js", "/p/pre.js /p/x.js", ""},
		{"env A=1 timeout 5 sh check.sh", "/p/check.sh", ""},
		{"make -C sub all", "/p/sub/GNUmakefile /p/sub/Makefile /p/sub/makefile", ""},
		{"npm run lint", "/p/package.json", ""},
		{"npx lint", "", ""},
		{"make -f build.mk", "/p/build.mk", ""},
		{"awk -f x.awk data", "/p/x.awk", ""},
		{"sh -c cd~sub&&./x.sh;.~../lib.sh", "/lib.sh /p/lib.sh /p/sub/x.sh", ""},
		{"strangelang x.sl", "/p/x.sl", ""},
		{"cat README.md", "", ""},
		{"git commit -m a.txt", "", ""},
		{"gofmt -l ${a}", "", ""},
		{"sh ${a}", "", "${a}"},
		{"${a} x", "", "${a}"},
		{"${a}/x.sh", "", "${a}/x.sh"},
		{"sh -c ${a}", "", "${a}"},
		{"sh -c curl~${a}", "", "curl ${a}"},
		{"python3 -c print(${a})", "", "print(${a})"},
		{"ssh host ./x.sh", "", ""},
	} {
		var s Start
		for _, text := range strings.Fields(row.words) {
			s.Words = append(s.Words, programs.Word{Text: strings.ReplaceAll(text, "~", " "), Known: !strings.Contains(text, "${")})
		}
		got := Started(Place{Dir: "/p", Home: "/h"}, s)
		if !slices.Equal(got.Files, strings.Fields(row.files)) || strings.Join(got.Untold, " | ") != row.untold {
			t.Errorf("%s: found files %v, untold %q, want %s and %q", row.words, got.Files, got.Untold, row.files, row.untold)
		}
	}
}
