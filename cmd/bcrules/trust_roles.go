package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/plan"
)

// rolesToo reports whether rules may ask their servers with the roles they have there. This can be
// found out only once the servers may be asked at all. It shows a role that may do more than its
// database needs, and asks about it separately.
func rolesToo(w io.Writer, answers *bufio.Reader, p *plan.Plan, name string) bool {
	may, unknown := roles(p)
	for _, line := range unknown {
		show.Note(w, "what the role may do isn't known (bcrules doctor looks again): "+line)
	}
	if len(may) == 0 {
		return true
	}
	for _, line := range may {
		fmt.Fprintln(w, show.Printable(line))
	}
	fmt.Fprintf(w, "Type %s once more to let them anyway, anything else not to: ", name)
	line, err := answers.ReadString('\n')
	return strings.TrimSpace(line) == name && err == nil
}
