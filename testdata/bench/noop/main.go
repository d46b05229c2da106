// Command noop does what any hook must: it reads stdin, parses it as JSON and says nothing. All
// figures are relative to it.
package main

import (
	"encoding/json"
	"io"
	"os"
)

func main() {
	data, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(1)
	}
	var event map[string]any
	if err := json.Unmarshal(data, &event); err != nil {
		os.Exit(1)
	}
}
