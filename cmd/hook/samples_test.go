package hook_test

import (
	"slices"
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// Signs that match another agent's input are a fault of the table, as they are asked in its order:
// input with only that sign would count as the first agent's.
func TestNoSignIsShadowed(t *testing.T) {
	table := hook.Agents()
	for i, sign := range table.Signs {
		for _, sent := range least(sign) {
			if by := table.Sender(gjson.ParseBytes(sent), ""); by != sign.Agent {
				t.Errorf("sign %d, of %s: %s is told as %s's", i, sign.Agent, sent, by)
			}
		}
	}
}

// least returns the smallest objects that a sign matches, one for each text that one of its paths
// may have.
func least(sign agent.Sign) (all [][]byte) {
	o := &files.Object{}
	for _, name := range sign.Has {
		o.Set(name, files.JSON("x"))
	}
	for _, texts := range slices.Concat(sign.Is, sign.Holds) {
		o.Set(texts.Path, files.JSON(texts.Of[0]))
	}
	all = append(all, o.Encode())
	for _, texts := range slices.Concat(sign.Is, sign.Holds) {
		for _, text := range texts.Of[1:] {
			o.Set(texts.Path, files.JSON(text))
			all = append(all, o.Encode())
		}
	}
	return all
}
