// Command secrets writes the list of package secrets from the configuration of
// gitleaks, gitleaks.toml on stdin: "make secrets".
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/encoding/toml"
)

// A rule is one of gitleaks' rules, with what is useful for a text without a file.
type rule struct {
	ID          string   `json:"id"`
	Regex       string   `json:"regex"`
	Entropy     float64  `json:"entropy"`
	SecretGroup int      `json:"secretGroup"`
	Keywords    []string `json:"keywords"`
	Path        string   `json:"path"`
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: secrets VERSION < gitleaks.toml")
	}
	tree, err := toml.NewDecoder("gitleaks.toml", os.Stdin).Decode()
	if err != nil {
		log.Fatal(err)
	}
	var rules []rule
	if err := cuecontext.New().BuildExpr(tree).LookupPath(cue.ParsePath("rules")).Decode(&rules); err != nil {
		log.Fatal(err)
	}
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	var words, shapes strings.Builder
	for _, r := range rules {
		if r.Regex == "" || r.Path != "" { // only for files, or too vague elsewhere
			continue
		}
		if _, err := regexp.Compile(r.Regex); err != nil {
			log.Fatalf("%s: %v", r.ID, err)
		}
		for _, word := range r.words() {
			fmt.Fprintf(&words, "%-*s%*d\n", wordWidth, word, placeWidth, shapes.Len())
		}
		row := []string{strings.Join(r.words(), " "), r.ID, fmt.Sprint(r.Entropy), fmt.Sprint(r.SecretGroup), r.literal(), r.Regex}
		if line := strings.Join(row, "\t"); strings.Count(line, "\t") != 5 || strings.ContainsAny(line, "\n\r") {
			log.Fatalf("%s: found tabs or lines in it, want none", r.ID)
		} else {
			fmt.Fprintln(&shapes, line)
		}
	}
	fmt.Fprintf(w, "# From gitleaks %s (see LICENSE.gitleaks), by make secrets: each word with the place of its shape, bytes from the first;\n"+
		"# then the shapes: words, name, least entropy, group, a text that it has as it stands, expression.\n%s\n%s", os.Args[1], words.String(), shapes.String())
}

// Words and places have columns, so that a search for words needn't look for lines.
const wordWidth, placeWidth = 36, 6

// literal returns the longest text that is in every match of the rule's expression, in these very
// letters; "" if there is none.
func (r rule) literal() (longest string) {
	re, err := syntax.Parse(r.Regex, syntax.Perl)
	if err != nil {
		log.Fatalf("%s: %v", r.ID, err)
	}
	var look func(re *syntax.Regexp)
	look = func(re *syntax.Regexp) {
		switch re.Op {
		case syntax.OpLiteral:
			for _, text := range strings.FieldsFunc(string(re.Rune), func(c rune) bool { return !plain(c) }) {
				if re.Flags&syntax.FoldCase == 0 && len(text) > len(longest) {
					longest = text
				}
			}
		case syntax.OpCapture, syntax.OpPlus, syntax.OpConcat:
			for _, sub := range re.Sub {
				look(sub)
			}
		}
	}
	look(re)
	return longest
}

// plain reports whether a character is itself in JSON, however the JSON is written.
func plain(c rune) bool {
	return c == '-' || c == '_' || c < utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsDigit(c))
}

// words returns a rule's words in small letters; one empty word for a rule without any.
func (r rule) words() []string {
	if len(r.Keywords) == 0 {
		return []string{""}
	}
	var all []string
	for _, w := range r.Keywords {
		if w = strings.ToLower(w); len(w) > wordWidth || strings.ContainsAny(w, " \n") {
			log.Fatalf("%s: found the word %q, want one of %d bytes at most", r.ID, w, wordWidth)
		}
		all = append(all, w)
	}
	return all
}
