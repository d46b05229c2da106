package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/expr-lang/expr/parser"
)

func TestNeeds(t *testing.T) {
	for src, want := range map[string]string{
		`event.a.b contains 'make'`:                                     "a.b make",
		`event.a == 'make'`:                                             "a make",
		`'make' == event.a`:                                             "a make",
		`event.a?.b startsWith 'make'`:                                  "a.b make",
		`(event.a ?? '') endsWith 'make'`:                               "a make",
		`event.a in ['make', 'just']`:                                   "a make just",
		`event.a matches 'x(Make|just) +all'`:                           "a xmake xjust", // folded
		`event.a contains 'make' && event.b == 'all'`:                   "a make",
		`event.a contains 'make' && event.a endsWith 'all'`:             "a make; a all",
		`event.a contains 'make' && f() && event.b == 'all'`:            "a make",
		`f() && event.a contains 'make'`:                                "",
		`event.a contains 'make' || event.a contains 'just'`:            "a make just",
		`event.a contains 'make' || event.b contains 'just'`:            "",
		`event.a contains 'make' || f()`:                                "",
		`f() || event.a contains 'make'`:                                "",
		`event.b == 'x' && (event.a == 'make' || event.a == 'just')`:    "b x",
		`not (event.a contains 'make')`:                                 "",
		`event.a != 'make'`:                                             "",
		`event.a contains event.b`:                                      "",
		`(event.a ?? 'make') contains 'make'`:                           "",
		`event.a contains 'make' ? true : f()`:                          "",
		`event.a[0] contains 'make'`:                                    "",
		`other.a contains 'make'`:                                       "",
		`event.a matches '.*'`:                                          "",
		`event.a in [event.b, 'make']`:                                  "",
		`(event.a contains 'make' && f()) || event.a startsWith 'just'`: "a make just",
	} {
		tree, err := parser.Parse(src)
		if err != nil {
			t.Fatal(src, err)
		}
		all, _ := needs(tree.Node)
		var got []string
		for _, n := range all {
			got = append(got, fmt.Sprint(strings.Join(n.Path, "."), " ", strings.Join(n.Words, " ")))
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s: found %q, want %q", src, got, want)
		}
	}
}
