package show

import "testing"

// Paragraphs with too long lines are filled anew, rows continue below their texts, and lines that
// ended early still do.
func TestHelp(t *testing.T) {
	const written = `USAGE:
   It says in the first line of a paragraph, which is as long as lines are there,
   what the next goes on with.
   FILE:1:2: found
   FILE:1:3: wanted

      error    a name that nobody knows, and that is said in a line too long
               to stand in one here
      long --flags that take half  of the line
`
	const shown = `USAGE:
   It says in the first line of a
   paragraph, which is as long as lines
   are there, what the next goes on
   with.
   FILE:1:2: found
   FILE:1:3: wanted

      error    a name that nobody knows,
               and that is said in a
               line too long to stand in
               one here
      long --flags that take half of the
      line
`
	if got := (Screen{Width: 40}).Help(written); got != shown {
		t.Errorf("found\n%s\nwant\n%s", got, shown)
	}
	for _, s := range []Screen{{Width: 100}, {Piped: true, Width: 40}} {
		if got := s.Help(written); got != written {
			t.Errorf("%+v: found\n%s\nwant it as it was written", s, got)
		}
	}
}
