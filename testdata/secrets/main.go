// Command secrets writes the list of package secrets from the configuration of
// gitleaks, gitleaks.toml on stdin: "make secrets".
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"regexp"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/encoding/toml"
)

// A rule is one of gitleaks' rules, as far as it is of use for a text without a file.
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
	fmt.Fprintf(w, "# From gitleaks %s (see LICENSE.gitleaks), by make secrets: words, name, least entropy, group, expression.\n", os.Args[1])
	for _, r := range rules {
		if r.Regex == "" || r.Path != "" { // of files alone, or too vague anywhere else
			continue
		}
		if _, err := regexp.Compile(r.Regex); err != nil {
			log.Fatalf("%s: %v", r.ID, err)
		}
		row := []string{strings.ToLower(strings.Join(r.Keywords, " ")), r.ID, fmt.Sprint(r.Entropy), fmt.Sprint(r.SecretGroup), r.Regex}
		if line := strings.Join(row, "\t"); strings.Count(line, "\t") != 4 || strings.ContainsAny(line, "\n\r") {
			log.Fatalf("%s: found tabs or lines in it, want none", r.ID)
		} else {
			fmt.Fprintln(w, line)
		}
	}
}
