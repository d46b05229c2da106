package effects

import "testing"

// What is known about a call, and whether it only looks.
func TestReading(t *testing.T) {
	for _, test := range []struct {
		text              string
		complete, reading bool
	}{
		{"ls -la src && cat README.md | head -5", true, true},
		{"git -C /x log --oneline | grep fix > /dev/null 2>&1", true, true},
		{"cd src; for f in *.go; do wc -l $f; done", true, true},
		{"find . -name '*.go' -exec grep -l main {} +", true, true},
		{"bash -c 'sort a | uniq -c'", true, true},
		{"sed -n 1,5p a", true, true},
		{"sed -i s/a/b/ a", true, false},
		{"sort -o a a", true, false},
		{"find . -delete", true, false},
		{"find . -exec rm {} +", true, false},
		{"ls > files.txt", true, false},
		{"LD_PRELOAD=x.so ls", true, false},
		{"git commit -am x", true, false},
		{"git push", true, false},
		{"curl -X POST -d x https://a.b/c", true, false},
		{"npm publish", false, false},
		{"kill 1", true, false},
		{"make deploy", false, false},
		{"npm run build", false, false},
		{"./deploy.sh", false, false},
		{"bash deploy.sh", false, false},
		{"python3 x.py", false, false},
		{"frobnicate --list", false, false},
		{"cat $F", false, false},
		{"xargs rm < list", false, false},
	} {
		e := effectsOf(test.text)
		if e.Complete != test.complete || e.Reading != test.reading {
			t.Errorf("%s: complete %t, reading %t, want %t, %t (unknown %v)", test.text, e.Complete, e.Reading, test.complete, test.reading, e.Unknown)
		}
	}
}
