package effects

import (
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine/effects/programs"
)

// Each row has the words of a start, then the files that it runs, then what is unknown. A word with
// ${…} in it is known in part.
func TestStarted(t *testing.T) {
	for _, row := range []struct{ words, files, untold string }{
		{"./check.sh", "/p/check.sh", ""},
		{"sh .//tools/.././x.sh", "/p/tools/../x.sh", ""},
		{"sh -c cd~sub/..&&./x.sh", "/p/x.sh", ""},
		{"bin/x data.txt", "/p/bin/x", ""},
		{"sh check.sh README.md", "/p/check.sh", ""},
		{"bash -eu tools/check.sh", "/p/tools/check.sh", ""},
		{"python3 -B tools/x.py a.json", "/p/tools/x.py", ""},
		{"node --require ./pre.js x.js", "/p/pre.js /p/x.js", ""},
		{"env A=1 timeout 5 sh check.sh", "/p/check.sh", ""},
		{"make -C sub all", "/p/sub/GNUmakefile /p/sub/Makefile /p/sub/makefile", ""},
		{"npm run lint", "/p/package.json", ""},
		{"npx lint", "", "lint | npx lint"},
		{"python3 -c import~m", "", "import m"},
		{"node -e 1+1", "", ""},
		{"make -f build.mk", "/p/build.mk", ""},
		{"go test ./...", "/p", ""},
		{"go -C sub generate", "/p/sub", ""},
		{"cargo test --release", "/p /p/build.rs", ""},
		{"go run ./cmd/x", "/p/cmd/x", ""},
		{"go vet ./...", "", "go vet ./..."},
		{"sed -f x.sed data", "/p/x.sed", ""},
		{"awk -f x.awk data", "/p/x.awk", ""},
		{"sh -c cd~sub&&./x.sh;.~../lib.sh", "/p/../lib.sh /p/sub/../lib.sh /p/sub/x.sh", ""},
		{"strangelang x.sl", "/p/x.sl", "strangelang x.sl"},
		{"jest", "", "jest"},
		{"node --test", "", "node --test"},
		{"docker build .", "", "docker build ."},
		{"java X.java", "", "java X.java"},
		{"docker --version", "", ""},
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
		{"strangelang -c ${a} --x=${a} ${a}.txt http://h/${a}", "", ""},
		{"strangelang --x=t/${a}.sh", "", "t/${a}.sh"},
		{"strangelang --x=${a}/b", "", "${a}/b"},
		{"env PATH=${a}/bin:${PATH} ls", "", "${a}/bin"},
		{"git ls-remote ext::t/x.sh", "/p/t/x.sh", ""},
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

// Each row is the words of a start, variables before them, and what these may name.
func TestNamed(t *testing.T) {
	for _, row := range []struct{ words, named string }{
		{"strangelang tools x.sl -Ilib --plugin=plug/a", "/p/lib /p/plug/a /p/tools /p/x.sl"},
		{"strangelang @args a:b,c", "/p/@args /p/a /p/a:b,c /p/args /p/b /p/c"},
		{"sh -c cd~sub;strangelang~tools", "/p/sub/tools /p/tools"},
		{"python3 -m pkg.sub", "/p/pkg /p/pkg.py /p/pkg/__init__.py /p/pkg/sub /p/pkg/sub.py /p/pkg/sub/__init__.py /p/pkg/sub/__main__.py"},
		{"python3 -c print(1)", ""},
		{"ruby -r./pre x.rb", "/p/pre"},
		{"perl -Ilib -e 1", "/p/lib"},
		{"ls src", ""},
		{"bin/x src", ""},
		{"NODE_OPTIONS=--require~./pre.js node x.js", "/p/pre.js"},
		{"PATH=./bin:${PATH} tool", "/p/bin /p/bin/tool"},
		{"PATH=:/usr/bin sh -c tool", "/p /p/sh /p/tool /usr/bin /usr/bin/sh /usr/bin/tool"},
		{"env PATH=bin tool", "/p/bin /p/bin/tool"},
		{"ssh host strangelang x", ""},
		{"strangelang ${a} ${a}/b", ""},
		{"git --exec-path=tools x", "/p/tools"},
		{"git -c include.path=/p/x.cfg zz", "/p/include.path /p/include.path=/p/x.cfg /p/x.cfg"},
		{"git log --strange t/x", "/p/t/x"},
		{"git commit -m see~x.md", "/p/see x.md"},
		{"git log --oneline -10 -- x", ""},
	} {
		var s Start
		for _, text := range strings.Fields(row.words) {
			name, value, sets := strings.Cut(text, "=")
			if sets && len(s.Words) == 0 && name == strings.ToUpper(name) {
				s.Env = append(s.Env, programs.Setting{Name: name, Value: programs.Word{Text: strings.ReplaceAll(value, "~", " "), Known: !strings.Contains(value, "${")}})
				continue
			}
			s.Words = append(s.Words, programs.Word{Text: strings.ReplaceAll(text, "~", " "), Known: !strings.Contains(text, "${")})
		}
		got := Started(Place{Dir: "/p", Home: "/h"}, s).Named
		if strings.Join(got, " ") != row.named {
			t.Errorf("%s: found %q, want %s", row.words, got, row.named)
		}
	}
}
